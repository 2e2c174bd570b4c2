/** The address of a list with some parameters changed: null removes one. Links to the first page, unless `offset` is given. */
export function queryLink(
  path: string,
  params: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | number | null>> = {},
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...params, ...changes }))
    if (value !== null && value !== '' && !(name === 'offset' && Number(value) === 0)) query.set(name, String(value));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The offset in the address of a list; 0 if it has none or an invalid one. */
export function offsetOf(query: URLSearchParams): number {
  const text = query.get('offset') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
