/** The value of a JSON text; undefined where it is none, as a file that a power cut has left empty. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
