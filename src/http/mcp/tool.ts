import {
  type CallToolResult,
  fromJsonSchema,
  type JsonSchemaType,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import { tiers } from '../../accounts/keys/tier.ts';
import { publishers } from '../../schema/release/publishers.ts';
import { exampleOf, type Parameters } from '../api/parameter.ts';
import type { RouteFacts } from '../api/route.ts';
import { type ErrorCode, errors } from '../errors.ts';
import type { OpenedRelease } from '../opened-release.ts';
import type { RequestContext } from '../request-context.ts';
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
  readonly input: JsonSchemaType;
  respond(args: Arguments, call: ToolCall): Promise<ToolResponse>;
}

/** Every tool reads, and changes nothing. */
export const annotations: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/**
 * The input schema of a tool: some parameters of a route, with the same names, meaning, and bounds, and arguments that are
 * the tool's own.
 */
export function inputOf(
  { params, query }: Pick<RouteFacts, 'params' | 'query'>,
  names: readonly string[],
  own: Readonly<Record<string, object>> = {},
): JsonSchemaType {
  const parameters: Parameters = { ...params, ...query };
  const properties = Object.fromEntries(
    names.map((name) => {
      const parameter = parameters[name]!;
      const schema = { ...parameter.json, description: parameter.meaning, examples: [exampleOf(parameter)] };
      return [name, isObjectArgument(name) ? orName(schema) : schema];
    }),
  );
  const required = names.filter((name) => parameters[name]!.required);
  return {
    type: 'object',
    properties: { ...properties, ...own },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  } as JsonSchemaType;
}

/** Whether an argument accepts an object, or several: by catalog number, designator, or name. */
export const isObjectArgument = (name: string): boolean => name === 'norad_cat_id' || name === 'ids';

/** Longest name of an object in an argument. */
const MAX_NAME = 100;

/**
 * The schema of an argument for a catalog number, or a list of them (as an array, or as text), that also accepts names.
 */
export function orName<S extends { readonly description: string; readonly type?: string; readonly items?: unknown }>(
  schema: S,
) {
  const description = `${schema.description}: a catalog number, a designator such as 1998-067A, or a name, which costs one more request`;
  const { items = {} } = schema;
  const either = { ...(items as object), type: ['integer', 'string'], minLength: 1, maxLength: MAX_NAME };
  if (schema.type === 'integer') return { ...schema, ...either, description };
  const { pattern: _pattern, ...list } = schema as S & { readonly pattern?: string };
  return {
    minItems: 1,
    ...list,
    type: 'array',
    items: either,
    description,
    examples: [[25544, 'Hubble Space Telescope']],
  };
}

/** A schema in the form that the SDK accepts. Its messages for invalid arguments include the allowed values. */
export function schemaOf(input: JsonSchemaType): StandardSchemaWithJSON<Arguments, Arguments> {
  const standard = fromJsonSchema<Arguments>(input)['~standard'];
  const properties = (input as { properties: Readonly<Record<string, object>> }).properties;
  return {
    '~standard': {
      ...standard,
      async validate(value) {
        const result = await standard.validate(corrected(value, properties));
        return result.issues ? { issues: [{ message: adviceOn(result.issues[0]!.message, properties) }] } : result;
      },
    },
  };
}

/**
 * Corrects frequent mistakes of models in arguments: one value instead of a list, and a number or boolean as text. The
 * schema rejects the others.
 */
function corrected(value: unknown, properties: Readonly<Record<string, object>>): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, given]) => [
      name,
      Object.hasOwn(properties, name) ? correctedValue(given, properties[name] as ArgumentSchema) : given,
    ]),
  );
}

interface ArgumentSchema {
  readonly type?: string | readonly string[];
  readonly items?: ArgumentSchema;
}

function correctedValue(given: unknown, { type, items }: ArgumentSchema): unknown {
  if (type === 'array') {
    if (given === null || given === undefined) return given;
    const list = typeof given === 'string' && /^\d{1,9}(,\d{1,9})+$/.test(given) ? given.split(',') : [given];
    return (Array.isArray(given) ? given : list).map((one) => (items ? correctedValue(one, items) : one));
  }
  if (typeof given !== 'string') return given;
  const isOf = (...types: string[]) => types.some((one) => (Array.isArray(type) ? type.includes(one) : type === one));
  if (isOf('integer', 'number') && /^-?\d{1,15}(\.\d{1,15})?$/.test(given.trim())) return Number(given);
  return isOf('boolean') && /^(true|false)$/.test(given) ? given === 'true' : given;
}

/** The keywords of a schema that restrict a value. */
const bounds = ['type', 'enum', 'items', 'minimum', 'maximum', 'pattern', 'minLength', 'maxLength'] as const;

function adviceOn(message: string, properties: Readonly<Record<string, object>>): string {
  const words = message.replace(/^data\/?/, '');
  const property = properties[/^(\w+)/.exec(words)?.[1] ?? ''] as Readonly<Record<string, unknown>> | undefined;
  if (!property) return `${words}. This tool takes: ${Object.keys(properties).join(', ')}.`;
  const allowed = Object.fromEntries(bounds.flatMap((name) => (name in property ? [[name, property[name]]] : [])));
  return `${words}. Allowed: ${JSON.stringify(allowed)}.`;
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
    `Limits: needs an API key. ${cost} Free keys have ${daily.toLocaleString('en-US')} requests a day and ${burst} a second.`,
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
