import type { z } from 'zod';
import type { Database } from '../release/database.ts';
import type { ReadOnce } from '../release/read-once.ts';
import { jsonRow } from '../schema/field.ts';
import { launch, launchOrder } from '../schema/objects/launch.ts';
import { readUndatedLaunches } from './launch-list.ts';

type Launch = z.infer<typeof launch>;

const launches = `SELECT ${jsonRow(launch)} FROM launches ORDER BY ${launchOrder}`;

/** The website's queries of launches. Every method throws CatalogError if the release's file cannot be read. */
export function pageLaunches(database: Database, readOnce: ReadOnce, reentries: () => Promise<Int32Array>) {
  /** Catalog numbers of the objects of a launch, payloads first. */
  const launched = async (launchId: string) => {
    const launches = await readOnce('page launched', () => readLaunched(database));
    return launches.get(launchId) ?? new Int32Array();
  };
  return {
    /** Every launch, newest first. */
    launches: () =>
      readOnce('page launches', async () => {
        const rows = await database.rows<{ json: string }>(launches);
        return rows.map(({ json }) => JSON.parse(json) as Launch);
      }),
    /** Launches without a name of their own, which have that of one of their payloads. */
    namedByPayload: () =>
      readOnce('page launches named by a payload', async () => {
        // An older release has no claims about launches: it does not say whose name it has.
        const rows = await database.rows<{ launch_id: string }>(
          `SELECT launch_id FROM launches WHERE name IS NOT NULL AND payloads > 1 AND EXISTS (FROM launch_claims)
            AND launch_id NOT IN (SELECT launch_id FROM launch_claims WHERE field = 'name')`,
        );
        return new Set(rows.map(({ launch_id }) => launch_id));
      }),
    /** The possible days of launches that no source dates. */
    undatedLaunches: () => readOnce('page undated launches', () => readUndatedLaunches(database)),
    launched,
    /** How many other objects a launch put in orbit, and the first of these: those still in orbit before decayed ones, payloads first. */
    async launchedWith(launchId: string, id: number, limit: number) {
      const others = (await launched(launchId)).filter((other) => other !== id);
      const decayed = await readOnce('page decayed set', async () => new Set(await reentries()));
      const { false: inOrbit = [], true: down = [] } = Object.groupBy(others, (other) => `${decayed.has(other)}`);
      return { total: others.length, ids: [...inOrbit, ...down].slice(0, limit) };
    },
  };
}

/** Catalog numbers of the objects of each launch, payloads first. */
async function readLaunched(database: Database): Promise<ReadonlyMap<string, Int32Array>> {
  const known = 'FROM satellites WHERE launch_id IS NOT NULL';
  const [launches, ids] = await Promise.all([
    database.rows<{ launch: string; objects: number }>(
      `SELECT launch_id AS launch, count(*)::INTEGER AS objects ${known} GROUP BY launch_id ORDER BY launch_id`,
    ),
    database.integers(
      `SELECT norad_cat_id ${known} ORDER BY launch_id, object_class IS NOT DISTINCT FROM 'PAYLOAD' DESC, norad_cat_id`,
    ),
  ]);
  let end = 0;
  return new Map(
    launches.map(({ launch, objects }) => {
      end += objects;
      return [launch, ids.subarray(end - objects, end)];
    }),
  );
}
