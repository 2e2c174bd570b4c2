import { z } from '@hono/zod-openapi';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The values that a parameter, a property of a body, or an argument of a tool accepts. */
export interface AcceptedValues {
  /** For programs. */
  readonly json: JsonSchema;
  /** For error messages: a list of values, or one string such as `1..100`. */
  readonly allowed: readonly string[];
}

/** How many values a sentence may list. */
const MAX_LISTED = 12;
/** The bound that means "or more". */
const ANY = 1e9;

/** The JSON Schema of values. */
function jsonSchemaOf(value: z.ZodType): JsonSchema {
  const { $schema: _dialect, pattern, ...json } = z.toJSONSchema(value) as Record<string, unknown>;
  // The pattern of a format repeats it.
  return pattern === undefined || json.format !== undefined ? json : { ...json, pattern };
}

/** The allowed values for error messages. `spelling`: how one is written, if the schema does not tell. */
function allowedOf(json: JsonSchema, spelling?: string): readonly string[] {
  const { type, items, anyOf, minimum, maximum, maxLength } = json;
  if (spelling !== undefined) return [spelling];
  if (Array.isArray(json.enum)) return json.enum.map(String);
  if (type === 'boolean') return ['true', 'false'];
  if (items !== undefined) return allowedOf(items as JsonSchema);
  if (Array.isArray(anyOf)) return [...new Set(anyOf.flatMap((one: JsonSchema) => allowedOf(one)))];
  if (minimum !== undefined && maximum !== undefined)
    return [type === 'integer' && maximum === ANY ? `${minimum} or more` : `${minimum}..${maximum}`];
  if (maxLength !== undefined) return [`text of at most ${maxLength} characters`];
  return [String(type)];
}

/** The values that a schema accepts, and how one is written, if the schema does not tell. */
export function acceptedBy(value: z.ZodType, spelling?: string): AcceptedValues {
  const json = jsonSchemaOf(value);
  return { json, allowed: allowedOf(json, spelling) };
}

/** The values that each property of an object accepts. */
export const acceptedIn = ({ shape }: z.ZodObject): Readonly<Record<string, AcceptedValues>> =>
  Object.fromEntries(Object.entries(shape).map(([name, value]) => [name, acceptedBy(value as z.ZodType)]));

/** The allowed values as the end of a sentence: "a whole number from 1 to 100". Null if they need a list. */
function kindOf({ json, allowed }: AcceptedValues): string | null {
  const { type, minimum, maximum } = json;
  if (type === 'boolean') return 'true or false';
  if (minimum !== undefined && maximum !== undefined) {
    const number = type === 'integer' ? 'a whole number' : 'a number';
    return maximum === ANY ? `${number} of ${minimum} or more` : `${number} from ${minimum} to ${maximum}`;
  }
  if (json.enum) return allowed.length <= MAX_LISTED ? `one of ${allowed.join(', ')}` : null;
  return allowed.length === 1 ? allowed[0]! : null;
}

/** The hint for an invalid value: "limit must be a whole number from 1 to 100." */
export function adviceOn(name: string, values: AcceptedValues, given: unknown): string {
  if (values.json.type === 'string' && typeof given === 'string' && /T\d\d:\d\d\S* \d\d:?\d\d$/.test(given))
    return `A "+" in a URL stands for a space: send %2B, as in ${name}=${given.replace(' ', '%2B')}.`;
  const kind = kindOf(values);
  const nearest = typeof given === 'string' ? nearestAllowed(given, values) : undefined;
  if (nearest !== undefined)
    return `Did you mean ${nearest}? ${kind ? `${name} must be ${kind}.` : '"allowed" has every value.'}`;
  if (kind === null) return 'Use one of the values in "allowed".';
  return values.allowed[0] === kind ? `Give ${kind}.` : `${name} must be ${kind}.`;
}

/** The hint for a missing value: "Add lon, from -180 to 180." */
export function adviceToAdd(name: string, values: AcceptedValues): string {
  const kind = kindOf(values)?.replace(/^a (?:whole )?number (?=from |of )/, '');
  return `Add ${name}, ${kind ?? 'one of the values in "allowed"'}.`;
}

/**
 * The allowed value that the first other one in a comma list is likely to mean: one letter off, or the only one that begins like it, as
 * `ROCKET_BODY` for `rocket`. Undefined if there is none, or if the values are no closed list.
 */
function nearestAllowed(given: string, { json, allowed }: AcceptedValues): string | undefined {
  const { enum: values } = (json.items as JsonSchema | undefined) ?? json;
  if (!Array.isArray(values)) return undefined;
  const isAllowed = (text: string) => allowed.some((value) => value.toLowerCase() === text);
  const other = given
    .toLowerCase()
    .split(',')
    .map((text) => text.trim())
    .find((text) => text !== '' && !isAllowed(text));
  if (other === undefined) return undefined;
  const longer = allowed.filter((value) => value.toLowerCase().startsWith(other));
  return nearestName(other, allowed) ?? (longer.length === 1 ? longer[0] : undefined);
}

/** The name among `names` that is one letter off: added, left out, replaced, or two exchanged. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const given = name.toLowerCase();
  return names.find((one) => isOneLetterOff(given, one.toLowerCase()));
}

function isOneLetterOff(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length !== long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}
