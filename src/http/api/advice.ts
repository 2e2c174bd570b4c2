/** The values that a parameter accepts, for programs and for people. */
interface Accepting {
  readonly json: Readonly<Record<string, unknown>>;
  readonly allowed: readonly string[];
}

/** How many values a sentence may list. */
const MAX_LISTED = 12;
/** The bound that means "or more". */
const ANY = 1e9;

/** The allowed values as the end of a sentence: "a whole number from 1 to 100". Null if they need a list. */
function kindOf({ json, allowed }: Accepting): string | null {
  const { type, minimum, maximum } = json;
  if (type === 'boolean') return 'true or false';
  if (minimum !== undefined && maximum !== undefined) {
    const number = type === 'integer' ? 'a whole number' : 'a number';
    return Number(maximum) === ANY ? `${number} of ${minimum} or more` : `${number} from ${minimum} to ${maximum}`;
  }
  if (json.enum) return allowed.length <= MAX_LISTED ? `one of ${allowed.join(', ')}` : null;
  return allowed.length === 1 ? allowed[0]! : null;
}

/** The hint for an invalid value: "limit must be a whole number from 1 to 100." */
export function adviceOn(name: string, parameter: Accepting, given: string): string {
  if (parameter.json.type === 'string' && /T\d\d:\d\d\S* \d\d:?\d\d$/.test(given))
    return `A "+" in a URL stands for a space: send %2B, as in ${name}=${given.replace(' ', '%2B')}.`;
  const kind = kindOf(parameter);
  if (kind === null) return 'Use one of the values in "allowed".';
  return parameter.allowed[0] === kind ? `Give ${kind}.` : `${name} must be ${kind}.`;
}

/** The hint for a missing value: "Add lon, from -180 to 180." */
export function adviceToAdd(name: string, parameter: Accepting): string {
  const kind = kindOf(parameter)?.replace(/^a (?:whole )?number (?=from |of )/, '');
  return `Add ${name}, ${kind ?? 'one of the values in "allowed"'}.`;
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
