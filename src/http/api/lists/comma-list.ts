import { z } from '@hono/zod-openapi';
import type { ConfidenceOf } from '../../../query/satellite-filter.ts';
import { confidences } from '../../../schema/vocabulary.ts';
import { optional, type ParameterFacts, plainText } from '../parameter.ts';

/** How many values one parameter may have. */
const MAX_VALUES = 100;
const MAX_IDS = 1000;

/** A comma-separated list, each value once. `read` converts a text to a value; undefined if it is invalid. */
function commaList<T>(
  read: (text: string) => T | undefined,
  items: Record<string, unknown>,
  facts: Omit<ParameterFacts, 'json'>,
  most = MAX_VALUES,
) {
  const schema = z
    .string()
    .transform((text) => text.split(',').map((value) => read(value.trim())))
    .refine((found) => found.length <= most && !found.includes(undefined))
    .transform((found) => [...new Set(found as T[])]);
  return optional<T[]>(schema, { ...facts, json: { type: 'array', items, minItems: 1, maxItems: most } });
}

/** Some of a list of codes, case-insensitive. */
export function codes(meaning: string, values: readonly string[], example: string) {
  const exact = new Map(values.map((value) => [value.toLowerCase(), value]));
  const read = (text: string) => exact.get(text.toLowerCase());
  return commaList(read, { type: 'string', enum: values }, { meaning, allowed: values, example });
}

/** Values of a pattern; they are checked against the release later. */
export function patterned(meaning: string, pattern: RegExp, allowed: string, example: string) {
  const read = (text: string) => (pattern.test(text) ? text : undefined);
  return commaList(read, { type: 'string', pattern: pattern.source }, { meaning, allowed: [allowed], example });
}

/** Several texts, which may contain commas: they are split by matching the values of the release. */
export const texts = (meaning: string, example: string) =>
  plainText(meaning, 1000, 'words of the text, several texts separated by commas', example);

/** Catalog numbers, each once. */
export function catalogNumbers(meaning: string, example: string) {
  const read = (text: string) => (/^0*[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined);
  const allowed = [`1 to ${MAX_IDS} catalog numbers of 1..999999999, separated by commas`];
  const items = { type: 'integer', minimum: 1, maximum: 999_999_999 };
  return commaList(read, items, { meaning, allowed, example }, MAX_IDS);
}

/** `LEVEL` or `field:LEVEL`, case-insensitive. */
export function confidenceLevels(meaning: string, fields: readonly string[], example: string) {
  const read = (text: string): ConfidenceOf | undefined => {
    const [, field, level] = /^(?:(\w+):)?(\w+)$/.exec(text) ?? [];
    const known = confidences.find((one) => one === level?.toUpperCase());
    if (!known || (field !== undefined && !fields.includes(field.toLowerCase()))) return undefined;
    return { field: field?.toLowerCase() ?? null, level: known };
  };
  const allowed = [...confidences, ...fields.map((field) => `${field}:…`)];
  const pattern = `^([a-z0-9_]+:)?(${confidences.join('|')})$`;
  return commaList(read, { type: 'string', pattern }, { meaning, allowed, example });
}
