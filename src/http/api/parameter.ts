import { z } from '@hono/zod-openapi';
import { MAX_HZ } from '../../schema/objects/transmitter.ts';
import { ApiError } from '../errors.ts';
import { type AcceptedValues, acceptedBy, adviceOn, adviceToAdd, nearestName } from './advice.ts';

/** The description of a parameter, besides its values. */
export interface ParameterFacts {
  readonly meaning: string;
  /** As a value: a list is an array. */
  readonly example: unknown;
  /** How a value is written, for people, if its schema does not tell: "a date such as 2026-08-21". */
  readonly spelling?: string;
}

/**
 * A parameter of a route, and an argument of a tool. The schema of its values is the only statement of the values it accepts: those
 * of a query are converted to it, those of JSON are checked by it, and descriptions for programs and for people follow from it.
 */
export interface Parameter<T = unknown> extends ParameterFacts, AcceptedValues {
  /** Values in JSON. */
  readonly value: z.ZodType;
  /** Reads the text of a query. Accepts undefined if the parameter is optional and has no default. */
  readonly schema: z.ZodType<T>;
  readonly required: boolean;
}

export type Parameters = Readonly<Record<string, Parameter>>;
export type Values<P extends Parameters> = { readonly [Name in keyof P]: z.output<P[Name]['schema']> };

/**
 * A required parameter. `read` converts the text of a query to a value that `value` then checks, or to anything else if it is not one;
 * `convert` makes the handler's value of it, or undefined if it is invalid.
 */
export function parameter<V, T = V>(
  read: z.ZodType<unknown, string>,
  value: z.ZodType<V>,
  facts: ParameterFacts,
  convert?: (value: V) => T | undefined,
): Parameter<T> {
  const checked = read.pipe(value as z.ZodType<V, unknown>);
  const schema = convert
    ? checked.transform((one, { issues }) => {
        const converted = convert(one);
        if (converted === undefined) issues.push({ code: 'custom', input: one });
        return converted as T;
      })
    : (checked as unknown as z.ZodType<T>);
  return { ...facts, ...acceptedBy(value, facts.spelling), value, schema, required: true };
}

/** The same parameter, optional. */
export function optional<T>(one: Parameter<T>): Parameter<T | undefined> {
  return { ...one, required: false, schema: one.schema.optional() };
}

/** The same parameter, required. */
export function required<T>(one: Parameter<T | undefined>): Parameter<T> {
  return { ...one, required: true, schema: z.nonoptional(one.schema) as z.ZodType<T> };
}

/** A number as text; other text stays as it is. */
const numberText = (pattern: RegExp) => z.string().transform((text) => (pattern.test(text) ? Number(text) : text));

/** An integer from `least` to `most`. */
export function integer(meaning: string, least: number, most: number, byDefault: number): Parameter<number> {
  const value = z.int().min(least).max(most).default(byDefault);
  const one = parameter(numberText(/^\d{1,10}$/), value, { meaning, example: byDefault });
  return { ...one, required: false, schema: one.schema.default(byDefault) };
}

/** A parameter with one of several words, case-insensitive. */
export function enumOf<const V extends readonly string[]>(meaning: string, values: V, example: V[number]) {
  const read = z
    .string()
    .transform((text) => values.find((value) => value.toLowerCase() === text.toLowerCase()) ?? text);
  return optional(parameter<V[number]>(read, z.enum(values), { meaning, example }));
}

/** `true` or `false`; with `digits`, also `1` or `0`. */
export function boolean(meaning: string, digits = false) {
  const values: Readonly<Record<string, boolean>> = { true: true, false: false, ...(digits && { 1: true, 0: false }) };
  const read = z.string().transform((text) => values[text.toLowerCase()] ?? text);
  return optional(parameter(read, z.boolean(), { meaning, example: true }));
}

/** A decimal number from `least` to `most`. */
export function decimal(meaning: string, least: number, most: number, example: number) {
  const read = numberText(/^-?\d{1,12}(\.\d{1,12})?$/);
  return optional(parameter(read, z.number().min(least).max(most), { meaning, example }));
}

/** A frequency in Hz. */
export function hertz(meaning: string, example: number) {
  return optional(parameter(numberText(/^[1-9]\d{0,11}$/), z.int().min(1).max(MAX_HZ), { meaning, example }));
}

/** A calendar date. */
export const day = (meaning: string, example: string) =>
  optional(parameter(z.string(), z.iso.date(), { meaning, example, spelling: 'a date such as 2026-08-21' }));

