/** One suggestion, as `/suggest` sends it. */
export interface Suggestion {
  readonly href: string;
  readonly label: string;
  /** What distinguishes it from others of that name. */
  readonly detail: string;
}

/** What the server suggests for a text. Throws if it cannot be reached, or the request was aborted. */
export async function suggestionsFor(q: string, signal: AbortSignal): Promise<Suggestion[]> {
  const response = await fetch(`/suggest?q=${encodeURIComponent(q)}`, { signal });
  if (!response.ok) throw new Error(`no suggestions: HTTP ${response.status}`);
  return ((await response.json()) as { data: Suggestion[] }).data;
}
