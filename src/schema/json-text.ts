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
