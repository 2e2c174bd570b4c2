import examples from '../../http/api/openapi/examples.json' with { type: 'json' };
import { describeApi } from '../../http/api/openapi/openapi.ts';

/** The part of JSON Schema that is used here. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly 'x-unit'?: string;
}
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: unknown;
}
interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: Readonly<Record<string, string>> }>>;
}
interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, Content>>;
}
/** One route, as in `/openapi.json`. */
export interface Operation {
  readonly operationId: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, Answer>>;
}
interface Document {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, { readonly get?: Omit<Operation, 'path'> }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, { readonly description: string }>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
  };
}

const document = describeApi('/', '1.0.0', examples) as unknown as Document;

/** Every route, in the order of the OpenAPI document. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, { get }]) =>
  // Routes with a request body have pages of their own.
  get ? [{ ...get, path, parameters: get.parameters ?? [] }] : [],
);
export const tags = document.tags;

/** Whether a route answers without a key. */
export const isPublic = ({ security }: Operation): boolean => security.some((way) => Object.keys(way).length === 0);

const resolved = (schema: Schema): Schema =>
  schema.$ref ? (document.components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {}) : schema;

/** The descriptions of a response's headers, by name. */
export const headersOf = ({ headers = {} }: Answer): [name: string, meaning: string][] =>
  Object.keys(headers).map((name) => [name, document.components.headers[name]?.description ?? '']);

/** The type of a value in a few words. */
export function typeOf(given: Schema): string {
  const schema = resolved(given);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  const types = [schema.type ?? 'any'].flat();
  const words = types.map((type) => {
    if (type === 'array') return `array of ${schema.items ? typeOf(schema.items) : 'anything'}`;
    if (type === 'string' && schema.format) return schema.format;
    return type;
  });
  return [...new Set(words)].join(' or ');
}

interface Row {
  readonly name: string;
  readonly type: string;
  readonly unit: string;
  readonly meaning: string;
}
const deepest = 4;

/** The fields of a response, nested ones with their path: `data[].claims[].field`. */
export function fieldsOf(given: Schema, way = '', depth = 0): Row[] {
  const schema = inner(given);
  if (!schema.properties || depth >= deepest) return [];
  return Object.entries(schema.properties).flatMap(([key, value]) => {
    const field = resolved(value);
    const list = isList(field);
    const name = `${way}${key}`;
    const meaning = value.description ?? field.description ?? '';
    const row = { name, type: typeOf(value), unit: field['x-unit'] ?? '', meaning };
    return [row, ...fieldsOf(field, `${name}${list ? '[]' : ''}.`, depth + 1)];
  });
}

const isList = (schema: Schema): boolean =>
  [schema.type].flat().includes('array') || (schema.anyOf?.some((one) => isList(resolved(one))) ?? false);

/** The object schema inside a schema: itself, the items of its list, or its non-null option. */
function inner(given: Schema): Schema {
  const schema = resolved(given);
  if (schema.items) return inner(schema.items);
  const object = schema.anyOf?.map(inner).find(({ properties }) => properties);
  return object ?? schema;
}
