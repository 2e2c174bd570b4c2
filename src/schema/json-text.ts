import { formatCount } from './plain-text.ts';

/** Texts, brackets (an empty pair as one), commas, colons, and white space of JSON. */
const signs = /"(?:\\.|[^"\\])*"?|([{[])\s*([}\]])?|[}\],:]|\s+/gs;

/**
 * Formats JSON with one member per line, and keeps every digit, because numbers are not parsed. Also accepts text that
 * is cut off in the middle.
 */
export function spreadJson(json: string): string {
  let depth = 0;
  const line = (deeper: number) => {
    depth = Math.max(0, depth + deeper);
    return `\n${'  '.repeat(depth)}`;
  };
  return json.replace(signs, (sign: string, open?: string, empty?: string) => {
    if (open) return empty ? open + empty : open + line(1);
    if (sign === '}' || sign === ']') return line(-1) + sign;
    if (sign === ',') return sign + line(0);
    return sign === ':' ? ': ' : sign.trim();
  });
}

/** The value of a JSON text; undefined if it is not JSON, such as a file that was emptied by a power cut. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** No JSON file of a publisher has a tenth of these objects, or of these values. Parsing more can end the process for lack of memory. */
const [MAX_OBJECTS, MAX_VALUES] = [500_000, 3_000_000];

/** Why a JSON text is not parsed, as text: it has too many parts, whatever its size. Null if it may be parsed. */
export function tooManyParts(text: string): string | null {
  const isAbove = (mark: string, most: number) => {
    let count = 0;
    for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) if (++count > most) return true;
    return false;
  };
  if (isAbove('{', MAX_OBJECTS)) return `it has more than ${formatCount(MAX_OBJECTS)} objects`;
  return isAbove(',', MAX_VALUES) ? `it has more than ${formatCount(MAX_VALUES)} values` : null;
}
