import { sqlTime } from '../../src/schema/escaped-text.ts';
import { columns } from '../../src/schema/field.ts';
import { satellite } from '../../src/schema/objects/satellite.ts';
import { UserError } from '../../src/user-error.ts';
import type { Healing } from '../ingest.ts';
import { type Store, within } from '../store.ts';

/** A release must not be published: the message lists the failed gates. The previous release stays in place. */
export class GateFailure extends UserError {
  override readonly name = 'GateFailure';

  constructor(failures: readonly string[]) {
    super(`the release was stopped:\n${failures.map((failure) => `  - ${failure}`).join('\n')}`);
  }
}

/** How far a release may fall short of the previous one. */
export const limits = {
  /** Objects that may be missing, as a fraction of the previous ones. */
  lostObjects: 0.01,
  /** Values that a column may lose, as a fraction of the previous ones; any column may lose `lostValuesFloor`. */
  lostValues: 0.1,
  lostValuesFloor: 20,
};

interface Gate {
  readonly says: string;
  /** Query for violations, each a row with one column of text. Queries over all claims run range by range. */
  readonly broken: string | ((among: string) => string);
}

/** The gates of every release. */
const always: readonly Gate[] = [
  { says: 'there is at least one object', broken: "SELECT 'none' AS text WHERE (SELECT count(*) FROM satellites) = 0" },
  ...['satellites.norad_cat_id', 'elements.norad_cat_id', 'launches.launch_id', 'operators.slug', 'events.id'].map(
    (key): Gate => {
      const [table, column] = key.split('.');
      return {
        says: `no ${key} twice`,
        broken: `SELECT ${column}::VARCHAR AS text FROM ${table} GROUP BY 1 HAVING count(*) > 1`,
      };
    },
  ),
  {
    says: 'every element set belongs to an object',
    broken:
      'SELECT norad_cat_id::VARCHAR AS text FROM elements WHERE norad_cat_id NOT IN (SELECT norad_cat_id FROM satellites)',
  },
  {
    says: 'every COSPAR designator has the form of one',
    broken: `SELECT norad_cat_id || ' ' || id AS text FROM (SELECT norad_cat_id, cospar_id AS id FROM satellites UNION ALL SELECT norad_cat_id, object_id FROM elements)
      WHERE id IS NOT NULL AND NOT regexp_full_match(id, '\\d{4}-\\d{3}[A-Z]{1,4}')`,
  },
  {
    says: 'every value of a record has its evidence',
    broken: (
      among,
    ) => `SELECT norad_cat_id || ' ' || field AS text FROM claims WHERE selected AND field <> 'alt_names' AND ${among}
      AND (norad_cat_id, field) NOT IN (SELECT (norad_cat_id, field) FROM provenance WHERE ${among})`,
  },
  {
    says: 'every claim is of a source with rows in this release, or derived',
    broken: (among) =>
      `SELECT DISTINCT source AS text FROM claims WHERE ${among} AND source <> 'derived' AND source NOT IN (SELECT slug FROM sources_read)`,
  },
  {
    says: 'no field has two selected claims',
    broken: (among) =>
      `SELECT norad_cat_id || ' ' || field AS text FROM claims WHERE selected AND ${among} GROUP BY norad_cat_id, field HAVING count(*) > 1`,
  },
];

/**
 * Throws GateFailure if the release in the store must not be published. Compares it with the previous release, if any, attached as
 * `previous`, unless an operator has accepted a file that differs from the last one.
 */
export async function passGates(
  store: Store,
  previous: string | null,
  { isAccepted = false, healing }: { readonly isAccepted?: boolean; readonly healing?: Healing } = {},
): Promise<void> {
  const failures: string[] = [];
  const ranges = await store.ranges('satellites');
  for (const { says, broken } of always) {
    const queries =
      typeof broken === 'string' ? [broken] : ranges.map((range) => broken(within('norad_cat_id', range)));
    const found: string[] = [];
    for (const query of queries) {
      const rows = await store.rows<{ text: string }>(`SELECT * FROM (${query}) ORDER BY text LIMIT 5`);
      found.push(...rows.map((row) => row.text));
    }
    if (found.length > 0) failures.push(`${says}, but ${found.sort().slice(0, 5).join(', ')}`);
  }
  if (previous !== null && !isAccepted) failures.push(...(await compared(store, healing)));
  if (failures.length > 0) throw new GateFailure(failures);
}

/**
 * Objects that came after a time, though not with the first release, and that this release lacks. An object that was removed before it
 * came has only come back.
 */
const goneAgain = (since: Date) => `SELECT norad_cat_id FROM previous.events came
  WHERE type = 'new_object' AND occurred_at = detected_at AND norad_cat_id NOT IN (SELECT norad_cat_id FROM satellites)
    AND detected_at > ${sqlTime(since)}
    AND NOT EXISTS (SELECT 1 FROM previous.events went WHERE went.type = 'removed' AND went.norad_cat_id = came.norad_cat_id
      AND went.detected_at < came.detected_at)`;

async function compared(store: Store, healing: Healing | undefined): Promise<string[]> {
  const failures: string[] = [];
  const [objects] = await store.rows<{ lost: number; before: number }>(`SELECT count(*)::INTEGER AS before,
    (count(*) FILTER (WHERE norad_cat_id NOT IN (SELECT norad_cat_id FROM satellites)))::INTEGER AS lost FROM previous.satellites
    ${healing ? `WHERE norad_cat_id NOT IN (${goneAgain(healing.since)})` : ''}`);
  if (objects!.lost > Math.max(limits.lostObjects * objects!.before, 1))
    failures.push(
      `at most ${limits.lostObjects * 100} % of the objects may go, but ${objects!.lost} of ${objects!.before} are gone`,
    );
  const shared = new Set(await store.sharedColumns('satellites'));
  const fields = columns(satellite).filter(({ name }) => name !== 'alt_names' && shared.has(name));
  const counts = (table: string) =>
    store.rows<Record<string, number>>(
      // Counted as values: flags that are true, and enumerations that are not UNKNOWN.
      `SELECT ${fields.map(({ name, sql }) => `(count(*) FILTER (WHERE ${sql === 'BOOLEAN' ? name : `${name} IS NOT NULL AND ${name}::VARCHAR <> 'UNKNOWN'`}))::INTEGER AS ${name}`).join(', ')} FROM ${table}`,
    );
  const [now, then] = [(await counts('satellites'))[0]!, (await counts('previous.satellites'))[0]!];
  for (const { name } of fields) {
    const lost = then[name]! - now[name]!;
    if (lost > Math.max(limits.lostValues * then[name]!, limits.lostValuesFloor) + (healing?.rows ?? 0))
      failures.push(
        `at most ${limits.lostValues * 100} % of a column may empty, but ${name} has ${now[name]} values after ${then[name]}`,
      );
  }
  return failures;
}
