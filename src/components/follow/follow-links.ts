/**
 * URL of the form for a new webhook about some objects, prefilled; `types` are the types of events, the default ones if
 * empty.
 */
export function webhookAddress(query: string, description: string, types: readonly string[] = []): string {
  const filled = new URLSearchParams({ query, description: description.slice(0, 200) });
  for (const type of types) filled.set(`type_${type}`, 'on');
  return `/account/webhooks?${filled}`;
}
