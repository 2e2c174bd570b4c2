import { columns } from '../../src/schema/field.ts';
import { satellite } from '../../src/schema/satellite.ts';
import { type Stats, stats } from '../../src/schema/stats.ts';
import { confidences, objectClasses, orbitClasses, statuses } from '../../src/schema/vocabulary.ts';
import type { Store } from '../store.ts';

/** Counts the catalog. `now` is the time of the release, from which ages are measured. Leaves the table `stats`. */
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
    elements: await elementStats(store, now),
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

async function fieldStats(store: Store): Promise<Stats['fields']> {
  const names = columns(satellite);
  const levels = confidences.map((level) => `(count(*) FILTER (WHERE confidence = '${level}'))::INTEGER AS ${level}`);
  const judged = await store.rows<{ field: string }>(
    `SELECT field, ${levels.join(', ')} FROM provenance GROUP BY field`,
  );
  const filled = names.map(
    ({ name, sql }) => `count(${sql.endsWith('[]') ? `nullif(len(${name}), 0)` : name})::INTEGER AS ${name}`,
  );
  const [values] = await store.rows<Record<string, number>>(`SELECT ${filled.join(', ')} FROM satellites`);
  const none = Object.fromEntries(confidences.map((level) => [level, 0]));
  return names.map(({ name, restates }) => ({
    ...none,
    ...judged.find((row) => row.field === (restates ?? name)),
    field: name,
    with_value: values![name]!,
  })) as Stats['fields'];
}
