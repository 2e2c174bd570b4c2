import { z } from '@hono/zod-openapi';
import type { ConfidenceOf } from '../../../query/satellite-filter.ts';
import { confidences } from '../../../schema/vocabulary.ts';
import { optional } from '../parameter.ts';

/** How many values one parameter may have. */
const MAX_VALUES = 100;
const MAX_IDS = 1000;

/** The values between commas, without the spaces around them. */
const split = (text: string): string[] => text.split(',').map((value) => value.trim());

const array = (items: Record<string, unknown>, most = MAX_VALUES) => ({
  type: 'array',
  items,
  minItems: 1,
  maxItems: most,
});

/** Some of a list of codes, in any case. */
export function codes(meaning: string, values: readonly string[], example: string) {
  const exact = new Map(values.map((value) => [value.toLowerCase(), value]));
  const schema = z
    .string()
    .transform((text) => split(text).map((value) => exact.get(value.toLowerCase())))
    .refine((found) => found.length <= MAX_VALUES && !found.includes(undefined))
    .transform((found) => [...new Set(found as string[])]);
  return optional<string[]>(schema, {
    meaning,
    allowed: values,
    example,
    json: array({ type: 'string', enum: values }),
  });
}

/** Values of a pattern; which of them there are is known by the release. */
export function patterned(meaning: string, pattern: RegExp, allowed: string, example: string) {
  const schema = z
    .string()
    .transform(split)
    .refine((values) => values.length <= MAX_VALUES && values.every((value) => pattern.test(value)))
    .transform((values) => [...new Set(values)]);
  return optional<string[]>(schema, {
    meaning,
    allowed: [allowed],
    example,
    json: array({ type: 'string', pattern: pattern.source }),
  });
}

/** Splits texts. Texts may contain commas: the values of the release decide where one ends. */
export function texts(meaning: string, example: string) {
  const schema = z.string().refine((text) => [...text].length <= 1000 && text.trim() !== '' && !/\p{Cc}/u.test(text));
  return optional<string>(schema, {
    meaning,
    allowed: ['words of the text, several texts with commas between'],
    example,
    json: { type: 'string', minLength: 1, maxLength: 1000 },
  });
}

/** Catalog numbers, each once. */
export function catalogNumbers(meaning: string, example: string) {
  const schema = z
    .string()
    .transform(split)
    .refine((values) => values.length <= MAX_IDS && values.every((value) => /^0*[1-9]\d{0,8}$/.test(value)))
    .transform((values) => [...new Set(values.map(Number))]);
  return optional<number[]>(schema, {
    meaning,
    allowed: [`1 to ${MAX_IDS} catalog numbers of 1..999999999, with commas between`],
    example,
    json: array({ type: 'integer', minimum: 1, maximum: 999_999_999 }, MAX_IDS),
  });
}

/** `LEVEL` or `field:LEVEL`, in any case. */
export function confidenceLevels(meaning: string, fields: readonly string[], example: string) {
  const read = (text: string): ConfidenceOf | null => {
    const [, field, level] = /^(?:(\w+):)?(\w+)$/.exec(text) ?? [];
    const known = confidences.find((one) => one === level?.toUpperCase());
    if (!known || (field !== undefined && !fields.includes(field.toLowerCase()))) return null;
    return { field: field?.toLowerCase() ?? null, level: known };
  };
  const schema = z
    .string()
    .transform((text) => split(text).map(read))
    .refine((found) => found.length <= MAX_VALUES && !found.includes(null))
    .transform((found) => found as ConfidenceOf[]);
  return optional<ConfidenceOf[]>(schema, {
    meaning,
    allowed: [...confidences, ...fields.map((field) => `${field}:…`)],
    example,
    json: array({ type: 'string', pattern: `^([a-z0-9_]+:)?(${confidences.join('|')})$` }),
  });
}
