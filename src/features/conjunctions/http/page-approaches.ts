import { integer, readQuery } from '../../../http/api/parameter.ts';
import { cleanQuery, orProblem } from '../../../http/pages/page-list.ts';
import type { Sgp4Elements } from '../../../orbit/sgp4-record.ts';
import type { Catalog } from '../../../query/catalog.ts';
import { passingKinds } from '../../../schema/approaches/conjunction.ts';
import { encounterTracks, errorEllipses } from '../encounter.ts';
import type { ServedRuns } from '../served-runs.ts';
import { amongOf, approachOf, listFilters, listQueryOf } from './conjunction-routes.ts';

const { run: _run, ...filters } = listFilters;
const paged = {
  ...filters,
  limit: integer('How many a page shows', 1, 100, 50),
  offset: integer('How many come before', 0, 1_000_000_000, 0),
};

/** Close approaches for pages. Every method reads the newest complete run. */
export function approachPages(approaches: ServedRuns, catalog: Catalog) {
  return {
    /** A page of `/conjunctions` for its query string; sorted by distance by default. `run` is null if no search has been run yet. */
    list: (query: string) =>
      orProblem(paged, async () => {
        const clean = cleanQuery(query);
        const read = readQuery(clean, paged);
        const { limit, offset } = read;
        const served = await approaches.newest();
        const asked = listQueryOf({ ...read, sort: read.sort ?? 'range_km' });
        const among = await amongOf(catalog, read);
        const { rows, total } = served?.store.read({ ...among, ...asked }) ?? { rows: [], total: 0 };
        const { limit: _limit, offset: _offset, ...params } = Object.fromEntries(new URLSearchParams(clean));
        return { ok: true as const, run: served?.run ?? null, rows, total, limit, offset, params };
      }),
    /** The next approaches of an object after a moment, and whether the searched time was over then; null if no search has been run yet. */
    async of(id: number, now: Date, limit: number) {
      const served = await approaches.newest();
      if (!served) return null;
      const { rows, total } = served.store.read({
        among: [[id]],
        kinds: passingKinds,
        from: now.toISOString(),
        sort: 'tca',
        limit,
        offset: 0,
      });
      const together = served.store.read({
        among: [[id]],
        kinds: ['docked', 'formation'],
        sort: 'range_km',
        limit,
        offset: 0,
      });
      const { compared_with, searched } = served.store.comparisonOf(id);
      const searchedTo = searched?.to ?? served.run.to;
      return {
        run: served.run,
        /** End of the time for which its approaches were searched: at most that of the run. */
        searchedTo,
        isOver: Date.parse(searchedTo) < now.getTime(),
        comparedWith: compared_with,
        rows,
        total,
        together: together.rows,
      };
    },
    /** One approach with the tracks of both objects; null if the newest run has none of this name. */
    async one(id: string) {
      const served = await approaches.newest();
      const found = served && approachOf(served, id);
      if (!found) return null;
      const [first, second] = found.elements as unknown as [Sgp4Elements, Sgp4Elements];
      return {
        run: served.run,
        approach: found,
        tracks: encounterTracks([first, second], Date.parse(found.tca)),
        ellipses: errorEllipses(found, [first, second]),
      };
    },
  };
}
