import { expect, test } from 'vitest';
import { columns } from '../../../src/schema/field.ts';
import { satellite } from '../../../src/schema/objects/satellite.ts';
import type { OpenedRelease } from './opened-release.ts';

interface Claim {
  norad_cat_id: number;
  field: string;
  value_text: string | null;
  value_numeric: number | null;
  value_date: string | null;
  value_bool: boolean | null;
  confidence: string;
  selected: boolean;
  source: string;
}

/** Fields that no claim is about: the pipeline computes them from others. */
const computed = columns(satellite).flatMap((column) => (column.computed === undefined ? [] : [column.name]));
const notClaimed = new Set([...computed, 'alt_names', 'norad_cat_id']);

/** Rules for conflicts with another field, which need no second source for the same field. */
const crossFieldRules = [
  'reentry_disputed',
  'tracked_after',
  'works_after',
  'works_implausible',
  'computed_conflicting',
  'identity_swapped',
  'implausible',
  'below_ground',
];

/** Values that a record has without any claim. */
const unclaimedValues = ['UNKNOWN'];

/** Checks the links from records to claims and verdicts, for every object and field. */
export function describeEvidence(release: () => OpenedRelease): void {
  test('every value of a record is the value of its only selected claim', async () => {
    const records = await release().rows<Record<string, unknown> & { norad_cat_id: number }>(
      'SELECT * FROM satellites',
    );
    const selected = new Map<string, Claim>();
    for (const claim of await release().rows<Claim>('SELECT * FROM claims WHERE selected')) {
      const key = `${claim.norad_cat_id} ${claim.field}`;
      expect(selected.has(key), `two selected claims: ${key}`).toBe(false);
      selected.set(key, claim);
    }
    const differing: string[] = [];
    for (const record of records)
      for (const { name } of columns(satellite)) {
        if (notClaimed.has(name)) continue;
        const claim = selected.get(`${record.norad_cat_id} ${name}`);
        const claimed = claim && (claim.value_text ?? claim.value_numeric ?? claim.value_date ?? claim.value_bool);
        const value = record[name];
        if (
          claim === undefined
            ? value !== null && !unclaimedValues.includes(value as string)
            : !sameValue(name, claimed, value)
        )
          differing.push(
            `${record.norad_cat_id} ${name}: ${JSON.stringify(value)} but claimed ${JSON.stringify(claimed)}`,
          );
      }
    expect(differing.slice(0, 10)).toEqual([]);
  });

  test('every value with evidence has exactly one verdict', async () => {
    expect(
      await release().rows(`SELECT norad_cat_id, field, count(*) FROM provenance GROUP BY ALL HAVING count(*) <> 1`),
    ).toEqual([]);
    expect(
      await release().rows(
        `SELECT norad_cat_id, field FROM claims c ANTI JOIN provenance p USING (norad_cat_id, field) WHERE selected AND field <> 'alt_names'`,
      ),
    ).toEqual([]);
  });

  test('the sources of a value are those that support it: the selected claim’s, and others with a claim of their own', async () => {
    expect(
      await release().rows(`SELECT norad_cat_id, field FROM provenance p JOIN claims c USING (norad_cat_id, field)
        WHERE c.selected AND field <> 'alt_names' AND NOT list_contains(p.sources, c.source)`),
    ).toEqual([]);
    expect(
      await release().rows(`WITH said AS (SELECT norad_cat_id, field, list(DISTINCT source) AS sources FROM claims GROUP BY ALL)
        SELECT norad_cat_id, field FROM provenance p JOIN said s USING (norad_cat_id, field) WHERE field NOT IN ('alt_names') AND NOT list_has_all(s.sources, p.sources)`),
    ).toEqual([]);
    // A status that says otherwise does not support the one shown.
    expect(
      await release().rows(`SELECT norad_cat_id, p.sources, c.source FROM provenance p JOIN claims c USING (norad_cat_id, field) JOIN satellites s USING (norad_cat_id)
        WHERE field = 'operational_status' AND list_contains(p.sources, c.source) AND s.active <> (c.value_text IN ('OPERATIONAL', 'PARTIALLY_OPERATIONAL', 'STANDBY', 'SPARE', 'EXTENDED_MISSION'))
          AND NOT EXISTS (FROM claims o WHERE o.norad_cat_id = c.norad_cat_id AND o.field = c.field AND o.source = c.source AND o.value_text = s.operational_status)`),
    ).toEqual([]);
  });

  test('every object has provenance for its key, and none for its own time', async () => {
    expect(
      await release().rows(
        `SELECT field, confidence, rule, count(*)::INTEGER AS objects FROM provenance WHERE field IN ('norad_cat_id', 'updated_at') GROUP BY ALL ORDER BY field`,
      ),
    ).toEqual([
      { field: 'norad_cat_id', confidence: 'HIGH', rule: 'key', objects: release().manifest.counts.satellites },
    ]);
  });

  test('marks both sides of a conflict as CONFLICTING, and no other claims', async () => {
    expect(
      await release().rows(`SELECT norad_cat_id, field FROM provenance p WHERE confidence = 'CONFLICTING'
        AND rule NOT IN (${crossFieldRules.map((rule) => `'${rule}'`).join(', ')})
        AND (SELECT count(DISTINCT source) FROM claims c WHERE c.norad_cat_id = p.norad_cat_id AND c.field = p.field AND c.confidence = 'CONFLICTING') < 2`),
    ).toEqual([]);
    expect(
      await release().rows(`SELECT DISTINCT norad_cat_id, field FROM claims c WHERE confidence = 'CONFLICTING'
        AND NOT EXISTS (SELECT 1 FROM provenance p WHERE p.norad_cat_id = c.norad_cat_id AND p.field = c.field AND p.confidence = 'CONFLICTING')`),
    ).toEqual([]);
  });

  test.each([
    ['CONFIRMED', "c.uncertain OR c.confidence <> 'CONFIRMED' OR len(list_filter(p.sources, x -> x <> 'derived')) < 2"],
    ['HIGH', "c.uncertain OR c.source NOT IN ('celestrak', 'gcat', 'derived')"],
    [
      'MEDIUM',
      "NOT c.uncertain AND c.source IN ('celestrak', 'gcat') AND p.rule NOT IN ('outdated', 'computed_medium')",
    ],
    ['LOW', "c.source <> 'derived'"],
  ])('%s is consistent with the selected claim', async (level, broken) => {
    expect(
      await release().rows(
        `SELECT norad_cat_id, field, c.source FROM provenance p JOIN claims c USING (norad_cat_id, field)
          WHERE c.selected AND field <> 'alt_names' AND p.confidence = '${level}' AND (${broken})`,
      ),
    ).toEqual([]);
  });

  test('an uncertain claim is at most MEDIUM, and is flagged in claim, provenance and CSV', async () => {
    expect(
      await release().rows(`SELECT norad_cat_id, field FROM provenance p JOIN claims c USING (norad_cat_id, field) WHERE c.selected AND field <> 'alt_names'
        AND (p.uncertain <> c.uncertain OR (c.uncertain AND (p.confidence IN ('CONFIRMED', 'HIGH') OR c.confidence IN ('CONFIRMED', 'HIGH'))))`),
    ).toEqual([]);
    const [header, ...rows] = await release().csv('dataset/all.csv');
    const [id, flags] = ['NORAD Number', 'uncertain_fields'].map((name) => header!.indexOf(name)) as [number, number];
    const flagged = await release().rows<{ id: number; fields: string }>(
      "SELECT norad_cat_id AS id, string_agg(field, ';' ORDER BY field) AS fields FROM provenance WHERE uncertain GROUP BY ALL ORDER BY id",
    );
    expect(rows.filter((row) => row[flags]).map((row) => [Number(row[id]), row[flags]])).toEqual(
      flagged.map(({ id, fields }) => [id, fields]),
    );
  });

  test('an orbit is never CONFIRMED, because all sources have it from the same tracker', async () => {
    expect(
      await release().rows(`SELECT norad_cat_id, field FROM provenance WHERE (confidence IN ('CONFIRMED', 'CONFLICTING')
        AND field IN ('period_min', 'apogee_km', 'perigee_km', 'inclination_deg', 'eccentricity', 'norad_cat_id') AND rule <> 'below_ground')
          OR (field = 'cospar_id' AND confidence = 'CONFIRMED')`),
    ).toEqual([]);
  });

  test('every claim has its record, raw text, time and exactly one value', async () => {
    expect(
      await release().rows(`SELECT norad_cat_id, field, source FROM claims WHERE source_record = '' OR raw IS NULL OR observed_at IS NULL
        OR (value_text IS NOT NULL)::INT + (value_numeric IS NOT NULL)::INT + (value_date IS NOT NULL)::INT + (value_bool IS NOT NULL)::INT <> 1`),
    ).toEqual([]);
  });

  test('launches count each of their objects once', async () => {
    expect(
      await release().rows(`SELECT launch_id FROM launches WHERE objects <> payloads + rocket_bodies + debris + unknown OR objects <> on_orbit + decayed
        OR objects <> (SELECT count(*) FROM satellites s WHERE s.launch_id = launches.launch_id)`),
    ).toEqual([]);
    const [{ n } = { n: 0 }] = await release().rows<{ n: number }>(
      'SELECT count(DISTINCT launch_id)::INTEGER AS n FROM satellites',
    );
    expect(release().manifest.counts.launches).toBe(n);
  });

  test('operators count only payloads', async () => {
    expect(
      await release().rows(`SELECT slug FROM operators o WHERE total_satellites <>
          (SELECT count(*) FROM satellites s WHERE s.operator_slug = o.slug AND s.object_class = 'PAYLOAD')
        OR active_satellites + decayed_satellites > total_satellites`),
    ).toEqual([]);
  });
}

/** Whether a claim has the value of a record. The database returns instants without the time zone that claims have. */
function sameValue(field: string, claimed: unknown, value: unknown): boolean {
  if (field !== 'elements_epoch') return claimed === value;
  return Date.parse(String(claimed)) === Date.parse(`${String(value).replace(' ', 'T')}Z`);
}
