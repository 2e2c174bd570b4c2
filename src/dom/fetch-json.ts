/** Fetches JSON. Throws if the response is an error or not JSON. */
export async function fetchJson<T>(address: string): Promise<T> {
  const response = await fetch(address, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`${address} cannot be had: HTTP ${response.status}`);
  return (await response.json()) as T;
}

/** One suggestion, as `/suggest` sends it. */
export interface Suggestion {
  readonly href: string;
  readonly label: string;
  /** Distinguishes the suggestion from others of the same name. */
  readonly detail: string;
}

/** The server's suggestions for a text. Throws if the server cannot be reached, or the request was aborted. */
export async function suggestionsFor(q: string, signal: AbortSignal): Promise<Suggestion[]> {
  const response = await fetch(`/suggest?q=${encodeURIComponent(q)}`, { signal });
  if (!response.ok) throw new Error(`no suggestions: HTTP ${response.status}`);
  return ((await response.json()) as { data: Suggestion[] }).data;
}
