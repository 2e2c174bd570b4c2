import { isSgp4Sql } from '../../src/orbit/element-orbit.ts';
import { errorCurve, measuredErrors } from '../../src/orbit/position-error.ts';
import { sgp4NumberNames } from '../../src/orbit/sgp4-record.ts';
import { changeFields, event } from '../../src/schema/changes/event.ts';
import { coarseDates } from '../../src/schema/coarse-dates.ts';
import { sqlText, sqlTexts, sqlTime } from '../../src/schema/escaped-text.ts';
import { createTable } from '../../src/schema/field.ts';
import type { RegimeAccuracy } from '../../src/schema/objects/accuracy.ts';
import { disputedReentries } from '../../src/schema/reentries/reentry.ts';
import type { OrbitClass } from '../../src/schema/vocabulary.ts';
import type { Store } from '../store.ts';
import { type HistorySet, historyChange } from './history-change.ts';
import { classChange, type OrbitChange, orbitChange } from './orbit-change.ts';
import { compareReleases } from './release-changes.ts';
import { campaignDays, maxFieldEvents, seedDays } from './thresholds.ts';

/**
 * Finds changes. Creates the table `events` (with the older ones from the previous release, which is attached as `previous`; `listed_at` is
 * their position in the feed) and the tables of `compareReleases`, and sets each record's `updated_at`. The table `history` has the
 * archived sets of objects with a long enough history, `returned` the last ones of objects without elements in the previous release, and
 * `listed_before` the objects that only earlier releases listed.
 * An id names the object and the event, so no event is listed twice.
 */
export async function diff(
  store: Store,
  previous: string | null,
  now: Date,
  measured: readonly RegimeAccuracy[] = [],
): Promise<void> {
  const time = sqlTime(now);
  await store.run(createTable('events', event));
  await store.run('ALTER TABLE events ADD COLUMN listed_at TIMESTAMP');
  await prepareEvents(store, time);
  await compareReleases(store, previous);
  if (previous === null) {
    await store.run(`UPDATE satellites SET updated_at = ${time}`);
    await defineMacros(store);
    await store.runFile(import.meta.dirname, 'first-events');
    await addPrecision(store);
    return;
  }
  const values = (await store.sharedColumns('satellites')).filter((name) => name !== 'updated_at').join(', ');
  await store.run(`UPDATE satellites SET updated_at = p.updated_at FROM previous.satellites p WHERE p.norad_cat_id = satellites.norad_cat_id
    AND p.norad_cat_id IN (SELECT norad_cat_id FROM (SELECT ${values} FROM satellites INTERSECT SELECT ${values} FROM previous.satellites))`);
  await store.run(`UPDATE satellites SET updated_at = ${time} WHERE updated_at IS NULL`);
  await addObjectEvents(store, time, previous);
  await addPrecision(store);
  await addFieldChanges(store, time);
  await orbitChanges(
    store,
    time,
    measured,
    `(SELECT ${earlier} FROM previous.elements WHERE ${isSgp4Sql()} UNION ALL SELECT ${earlier} FROM returned)`,
  );
}

/**
 * Sets `details.precision` of launches and reentries whose date is that of the record, if no source gives it to the day. An event whose
 * date the record no longer has keeps its own.
 */
export async function addPrecision(store: Store): Promise<void> {
  // A merged null removes the member.
  await store.run(`UPDATE events SET details = json_merge_patch(details, json_object('precision', d.precision)) FROM (
      SELECT s.norad_cat_id, type, day, c.precision FROM (
        SELECT norad_cat_id, 'new_object' AS type, 'launch_date' AS field, launch_date::VARCHAR AS day FROM satellites
        UNION ALL SELECT norad_cat_id, 'reentry', 'decay_date', decay_date::VARCHAR FROM satellites) s
      LEFT JOIN (${coarseDates('launch_date', 'decay_date')}) c USING (norad_cat_id, field)) d
    WHERE events.norad_cat_id = d.norad_cat_id AND events.type = d.type
      AND coalesce(events.details->>'launch_date', events.details->>'decay_date') = d.day
      AND (events.details->>'precision') IS DISTINCT FROM d.precision`);
}