/** Text in a format that `pattern` describes for programs and `spelling` for people. */
export const text = (meaning: string, pattern: RegExp, spelling: string, example: string) =>
  optional(parameter(z.string(), z.string().regex(pattern), { meaning, example, spelling }));

/** The parameter `format` of a resource with several formats. */
export function format<Name extends string>(forms: Readonly<Record<Name, string>>): Parameter<Name | undefined> {
  const names = Object.keys(forms) as Name[];
  return enumOf('Response format; takes precedence over `Accept`', names, names[0]!) as Parameter<Name | undefined>;
}

/** Text of at most `most` characters, none of them a control character. */
export function plainText(meaning: string, most: number, spelling: string, example: string) {
  const value = z
    .string()
    .refine((given) => [...given].length <= most && given.trim() !== '' && !/\p{Cc}/u.test(given))
    .meta({ minLength: 1, maxLength: most });
  return optional(parameter(z.string(), value, { meaning, example, spelling }));
}

/** A search query. */
export const searched = (meaning: string, example: string) =>
  plainText(meaning, 100, '1 to 100 characters, none of them a control character', example);

/** A comma list of some of `values`, each once. */
export function listOf(meaning: string, values: readonly string[], example: string) {
  const value = z
    .array(z.enum(values))
    .min(1)
    .refine((names) => new Set(names).size === names.length)
    .meta({ uniqueItems: true });
  const read = z.string().transform((text) => text.toLowerCase().split(','));
  return optional(parameter(read, value, { meaning, example: example.split(',') }));
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

/** The name of a kind of value in errors: in a query or path, in a request body, or of a tool. */
export type NamedValue = 'parameter' | 'property' | 'argument';

/** The error for an unknown name, with those that are known. */
export function unknownName(kind: NamedValue, name: string, allowed: readonly string[]): ApiError {
  const nearest = nearestName(name, allowed);
  const names = kind === 'property' ? 'properties' : `${kind}s`;
  return new ApiError('invalid_parameter', {
    error: `Unknown ${kind}: ${name.slice(0, 100)}.`,
    hint:
      nearest === undefined
        ? `Omit it, or use one of the ${names} in "allowed".`
        : `Did you mean ${nearest}? "allowed" has every ${kind}.`,
    body: { parameter: name.slice(0, 100), allowed },
  });
}

/** The error for an invalid value of a parameter, with the allowed ones. */
export function badValue(parameter: string, allowed: readonly string[], error?: string, hint?: string): ApiError {
  return new ApiError('invalid_parameter', {
    error: error ?? `Invalid value for the parameter ${parameter}.`,
    ...(allowed.length === 0 && { hint: 'Omit it.' }),
    ...(hint !== undefined && { hint }),
    body: { parameter, allowed },
  });
}

/** The schema of named parameters of a query; it accepts no others. */
export const schemaOf = (parameters: Parameters) =>
  z.strictObject(Object.fromEntries(Object.entries(parameters).map(([name, { schema }]) => [name, schema])));

/**
 * The error for named values that their schema rejects: first for a name that is unknown, then for one that is repeated in a query, or
 * empty, then for one that is missing or has an invalid value.
 */
export function invalidValues(
  kind: NamedValue,
  issues: readonly z.core.$ZodIssue[],
  given: Readonly<Record<string, unknown>>,
  accepted: Readonly<Record<string, AcceptedValues>>,
): ApiError {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys' && issue.path.length === 0);
  if (unknown?.code === 'unrecognized_keys') return unknownName(kind, unknown.keys[0] ?? '', Object.keys(accepted));
  const names = issues.map(({ path }) => String(path[0]));
  const valueNamed = (name: string) => (Object.hasOwn(given, name) ? given[name] : undefined);
  const isRepeated = (name: string) => kind === 'parameter' && Array.isArray(valueNamed(name));
  const name = names.find(isRepeated) ?? names.find((one) => valueNamed(one) === '') ?? names[0] ?? '';
  const [value, values] = [valueNamed(name), accepted[name]!];
  const invalid = (error: string, hint: string) => badValue(name, values.allowed, error, hint);
  if (isRepeated(name)) return invalid(`The ${kind} ${name} is given more than once.`, `Give ${name} once.`);
  if (value === undefined) return invalid(`The ${kind} ${name} is missing.`, adviceToAdd(name, values));
  const problem = value === '' ? `The ${kind} ${name} is empty.` : `Invalid value for the ${kind} ${name}.`;
  return invalid(problem, adviceOn(name, values, value));
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
  if (!read.success) throw invalidValues('parameter', read.error.issues, given, parameters);
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
