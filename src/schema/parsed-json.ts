/** The value of a JSON text; undefined if it is not JSON, such as a file that was emptied by a power cut. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
