import { z } from '@hono/zod-openapi';
import { MAX_HZ } from '../../schema/objects/transmitter.ts';
import { ApiError } from '../errors.ts';
import { adviceOn, adviceToAdd, nearestName } from './advice.ts';

/** The description of a parameter, besides its schema. */
export interface ParameterFacts {
  readonly meaning: string;
  /** Allowed values, for error messages: a list of values, or one string such as `1..100`. */
  readonly allowed: readonly string[];
  readonly example: unknown;
  /** The allowed values for programs (JSON Schema). */
  readonly json: Record<string, unknown>;
}

/** A parameter of a route: text becomes a typed value once, here. */
export interface Parameter<T = unknown> extends ParameterFacts {
  /** Accepts undefined if the parameter is optional and has no default. */
  readonly schema: z.ZodType<T>;
  readonly required: boolean;
}

export type Parameters = Readonly<Record<string, Parameter>>;
export type Values<P extends Parameters> = { readonly [Name in keyof P]: z.output<P[Name]['schema']> };

/** An optional parameter. */
export function optional<T>(schema: z.ZodType<T>, facts: ParameterFacts): Parameter<T | undefined> {
  return { ...facts, schema: schema.optional(), required: false };
}

/** The same parameter, required. */
export function required<T>(parameter: Parameter<T | undefined>): Parameter<T> {
  return { ...parameter, required: true, schema: z.nonoptional(parameter.schema) as z.ZodType<T> };
}

/** A number from `least` to `most` as text. */
const numberText = (pattern: RegExp, least: number, most: number) =>
  z
    .string()
    .regex(pattern)
    .transform(Number)
    .refine((value) => value >= least && value <= most);

/** An integer from `least` to `most`. */
export function integer(meaning: string, least: number, most: number, byDefault: number): Parameter<number> {
  const schema = numberText(/^\d{1,10}$/, least, most).default(byDefault);
  const json = { type: 'integer', minimum: least, maximum: most, default: byDefault };
  const allowed = [most >= 1e9 ? `${least} or more` : `${least}..${most}`];
  return { meaning, schema, required: false, allowed, example: byDefault, json };
}

/** A parameter with one of several words, case-insensitive. */
export function enumOf<const V extends readonly string[]>(meaning: string, values: V, example: V[number]) {
  const schema = z
    .string()
    .transform((text) => values.find((value) => value.toLowerCase() === text.toLowerCase()) as V[number] | undefined)
    .refine((value) => value !== undefined)
    .transform((value) => value as V[number]);
  return optional<V[number]>(schema, { meaning, allowed: values, example, json: { type: 'string', enum: values } });
}

/** `true` or `false`; with `digits`, also `1` or `0`. */
export function boolean(meaning: string, digits = false) {
  const allowed = ['true', 'false'];
  const schema = z
    .string()
    .toLowerCase()
    .transform((text) => (digits ? ({ 0: 'false', 1: 'true' }[text] ?? text) : text))
    .refine((text) => allowed.includes(text))
    .transform((text) => text === 'true');
  return optional<boolean>(schema, { meaning, allowed, example: true, json: { type: 'boolean' } });
}

/** A decimal number from `least` to `most`. */
export function decimal(meaning: string, least: number, most: number, example: number) {
  const schema = numberText(/^-?\d{1,12}(\.\d{1,12})?$/, least, most);
  const json = { type: 'number', minimum: least, maximum: most };
  return optional<number>(schema, { meaning, allowed: [`${least}..${most}`], example, json });
}

/** A frequency in Hz. */
export function hertz(meaning: string, example: number) {
  const schema = numberText(/^[1-9]\d{0,11}$/, 1, MAX_HZ);
  const json = { type: 'integer', minimum: 1, maximum: MAX_HZ };
  return optional<number>(schema, { meaning, allowed: [`1..${MAX_HZ}`], example, json });
}

/** A calendar date. */
export function day(meaning: string, example: string) {
  return optional<string>(z.iso.date(), {
    meaning,
    allowed: ['a date such as 2026-08-21'],
    example,
    json: { type: 'string', format: 'date' },
  });
}

/** Text in a format that `pattern` describes for programs and `allowed` for people. */
export function text(meaning: string, pattern: RegExp, allowed: string, example: string) {
  const json = { type: 'string', pattern: pattern.source };
  return optional<string>(z.string().regex(pattern), { meaning, allowed: [allowed], example, json });
}

/** The parameter `format` of a resource with several formats. */
export function format<Name extends string>(forms: Readonly<Record<Name, string>>): Parameter<Name | undefined> {
  const names = Object.keys(forms) as Name[];
  return enumOf('Response format; takes precedence over `Accept`', names, names[0]!) as Parameter<Name | undefined>;
}

/** Text of at most `most` characters, none of them a control character. */
export function plainText(meaning: string, most: number, allowed: string, example: string) {
  const schema = z
    .string()
    .refine((value) => [...value].length <= most && value.trim() !== '' && !/\p{Cc}/u.test(value));
  const json = { type: 'string', minLength: 1, maxLength: most };
  return optional<string>(schema, { meaning, allowed: [allowed], example, json });
}

/** A search query. */
export const searched = (meaning: string, example: string) =>
  plainText(meaning, 100, '1 to 100 characters, none of them a control character', example);