/**
 * Copies the events of the previous release, and adds one for each object that is listed for the first time or again, is no longer listed,
 * or has decayed since. Needs the tables `listed_before` and `newly_read_objects`, and the previous release attached as `previous`.
 * `time` is the time of this release as SQL.
 */
export async function addObjectEvents(store: Store, time: string, previous: string): Promise<void> {
  await prepareEvents(store, time);
  await defineMacros(store);
  const events = (await store.sharedColumns('events')).join(', ');
  await store.run(`INSERT INTO events BY NAME SELECT ${events} FROM previous.events`);
  await store.runFile(import.meta.dirname, 'known-reentries');
  await store.run(`SET VARIABLE previous_release = ${sqlText(previous)}`);
  await store.runFile(import.meta.dirname, 'new-events');
}

/** Defines what the queries about objects and their reentries ask. Needs the tables `satellites` and `provenance`. */
async function defineMacros(store: Store): Promise<void> {
  await store.run(`CREATE OR REPLACE TEMP MACRO sources_of(id, of_field) AS
    coalesce((SELECT sources FROM provenance WHERE norad_cat_id = id AND field = of_field), ['celestrak'])`);
  // A reentry that a source contradicts is an event all the same, as is one that no source reports any more: its details say so.
  await store.run(`CREATE OR REPLACE TEMP MACRO reentry_details(id, day) AS CASE
    WHEN id IN (${disputedReentries}) THEN json_object('decay_date', day, 'disputed', true)
    WHEN id IN (SELECT norad_cat_id FROM satellites WHERE operational_status <> 'DECAYED') THEN json_object('decay_date', day, 'withdrawn', true)
    ELSE json_object('decay_date', day) END`);
}

/** Sets the variables and the macro of the queries that add events. `time` is that of the release in SQL. */
async function prepareEvents(store: Store, time: string): Promise<void> {
  await store.run(
    `SET VARIABLE release_time = ${time}; SET VARIABLE max_field_events = ${maxFieldEvents}; SET VARIABLE seed_days = ${seedDays}`,
  );
  // Ids have the day of a change: one that happens again on that day, after it was undone, has the time of its release, too.
  await store.run(`CREATE OR REPLACE TEMP MACRO new_id(base) AS
    if(base IN (SELECT id FROM events WHERE detected_at < getvariable('release_time')), base || '-' || strftime(getvariable('release_time'), '%H%M%S'), base)`);
}

const who = 's.norad_cat_id, s.cospar_id, s.name, s.object_class';

const set = ['epoch', ...sgp4NumberNames] as const;
/** The columns of an earlier element set that orbit changes need. */
const earlier = ['norad_cat_id', 'orbit_class', ...set].join(', ');
type SetText = Record<(typeof set)[number], string>;

/** A row of the table `history`. */
type HistoryRow = Omit<HistorySet, 'epoch'> & {
  readonly norad_cat_id: number;
  readonly orbit_class: OrbitClass;
  readonly epoch_ms: number;
};

/** Orbit changes of objects with a long enough archived history: only changes that several of their sets confirm. */
async function changesInHistory(store: Store): Promise<[number, string, OrbitChange][]> {
  const found: [number, string, OrbitChange][] = [];
  let sets: HistorySet[] = [];
  let object: HistoryRow | null = null;
  const conclude = () => {
    const change = object && historyChange(sets, object.orbit_class);
    if (object && change) {
      // Continuous thrust is one event, dated to its first day.
      const epoch = change.kind === 'low_thrust' ? change.epoch_before : change.epoch_after;
      found.push([object.norad_cat_id, epoch, change]);
    }
    sets = [];
  };
  // Most objects have hardly changed in recent days, and are skipped.
  const rows = `SELECT h.* EXCLUDE (epoch), e.orbit_class, epoch_ms(h.epoch)::DOUBLE AS epoch_ms
    FROM history h JOIN elements e USING (norad_cat_id)
    WHERE norad_cat_id IN (SELECT norad_cat_id FROM history GROUP BY ALL
      HAVING max(mean_motion) / min(mean_motion) > 1.00005 OR max(inclination) - min(inclination) > 0.02)
    ORDER BY norad_cat_id, h.epoch`;
  for await (const batch of store.batches<HistoryRow>(rows))
    for (const row of batch) {
      if (object?.norad_cat_id !== row.norad_cat_id) conclude();
      object = row;
      sets.push({ ...row, epoch: Number(row.epoch_ms) });
    }
  conclude();
  return found;
}

