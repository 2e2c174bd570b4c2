import { columns } from '../../src/schema/field.ts';
import { isOwn } from '../../src/schema/objects/provenance-text.ts';
import { evidenceField, satellite } from '../../src/schema/objects/satellite.ts';
import { type Stats, stats } from '../../src/schema/statistics/stats.ts';
import { confidences, objectClasses, orbitClasses, statuses } from '../../src/schema/vocabulary.ts';
import { countryKind } from '../codes/country.ts';
import type { Store } from '../store.ts';

/** Why an object in orbit has no elements, in the order in which the reasons are checked. */
const reasons = ['beyond_earth_orbit', 'not_in_satcat', 'none_available', 'no_orbit', 'not_in_files'];
const classes = { payloads: 'PAYLOAD', rocket_bodies: 'ROCKET_BODY', debris: 'DEBRIS', unknown: 'UNKNOWN' };

/** Counts the catalog. `now` is the time of the release, from which ages are measured. Needs the tables of objects, elements and
 * SATCAT; fills the table `stats`. */
export async function buildStats(store: Store, now: Date): Promise<Stats> {
  const tally = async (expression: string, values: readonly string[] = [], order = 'n DESC, value') => {
    const rows = await store.rows<{ value: string; n: number }>(
      `SELECT ${expression} AS value, count(*)::INTEGER AS n FROM satellites WHERE ${expression} IS NOT NULL GROUP BY value ORDER BY ${order}`,
    );
    return {
      ...Object.fromEntries(values.map((value) => [value, 0])),
      ...Object.fromEntries(rows.map((row) => [row.value, row.n])),
    };
  };
  const [totals] = await store.rows<
    Record<'objects' | 'active' | 'on_orbit' | 'fields' | 'conflicting', number>
  >(`SELECT count(*)::INTEGER AS objects,
    (count(*) FILTER (WHERE active))::INTEGER AS active, (count(*) FILTER (WHERE operational_status <> 'DECAYED'))::INTEGER AS on_orbit,
    (SELECT count(*)::INTEGER FROM provenance WHERE confidence = 'CONFLICTING') AS fields,
    (SELECT count(DISTINCT norad_cat_id)::INTEGER FROM provenance WHERE confidence = 'CONFLICTING') AS conflicting FROM satellites`);
  const result = {
    objects: totals!.objects,
    active: totals!.active,
    on_orbit: totals!.on_orbit,
    object_class: await tally('object_class', objectClasses),
    operational_status: await tally('operational_status', statuses),
    orbit_class: await tally('orbit_class', orbitClasses),
    country: await tally('country'),
    launch_decade: await tally("(year(launch_date) // 10 * 10) || 's'", [], 'value'),
    boxscore: await boxscore(store),
    elements: { ...(await elementStats(store, now)), in_orbit: await coverage(store) },
    fields: await fieldStats(store),
    conflicts: { fields: totals!.fields, objects: totals!.conflicting },
  };
  const checked = stats.parse(result);
  await store.run('CREATE TABLE stats AS SELECT $stats::JSON AS stats', { stats: JSON.stringify(checked) });
  return checked;
}

async function elementStats(store: Store, now: Date): Promise<Stats['elements']> {
  const [row] = await store.rows<Stats['elements']>(
    `SELECT count(epoch)::INTEGER AS objects, (count(*) FILTER (WHERE active AND epoch IS NULL))::INTEGER AS active_without,
      (count(*) FILTER (WHERE age > 72))::INTEGER AS older_than_3_days, round(median(age), 2) AS median_age_h
    FROM (SELECT active, elements_epoch AS epoch, date_diff('second', elements_epoch, $now::TIMESTAMP) / 3600 AS age FROM satellites)`,
    { now: now.toISOString().replace('Z', '') },
  );
  return row!;
}

/** Objects of each country by class, in orbit and decayed: Space-Track's boxscore. */
async function boxscore(store: Store): Promise<Stats['boxscore']> {
  const counts = (when: string) => {
    const members = Object.entries(classes).map(
      ([name, value]) => `'${name}': (count(*) FILTER (WHERE ${when} AND object_class = '${value}'))::INTEGER`,
    );
    return `{${members.join(', ')}, 'total': (count(*) FILTER (WHERE ${when}))::INTEGER}`;
  };
  const rows = await store.rows<{
    row: string;
  }>(`SELECT to_json({'country': country, 'in_orbit': ${counts("operational_status <> 'DECAYED'")},
      'decayed': ${counts("operational_status = 'DECAYED'")}, 'total': count(*)::INTEGER})::VARCHAR AS row
    FROM satellites GROUP BY country ORDER BY count(*) DESC, country`);
  return rows.map(({ row }) => {
    const counted = JSON.parse(row) as NonNullable<Stats['boxscore']>[number];
    return { ...counted, kind: countryKind(counted.country) };
  });
}

/** How many objects in orbit have elements, and why the others have none: the first reason that applies. */
async function coverage(store: Store): Promise<Stats['elements']['in_orbit']> {
  const [row] = await store.rows<Record<string, number>>(`
    WITH objects AS (SELECT s.elements_epoch IS NOT NULL AS has, s.orbit_class, c.NORAD_CAT_ID AS listed, c.PERIOD AS period, c.DATA_STATUS_CODE AS code
        FROM satellites s LEFT JOIN (FROM satcat QUALIFY row_number() OVER (PARTITION BY NORAD_CAT_ID::INTEGER) = 1) c ON c.NORAD_CAT_ID::INTEGER = s.norad_cat_id
        WHERE s.operational_status <> 'DECAYED'),
      reasons AS (SELECT CASE WHEN has THEN 'with_elements' WHEN orbit_class = 'DEEP_SPACE' THEN 'beyond_earth_orbit' WHEN listed IS NULL THEN 'not_in_satcat'
        WHEN code IN ('NEA', 'NIE', 'NCE') THEN 'none_available' WHEN period = '' THEN 'no_orbit' ELSE 'not_in_files' END AS reason FROM objects)
    SELECT count(*)::INTEGER AS objects, ${['with_elements', ...reasons].map((name) => `(count(*) FILTER (WHERE reason = '${name}'))::INTEGER AS ${name}`).join(', ')} FROM reasons`);
  const { objects, with_elements, ...without } = row!;
  return { objects, with_elements, without } as Stats['elements']['in_orbit'];
}

async function fieldStats(store: Store): Promise<Stats['fields']> {
  const levels = confidences.map((level) => `(count(*) FILTER (WHERE confidence = '${level}'))::INTEGER AS ${level}`);
  // The fields of each object that a source speaks of: one that is UNKNOWN because none does has no evidence, and no value.
  const judged = await store.rows<{ field: string }>(
    `SELECT field, count(*)::INTEGER AS with_value, ${levels.join(', ')} FROM provenance GROUP BY field`,
  );
  const [all] = await store.rows<{ objects: number }>('SELECT count(*)::INTEGER AS objects FROM satellites');
  const none = Object.fromEntries(confidences.map((level) => [level, 0]));
  return columns(satellite).map((column) => ({
    ...none,
    with_value: isOwn(column) ? all!.objects : 0,
    ...judged.find((row) => row.field === evidenceField(column.name)),
    field: column.name,
  })) as Stats['fields'];
}
