import type { RouteFacts } from '../../src/http/api/route.ts';

/** Parameters of a route that are required unless another one is given. */
const alternatives: Readonly<
  Record<string, readonly { readonly names: readonly string[]; readonly unless: readonly string[] }[]>
> = {
  listFieldTracks: [{ names: ['ra_deg', 'dec_deg', 'radius_deg'], unless: ['corners'] }],
  identifyStreak: [
    { names: ['t1', 't2'], unless: ['at'] },
    { names: ['ra1', 'dec1', 'ra2', 'dec2'], unless: ['az1', 'el1', 'az2', 'el2'] },
  ],
};

/** The query of a request to a route: the parameters that are given, after the required ones that are not, with their examples. */
export function requiredQuery({ id, query }: RouteFacts, given: readonly string[]): string[] {
  const names = new Set(given.map((pair) => pair.split('=')[0]!));
  const isMissing = (name: string) =>
    query[name]!.required ||
    alternatives[id]?.some((one) => one.names.includes(name) && !one.unless.some((other) => names.has(other)));
  const missing = Object.entries(query).filter(([name]) => !names.has(name) && isMissing(name));
  return [...missing.map(([name, { example }]) => `${name}=${encodeURIComponent(String(example))}`), ...given];
}