interface Moved {
  readonly norad_cat_id: number;
  readonly orbit_class: OrbitClass;
  readonly class_before: OrbitClass;
  readonly active: boolean;
  readonly older: SetText;
  readonly newer: SetText;
}

/**
 * Adds events of objects whose newest elements differ from the prediction of the previous ones, or are of another orbit class. `before` is
 * the table of the previous ones, which SGP4 propagates.
 */
export async function orbitChanges(
  store: Store,
  time: string,
  measured: readonly RegimeAccuracy[],
  before = 'previous.elements',
): Promise<void> {
  await prepareEvents(store, time);
  const packed = (alias: string) => `{${set.map((column) => `'${column}': ${alias}.${column}`).join(', ')}}`;
  const found = new Map((await changesInHistory(store)).map(([id, epoch, change]) => [id, { epoch, change }]));
  const changed = new Set<number>();
  // Not by object: an object that often maneuvers would have limits that hide its maneuvers.
  const errors = measuredErrors({ data: [...measured] });
  const moved = `SELECT n.norad_cat_id, n.orbit_class, p.orbit_class AS class_before, s.active,
      ${packed('p')} AS older, ${packed('n')} AS newer
    FROM elements n JOIN ${before} p USING (norad_cat_id) JOIN satellites s USING (norad_cat_id)
    WHERE n.epoch > p.epoch AND ${isSgp4Sql('n.')} AND (n.orbit_class <> p.orbit_class OR norad_cat_id NOT IN (SELECT norad_cat_id FROM history)) ORDER BY norad_cat_id`;
  for await (const batch of store.batches<Moved>(moved))
    for (const { norad_cat_id, orbit_class, class_before, active, older, newer } of batch) {
      const curve = errorCurve(errors, older, active);
      const change =
        orbit_class === class_before
          ? orbitChange(older, newer, orbit_class, curve)
          : classChange(older, newer, { before: class_before, after: orbit_class }, curve);
      if (!change) continue;
      if (orbit_class !== class_before) changed.add(norad_cat_id);
      found.set(norad_cat_id, { epoch: newer.epoch, change });
    }
  const result = await store.table('orbit_changes', {
    ...{ norad_cat_id: 'INTEGER', epoch: 'VARCHAR', class_changed: 'BOOLEAN', details: 'VARCHAR' },
  });
  for (const [id, { epoch, change }] of found) result.push([id, epoch, changed.has(id), JSON.stringify(change)]);
  result.close();
  // A change of class does not continue an earlier change.
  await store.run(`INSERT INTO events BY NAME FROM (
    SELECT new_id('orbit_change-' || s.norad_cat_id || '-' || replace(t.epoch[1:10], '-', '')) AS id, 'orbit_change' AS type, ${who}, t.epoch::TIMESTAMP AS occurred_at,
      ${time} AS detected_at, ['celestrak'] AS sources, t.details::JSON AS details, ${time} AS listed_at
    FROM orbit_changes t JOIN satellites s USING (norad_cat_id)
    WHERE (t.class_changed OR NOT EXISTS (SELECT 1 FROM previous.events e WHERE e.norad_cat_id = s.norad_cat_id AND e.type = 'orbit_change'
      AND e.occurred_at > t.epoch::TIMESTAMP - INTERVAL ${campaignDays} DAY)) ORDER BY s.norad_cat_id)
    WHERE id NOT IN (SELECT id FROM events)`);
  await store.run('DROP TABLE orbit_changes');
}

/** Adds the events of changed fields. Needs `value_changes`, and the other events of this release. `time` is its time in SQL. */
export async function addFieldChanges(store: Store, time: string): Promise<void> {
  await prepareEvents(store, time);
  await store.run(`SET VARIABLE change_fields = [${sqlTexts(changeFields)}]`);
  await store.runFile(import.meta.dirname, 'field-changes');
}
