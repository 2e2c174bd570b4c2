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

/** The objects that a tool may use to answer one call. */
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
      return [name, { ...parameter.json, description: parameter.meaning, examples: [exampleOf(parameter)] }];
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

/** A schema as the SDK takes it. Its messages for invalid arguments include the allowed values. */
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
  const typeOf = (name: string) =>
    Object.hasOwn(properties, name) ? (properties[name] as { type?: string }).type : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, given]) => {
      const type = typeOf(name);
      if (type === 'array' && given !== null && !Array.isArray(given)) return [name, [given]];
      if (typeof given !== 'string') return [name, given];
      const isNumber = (type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d{1,15})?$/.test(given.trim());
      if (isNumber) return [name, Number(given)];
      return [name, type === 'boolean' && /^(true|false)$/.test(given) ? given === 'true' : given];
    }),
  );
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
