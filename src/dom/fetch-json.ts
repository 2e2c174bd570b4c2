/** Fetches JSON. Throws if the response is an error or not JSON. */
export async function fetchJson<T>(address: string): Promise<T> {
  const response = await fetch(address, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`${address} cannot be had: HTTP ${response.status}`);
  return (await response.json()) as T;
}
