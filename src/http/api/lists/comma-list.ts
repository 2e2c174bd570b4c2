import { z } from '@hono/zod-openapi';
import type { ConfidenceOf } from '../../../query/satellite-filter.ts';
import { confidences } from '../../../schema/vocabulary.ts';
import { optional, type ParameterFacts, parameter, plainText } from '../parameter.ts';

/** How many values one parameter may have. */
const MAX_VALUES = 100;
const MAX_IDS = 1000;

/** A comma-separated list. `read` converts a text to a value that `item` then checks, or to anything else if it is not one. */
function commaList<V, T = V>(
  read: (text: string) => unknown,
  item: z.ZodType<V>,
  facts: ParameterFacts,
  { most = MAX_VALUES, convert }: { readonly most?: number; readonly convert?: (value: V) => T | undefined } = {},
) {
  const split = z.string().transform((text) => text.split(',').map((value) => read(value.trim())));
  const convertEach = (values: readonly V[]) => {
    const unique = [...new Set(values)];
    const converted = convert ? unique.map(convert) : (unique as unknown as T[]);
    return converted.includes(undefined) ? undefined : (converted as T[]);
  };
  return optional(parameter(split, z.array(item).min(1).max(most), facts, convertEach));
}

/** Some of a list of codes, case-insensitive. */
export function codes(meaning: string, values: readonly string[], example: string) {
  const exact = new Map(values.map((value) => [value.toLowerCase(), value]));
  const read = (text: string) => exact.get(text.toLowerCase());
  return commaList<string>(read, z.enum(values), { meaning, example: example.split(',') });
}

/** Values of a pattern; they are checked against the release later. */
export const patterned = (meaning: string, pattern: RegExp, spelling: string, example: string) =>
  commaList((text) => text, z.string().regex(pattern), { meaning, spelling, example: example.split(',') });

/** Several texts, which may contain commas: they are split by matching the values of the release. */
export const texts = (meaning: string, example: string) =>
  plainText(meaning, 1000, 'words of the text, several texts separated by commas', example);

/** Catalog numbers, each once. */
export function catalogNumbers(
  meaning: string,
  example: string,
  most = MAX_IDS,
  spelling = `1 to ${most} catalog numbers of 1..999999999, separated by commas`,
) {
  const read = (text: string) => (/^0*[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined);
  const facts = { meaning, spelling, example: example.split(',').map(Number) };
  return commaList(read, z.int().min(1).max(999_999_999), facts, { most });
}

/** `LEVEL` or `field:LEVEL`, case-insensitive. */
export function confidenceLevels(meaning: string, fields: readonly string[], example: string) {
  const convert = (text: string): ConfidenceOf | undefined => {
    const [level, field = null] = text.split(':').reverse() as [(typeof confidences)[number], string?];
    return field === null || fields.includes(field) ? { field, level } : undefined;
  };
  // The field in lower case, the level in upper case.
  const read = (text: string) => text.toLowerCase().replace(/[^:]*$/, (level) => level.toUpperCase());
  const pattern = new RegExp(`^([a-z0-9_]+:)?(${confidences.join('|')})$`);
  const one = commaList(read, z.string().regex(pattern), { meaning, example: example.split(',') }, { convert });
  return { ...one, allowed: [...confidences, ...fields.map((field) => `${field}:…`)] };
}
