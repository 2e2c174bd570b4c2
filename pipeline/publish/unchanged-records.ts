import { event } from '../../src/schema/changes/event.ts';
import { type Column, columns } from '../../src/schema/field.ts';
import { claim, verdict } from '../../src/schema/objects/claim.ts';
import { elementSet } from '../../src/schema/objects/elements.ts';
import { groupRecord, reentryRecord } from '../../src/schema/objects/record.ts';
import { satellite } from '../../src/schema/objects/satellite.ts';
import { predictedAt } from '../../src/schema/reentries/reentry.ts';
import { differingObjects } from '../release-versions.ts';
import { type Range, type Store, within } from '../store.ts';

/** A release in SQL: the prefix of its tables, and its time. */
interface ReleaseTables {
  readonly tables: string;
  readonly generatedAt: string;
}

/**
 * Objects from this catalog number on count as changed, so that a bit for each lower one says which are not. Catalogs have six digits; nine
 * are possible.
 */
const FIRST_LARGE_NUMBER = 1_000_000;

/**
 * The SQL condition that an object is not one of the unchanged, which are ascending. Each is a bit of a constant: a join with a table of
 * them would not keep the order of rows.
 */
export function butUnchanged(unchanged: readonly number[], column = 'norad_cat_id'): string {
  const last = unchanged.at(-1);
  if (last === undefined) return 'true';
  const bits = Buffer.alloc(last + 2, '0');
  for (const id of unchanged) bits.write('1', id);
  return `get_bit('${bits}'::BIT, least(${column}, ${last + 1})) = 0`;
}

/** The values of columns for a hash: those of 0 and -0 are equal, but their texts are not. */
const values = (chosen: readonly Column[], table: string) =>
  chosen.flatMap(({ name, sql }) => {
    const value = `${table}.${name}`;
    return sql === 'DOUBLE' ? [value, `signbit(${value})`] : [value];
  });

/**
 * SQL for hashes of everything that the stored texts of the objects of a range are made of, except the time at which messages are made
 * (`norad_cat_id`, `h`). The order of claims counts, and that of groups.
 */
function recordHashes({ tables, generatedAt }: ReleaseTables, range: Range): string {
  const of = (table: string, chosen: readonly Column[]) =>
    `SELECT norad_cat_id, hash('${table}', ${values(chosen, 't').join(', ')}) AS h FROM ${tables}${table} t WHERE ${within('norad_cat_id', range)}`;
  const members = Object.keys(groupRecord.shape).map((name) => `m.${name}`);
  return `
    ${of('satellites', columns(satellite))}
    UNION ALL ${of('provenance', columns(verdict))}
    UNION ALL ${of('elements', columns(elementSet))}
    UNION ALL ${of('events', columns(event))}
    UNION ALL ${of('reentry_predictions', columns(reentryRecord))} AND ${predictedAt(generatedAt)}
    UNION ALL SELECT norad_cat_id, hash('memberships', p.position, ${members.join(', ')})
      FROM ${tables}memberships m JOIN (SELECT slug, row_number() OVER () AS position FROM ${tables}groups) p USING (slug)
      WHERE ${within('norad_cat_id', range)}
    UNION ALL SELECT norad_cat_id, hash('claims', t.rowid - f.first, ${values(columns(claim), 't').join(', ')})
      FROM ${tables}claims t JOIN (SELECT norad_cat_id, min(rowid) AS first FROM ${tables}claims WHERE ${within('norad_cat_id', range)} GROUP BY ALL) f USING (norad_cat_id)
      WHERE ${within('norad_cat_id', range)}`;
}

/**
 * Returns the numbers of the objects whose records are the same in two releases, ascending, below a million. None without an earlier
 * release.
 */
export async function findUnchanged(store: Store, now: ReleaseTables, was: ReleaseTables | null): Promise<number[]> {
  if (was === null) return [];
  const unchanged: number[] = [];
  for (const range of await store.ranges('satellites')) {
    const rows = await store.rows<{ id: number }>(`SELECT norad_cat_id AS id FROM ${now.tables}satellites
      WHERE ${within('norad_cat_id', range)} AND norad_cat_id < ${FIRST_LARGE_NUMBER} AND norad_cat_id NOT IN (${differingObjects(recordHashes(now, range), recordHashes(was, range))})
      ORDER BY id`);
    for (const { id } of rows) unchanged.push(id);
  }
  return unchanged;
}
