import { z } from '@hono/zod-openapi';
import type { CallToolResult, StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import { tiers } from '../../accounts/keys/tier.ts';
import { acceptedBy, type JsonSchema } from '../../http/api/advice.ts';
import { invalidValues, type Parameter, type Parameters } from '../../http/api/parameter.ts';
import type { RouteFacts } from '../../http/api/route.ts';
import { type ErrorCode, errors } from '../../http/errors.ts';
import type { OpenedRelease } from '../../http/opened-release.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { formatCount } from '../../schema/plain-text.ts';
import { publishers } from '../../schema/release/publishers.ts';
import type { ApiCaller, ApiResponse } from './api-caller.ts';

/** The data that a tool may use to answer one call. */
export interface ToolCall {
  readonly api: ApiCaller;
  readonly context: RequestContext;
  /** The release that a response of the API was made from. Throws if it is no longer available. */
  releaseOf(response: ApiResponse): Promise<OpenedRelease>;
}

/** Arguments of a call, validated by the input schema. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The response of a tool, besides the release that every response names. */
export interface ToolResponse {
  /** The response that the release and the limits are read from. */
  readonly response: ApiResponse;
  readonly data: Readonly<Record<string, unknown>>;
  /** Slugs of the sources of its values. */
  readonly sources: Iterable<string>;
}

/** One tool. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Parameters;
  respond(args: Arguments, call: ToolCall): Promise<ToolResponse>;
}

/** Every tool reads, and changes nothing. */
export const annotations: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** The arguments of a tool: some parameters of a route, which also accept names of objects, and others of its own. */
export const inputOf = (
  { params, query }: Pick<RouteFacts, 'params' | 'query'>,
  names: readonly string[],
  own: Parameters = {},
): Parameters => {
  const parameters: Parameters = { ...params, ...query };
  const taken = names.map((name) => {
    const one = parameters[name]!;
    return [name, isObjectArgument(name) ? orName(one) : one] as const;
  });
  return { ...Object.fromEntries(taken), ...own };
};

/** Whether an argument accepts an object, or several: by catalog number, designator, or name. */
export const isObjectArgument = (name: string): boolean => name === 'norad_cat_id' || name === 'ids';

/** Longest name of an object in an argument. */
const MAX_NAME = 100;

/** The parameter for a catalog number, or for a list of them, that also accepts names in JSON. */
export function orName(one: Parameter): Parameter {
  const { json } = one;
  const number = (json.type === 'array' ? json.items : json) as { readonly minimum: number; readonly maximum: number };
  const either = z.union([z.int().min(number.minimum).max(number.maximum), z.string().min(1).max(MAX_NAME)]);
  const isList = json.type === 'array';
  const value = isList ? z.array(either).min(1).max(Number(json.maxItems)) : either;
  return {
    ...one,
    ...acceptedBy(
      value,
      `a catalog number, a designator such as 1998-067A, or a name${isList ? '; several in a list' : ''}`,
    ),
    value,
    meaning: `${one.meaning}: a catalog number, a designator such as 1998-067A, or a name, which costs one more request`,
    example: isList ? [25544, 'Hubble Space Telescope'] : one.example,
  };
}

/** The arguments of a tool for clients (JSON Schema). Arguments are read by `readArguments`, whose errors are those of the API. */
export function schemaOf(input: Parameters): StandardSchemaWithJSON<Arguments, Arguments> {
  const required = Object.keys(input).filter((name) => input[name]!.required);
  const properties = Object.entries(input).map(([name, { json, meaning, example }]) => {
    return [name, { ...json, description: meaning, examples: [example] }] as const;
  });
  const json = () => ({
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  });
  const validate = (value: unknown) => ({ value: value as Arguments });
  return { '~standard': { version: 1, vendor: 'orbweaver', validate, jsonSchema: { input: json, output: json } } };
}

/**
 * The arguments of a call. Corrects frequent mistakes of models first: one value, or several with commas, instead of a list; a number or
 * boolean as text; and the case of an enumerated value.
 * Throws ApiError.
 */
export function readArguments(input: Parameters, given: Arguments): Arguments {
  const corrected = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      Object.hasOwn(input, name) ? correctedValue(value, input[name]!.json) : value,
    ]),
  );
  const shape = Object.entries(input).map(([name, { value, required }]) => [name, required ? value : value.optional()]);
  const { error } = z.strictObject(Object.fromEntries(shape)).safeParse(corrected);
  if (error) throw invalidValues('argument', error.issues, corrected, input);
  return corrected;
}