/** An example as a value: lists are arrays, not comma-separated text. */
export function exampleOf({ json, example }: Pick<ParameterFacts, 'json' | 'example'>): unknown {
  if (json.type !== 'array') return example;
  const parts = String(example).split(',');
  return (json.items as { readonly type: string }).type === 'integer' ? parts.map(Number) : parts;
}

/** A comma list of some of `values`, each once. */
export function listOf(meaning: string, values: readonly string[], example: string) {
  const schema = z
    .string()
    .transform((value) => value.toLowerCase().split(','))
    .refine((names) => names.every((name) => values.includes(name)) && new Set(names).size === names.length);
  return optional<string[]>(schema, {
    meaning,
    allowed: values,
    example,
    json: { type: 'array', items: { type: 'string', enum: values }, minItems: 1, uniqueItems: true },
  });
}

/** Names under which people send a key in the query; proxies log the query, and browsers keep it. */
const keyName = /^(key|api_?key|access_token|token)$/i;

/** Refuses a key in the query string, on every path of the API and of its CelesTrak-compatible part. */
export function refuseKeyInQuery(given: URLSearchParams): void {
  const parameter = [...given.keys()].find((name) => keyName.test(name));
  if (parameter === undefined) return;
  throw new ApiError('invalid_parameter', {
    error: 'API keys in URLs are not accepted, because URLs end up in logs and browser histories.',
    hint: 'Send it as "Authorization: Bearer <key>" or "X-API-Key: <key>", and replace this key, because it may have been logged.',
    body: { parameter, allowed: [] },
  });
}

/** The error for an unknown parameter, with those that the route has. */
export function unknownParameter(name: string, allowed: readonly string[]): ApiError {
  const nearest = nearestName(name, allowed);
  return new ApiError('invalid_parameter', {
    error: `Unknown parameter: ${name.slice(0, 100)}.`,
    hint:
      nearest === undefined
        ? 'Omit it, or use one of the parameters in "allowed".'
        : `Did you mean ${nearest}? "allowed" has every parameter.`,
    body: { parameter: name.slice(0, 100), allowed },
  });
}

/** The error for an unknown property of a request body, with those that it may have. */
export const unknownProperty = (name: string | undefined, allowed: readonly string[]): ApiError =>
  new ApiError('invalid_parameter', {
    error: `The request body has an unknown property: ${(name ?? '').slice(0, 100)}.`,
    hint: 'Remove it, or use one of the properties in "allowed".',
    body: { parameter: (name ?? '').slice(0, 100), allowed },
  });

/** The error for an invalid value of a parameter, with the allowed ones. */
export function badValue(parameter: string, allowed: readonly string[], error?: string, hint?: string): ApiError {
  return new ApiError('invalid_parameter', {
    error: error ?? `Invalid value for the parameter ${parameter}.`,
    ...(allowed.length === 0 && { hint: 'Omit it.' }),
    ...(hint !== undefined && { hint }),
    body: { parameter, allowed },
  });
}

/** The schema of named parameters; it accepts no others. */
export const schemaOf = (parameters: Parameters) =>
  z.strictObject(Object.fromEntries(Object.entries(parameters).map(([name, { schema }]) => [name, schema])));

/**
 * The error for parameters that their schema rejects: first one that is unknown, then one that is repeated or empty, then
 * one that is missing or has an invalid value. `given` has the validated values: a list if a name is repeated.
 */
function invalidParameter(
  issues: readonly z.core.$ZodIssue[],
  given: Readonly<Record<string, string | readonly string[]>>,
  parameters: Parameters,
): ApiError {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown) return unknownParameter(unknown.keys[0] ?? '', Object.keys(parameters));
  const names = issues.map(({ path }) => String(path[0]));
  const textOf = (name: string) => (Object.hasOwn(given, name) ? given[name] : undefined);
  const name =
    names.find((one) => Array.isArray(textOf(one))) ?? names.find((one) => textOf(one) === '') ?? names[0] ?? '';
  const parameter = parameters[name]!;
  const { allowed } = parameter;
  const text = textOf(name);
  const invalid = (error?: string) => badValue(name, allowed, error, adviceOn(name, parameter, String(text)));
  if (Array.isArray(text))
    return badValue(name, allowed, `The parameter ${name} is given more than once.`, `Give ${name} once.`);
  if (text === '') return invalid(`The parameter ${name} is empty.`);
  if (text === undefined)
    return badValue(name, allowed, `The parameter ${name} is missing.`, adviceToAdd(name, parameter));
  return invalid();
}

/** The schemas of parameters, made once. */
const schemas = new WeakMap<Parameters, ReturnType<typeof schemaOf>>();

/** Parses parameters. Throws 400 for the first that is unknown, repeated, empty, missing or invalid. */
export function readParameters<P extends Parameters>(
  given: Readonly<Record<string, string | readonly string[]>>,
  parameters: P,
): Values<P> {
  let schema = schemas.get(parameters);
  if (!schema) {
    schema = schemaOf(parameters);
    schemas.set(parameters, schema);
  }
  const read = schema.safeParse(given);
  if (!read.success) throw invalidParameter(read.error.issues, given, parameters);
  return read.data as Values<P>;
}

/** Parses a query string as `readParameters` does. */
export function readQuery<P extends Parameters>(query: string, parameters: P): Values<P> {
  const given: Record<string, string | string[]> = Object.create(null);
  if (query !== '')
    for (const [name, value] of new URLSearchParams(query)) {
      const before = given[name];
      given[name] = before === undefined ? value : [before, value].flat();
    }
  return readParameters({ ...given }, parameters);
}
