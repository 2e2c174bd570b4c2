import { readAsOf, recordAsOf } from '../../../http/api/archive/as-of.ts';
import { integer, type Parameter } from '../../../http/api/parameter.ts';
import { ApiError } from '../../../http/errors.ts';
import { type ObjectRecord, recordOf } from '../../../http/pages/page-object.ts';
import type { Coverage } from '../../../orbit/coverage.ts';
import type { Removal } from '../../../schema/objects/record.ts';
import type { ApiResponse } from '../api-caller.ts';
import type { ToolCall } from '../tool.ts';

/** A page of a list. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly meta: {
    readonly total: number;
    readonly offset: number;
    readonly match?: string | null;
    readonly corrected?: string;
    readonly removed?: Removal & { readonly norad_cat_id: number; readonly name: string };
    readonly unknown_ids?: readonly number[];
    readonly without_launch_date?: number;
    readonly possible_without_launch_date?: number;
    readonly coverage?: Coverage;
  };
}

/** The totals of a page; `next_offset` is the argument `offset` of the next one, null on the last. */
export function pageOf({ data, meta }: Page<unknown>) {
  const end = meta.offset + data.length;
  return { total: meta.total, returned: data.length, next_offset: end < meta.total ? end : null };
}

/** The fields that a list is requested with; the others are read from the records. */
export const idFields = 'norad_cat_id,name';

/** Reads records of the release that a response was made from; from the archive, if that is no longer kept. */
async function recordReader(response: ApiResponse, { context, releaseOf }: ToolCall, as_of: unknown) {
  const { served } = context;
  const asOf = served && typeof as_of === 'string' ? await readAsOf(context, as_of, served) : null;
  if (served && asOf && !asOf.release)
    return async (id: number) => {
      const text = await recordAsOf(context, served, asOf, id);
      return text && (JSON.parse(text) as { data: ObjectRecord }).data;
    };
  const { catalog } = await releaseOf(response);
  return async (id: number) => recordOf(catalog, id);
}

/** The records of a listed page, and the totals of the list. */
export async function recordsOf(response: ApiResponse, call: ToolCall, as_of?: unknown) {
  const list = response.body as Page<{ readonly norad_cat_id: number }>;
  const { meta } = list;
  const read = await recordReader(response, call, as_of);
  const records = await Promise.all(
    list.data.map(async ({ norad_cat_id }): Promise<ObjectRecord> => {
      const record = await read(norad_cat_id);
      if (!record) throw new ApiError('database_error');
      return record;
    }),
  );
  return {
    records,
    page: {
      ...pageOf(list),
      ...(meta.match !== undefined && { match: meta.match }),
      ...(meta.corrected !== undefined && { corrected: meta.corrected }),
      ...(meta.removed !== undefined && { removed: meta.removed }),
      ...(meta.possible_without_launch_date !== undefined && {
        without_launch_date: meta.without_launch_date,
        possible_without_launch_date: meta.possible_without_launch_date,
      }),
      ...(meta.unknown_ids !== undefined && meta.unknown_ids.length > 0 && { unknown_ids: meta.unknown_ids }),
    },
  };
}

/** The argument `limit` of a list with evidence: shorter than the API's, because each value carries its sources. */
export const limitOf = (most: number, byDefault: number): Parameter<number> =>
  integer(`Number of entries to return, at most ${most}`, 1, most, byDefault);
