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
/** The required query parameters of a route, with their examples. */
export const requiredQuery = ({ id, query }: RouteFacts, more: readonly string[] = []) =>
  Object.entries(query)
    .filter(
      ([name, parameter]) =>
        parameter.required ||
        alternatives[id]?.some(
          ({ names, unless }) => names.includes(name) && !more.some((one) => unless.includes(one.split('=')[0]!)),
        ),
    )
    .map(([name, { example }]) => `${name}=${encodeURIComponent(String(example))}`);