function correctedValue(given: unknown, { type, items, anyOf, enum: allowed }: JsonSchema): unknown {
  if (type === 'array') {
    if (given === null || given === undefined) return given;
    const one = items as JsonSchema;
    const isJoined = typeof given === 'string' && (Array.isArray(one.enum) || /^\d{1,9}(,\d{1,9})+$/.test(given));
    const list = Array.isArray(given) ? given : isJoined ? given.split(',').map((part) => part.trim()) : [given];
    return list.map((value) => correctedValue(value, one));
  }
  if (typeof given !== 'string') return given;
  // Enumerations of the API do not depend on case either.
  if (Array.isArray(allowed)) return allowed.find((one) => String(one).toLowerCase() === given.toLowerCase()) ?? given;
  const types = Array.isArray(anyOf) ? anyOf.map((one: JsonSchema) => one.type) : [type];
  const isNumber = types.includes('integer') || types.includes('number');
  if (isNumber && /^-?\d{1,15}(\.\d{1,15})?$/.test(given.trim())) return Number(given);
  return types.includes('boolean') && /^(true|false)$/.test(given) ? given === 'true' : given;
}

const freshness = {
  elements: publishers.find(({ slug }) => slug === 'celestrak')!.refresh,
  records: publishers.map(({ short_name, refresh }) => `${short_name} ${refresh}`).join('; '),
} as const;

interface DescriptionFacts {
  readonly about: string;
  /** The origin of its values. */
  readonly from: keyof typeof freshness;
  /** The cost of a call, as a sentence; one request by default. */
  readonly cost?: string;
  readonly errors: readonly ErrorCode[];
}

/** The description for models: the tool's purpose, the freshness of its responses, its limits and errors. */
export function describe({ about, from, cost = 'A call counts one request.', errors: own }: DescriptionFacts): string {
  const { daily, burst } = tiers.free;
  return [
    about,
    `Freshness: refreshed ${freshness[from]}. Every response names its release and how old it is; a call repeated before the next release returns the same.`,
    `Limits: needs an API key. ${cost} Free keys have ${formatCount(daily)} requests a day and ${burst} a second.`,
    `Errors: ${[...own, 'invalid_parameter' as const, 'daily_quota_exceeded' as const].map((code) => `${code} (${errors[code].hint})`).join(' ')}`,
  ].join('\n\n');
}

/** How many allowed values the text of an error names; the structured error has them all. */
const MAX_ALLOWED = 40;

/** An error for models: code, problem, hint, and allowed values. */
export function errorResult(body: Readonly<Record<string, unknown>>): CallToolResult {
  const { code, error, hint, parameter, allowed, retry_after } = body;
  const words = [
    `${String(code)}: ${String(error)}`,
    String(hint),
    ...(parameter === undefined ? [] : [`Argument: ${String(parameter)}.`]),
    ...(Array.isArray(allowed) && allowed.length > 0
      ? [`Allowed: ${allowed.slice(0, MAX_ALLOWED).join(', ')}${allowed.length > MAX_ALLOWED ? ', …' : ''}.`]
      : []),
    ...(retry_after === undefined ? [] : [`Try again in ${String(retry_after)} s.`]),
  ];
  return { content: [{ type: 'text', text: words.join(' ') }], structuredContent: { ...body }, isError: true };
}
