import type { z } from 'zod';
import { integer, readQuery } from '../../../http/api/parameter.ts';
import { orProblem } from '../../../http/pages/page-list.ts';
import type { Catalog } from '../../../query/catalog.ts';
import type { launch } from '../../../schema/objects/launch.ts';
import { launchFilterOf, launchFilters } from './launches.ts';

/** How many launches a page shows. */
const limit = 100;
const paged = { ...launchFilters, offset: integer('How many come before', 0, 1_000_000_000, 0) };

/** Filters with a shorter name in the page's address than in the API. */
const shortNames: Readonly<Record<string, string>> = { launch_vehicle: 'vehicle', launch_site: 'site' };
const longNames = new Map(Object.entries(shortNames).map(([long, short]) => [short, long]));
const pageName = (name: string) => shortNames[name] ?? name;

/** Runs the query of `/launches?…`; parameters that the list does not have are ignored. Throws CatalogError. */
export async function listLaunches(catalog: Catalog, query: string) {
  const given = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(query)) {
    const long = longNames.get(name) ?? name;
    if (Object.hasOwn(paged, long) && value.trim() !== '') given.set(long, value.trim());
  }
  const { offset: _offset, ...texts } = Object.fromEntries(given);
  /** The filters as the reader gave them. */
  const params = Object.fromEntries(Object.entries(texts).map(([name, text]) => [pageName(name), text]));
  const found = await orProblem(paged, async () => {
    const { offset, ...filters } = readQuery(given.toString(), paged);
    const filter = await launchFilterOf(catalog, filters);
    const { total, undated, texts } = await catalog.queryLaunches(filter, { limit, offset });
    return {
      ok: true as const,
      total,
      /** How many more may match a filter by launch day. */
      possible: undated?.possible ?? 0,
      limit,
      offset,
      rows: texts.map((text) => JSON.parse(text) as z.infer<typeof launch>),
      /** The number of launches in each year, with all other filters applied; the oldest first. */
      years: await catalog.launchYears({ ...filter, year: undefined }),
    };
  });
  if (found.ok) return { ...found, params };
  return { ...found, params, parameter: found.parameter && pageName(found.parameter) };
}
