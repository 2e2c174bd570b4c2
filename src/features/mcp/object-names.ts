import { badValue } from '../../http/api/parameter.ts';
import { meantObject } from '../../schema/meant-object.ts';
import type { ApiCaller } from './api-caller.ts';
import { type Arguments, isObjectArgument } from './tool.ts';

/** Maximum number of names in the arguments of one call: each is a request. */
const MAX_NAMES = 10;

/** The object that a name was resolved to. */
export interface ResolvedName {
  readonly given: string;
  readonly norad_cat_id: number;
  readonly name: string;
}

interface Found {
  readonly data: readonly {
    readonly norad_cat_id: number;
    readonly name: string;
    readonly alt_names: readonly string[];
  }[];
  readonly meta: { readonly total: number; readonly match?: string | null };
}

/** Replaces names of objects in arguments by catalog numbers. Throws 400 if no object has a name, or several may be meant. */
export async function resolveNames(
  args: Arguments,
  api: ApiCaller,
): Promise<{ readonly args: Arguments; readonly resolved: readonly ResolvedName[] }> {
  const resolved: ResolvedName[] = [];
  const numberOf = async (argument: string, given: unknown): Promise<unknown> => {
    if (typeof given !== 'string') return given;
    if (resolved.length >= MAX_NAMES)
      throw badValue(
        argument,
        [`${MAX_NAMES} names at most`, 'catalog numbers'],
        `The call has more than ${MAX_NAMES} names.`,
      );
    const { data, meta } = (await api('/api/v1/search', { q: given, limit: 5 })).body as Found;
    const meant = meantObject(given.trim(), data, meta);
    if (!meant) {
      const shown = JSON.stringify(given);
      throw badValue(
        argument,
        data.map(({ norad_cat_id, name }) => `${norad_cat_id} (${name})`),
        data.length === 0
          ? `No object matches ${shown}.`
          : `${shown} is not the name of one object. Similar: ${meta.total}; "allowed" has the best.`,
        data.length === 0 ? 'Find the object with search_objects.' : 'Use the catalog number of the one that you mean.',
      );
    }
    const { norad_cat_id, name } = meant;
    resolved.push({ given, norad_cat_id, name });
    return norad_cat_id;
  };
  const changed: Record<string, unknown> = {};
  for (const [argument, given] of Object.entries(args)) {
    if (!isObjectArgument(argument)) continue;
    if (!Array.isArray(given)) changed[argument] = await numberOf(argument, given);
    else {
      const numbers: unknown[] = [];
      for (const one of given) numbers.push(await numberOf(argument, one));
      changed[argument] = numbers;
    }
  }
  return { args: { ...args, ...changed }, resolved };
}
