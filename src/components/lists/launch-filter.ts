import type { z } from 'zod';
import { fold } from '../../schema/fold.ts';
import type { launch } from '../../schema/objects/launch.ts';
import { launchOutcomes } from '../../schema/vocabulary.ts';

export type Launch = z.infer<typeof launch>;

/** Filters of the list of launches. */
export interface LaunchFilter {
  /** `1998`, of the designator. */
  readonly year?: string;
  /** Words of the name, in their order and in any case. */
  readonly vehicle?: string;
  readonly site?: string;
  /** Words of the provider's name, or its slug. */
  readonly provider?: string;
  readonly outcome?: (typeof launchOutcomes)[number];
}

/** Longest search text, in characters. */
const MAX_TEXT = 100;

/** The filter of a query, and the names of its parameters with invalid values. */
export function readLaunchFilter(query: URLSearchParams): { filter: LaunchFilter; unread: string[] } {
  const filter: Record<string, string> = {};
  const unread: string[] = [];
  for (const name of ['year', 'vehicle', 'site', 'provider', 'outcome']) {
    const given = (query.get(name) ?? '').trim();
    if (given === '') continue;
    const value = name === 'outcome' ? given.toUpperCase() : given;
    const reads =
      name === 'year'
        ? /^\d{4}$/.test(value)
        : name === 'outcome'
          ? (launchOutcomes as readonly string[]).includes(value)
          : value.length <= MAX_TEXT && fold(value) !== '';
    if (reads) filter[name] = value;
    else unread.push(name);
  }
  return { filter, unread };
}

/** The launches that match a filter, in their order. */
export function filterLaunches(
  all: readonly Launch[],
  { year, vehicle, site, provider, outcome }: LaunchFilter,
): readonly Launch[] {
  const has = (sought: string | undefined) => {
    if (sought === undefined) return () => true;
    const words = ` ${fold(sought)} `;
    return (text: string | null) => text !== null && ` ${fold(text)} `.includes(words);
  };
  const [hasVehicle, hasSite, hasProvider] = [has(vehicle), has(site), has(provider)];
  return all.filter(
    (one) =>
      (year === undefined || one.launch_id.startsWith(year)) &&
      (outcome === undefined || one.outcome === outcome) &&
      hasVehicle(one.launch_vehicle) &&
      hasSite(one.launch_site) &&
      (hasProvider(one.provider) || one.provider_slug === provider),
  );
}

/** The most frequent values of a fact among some launches, at most `limit`. */
export function frequent(launches: readonly Launch[], fact: (one: Launch) => string | null, limit: number): string[] {
  const counts = new Map<string, number>();
  for (const one of launches) {
    const value = fact(one);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, many], [b, fewer]) => fewer - many || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([value]) => value);
}
