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

/** The label of a catalog filter on the site: `min_perigee_km` is "min perigee". */
export function filterLabel(parameter: string): string {
  if (parameter === 'q') return 'text';
  if (parameter === 'conflicting') return 'disputed';
  return parameter.replace(/_(km|deg|min|kg)$/, '').replaceAll('_', ' ');
}

/** Options of a yes/no filter. */
export const yesNo = [
  ['true', 'yes'],
  ['false', 'no'],
] as const;
