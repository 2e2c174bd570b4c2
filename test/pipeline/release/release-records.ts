import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { ommOf } from '../../../src/orbit/formats/omm.ts';
import { ommForms } from '../../../src/orbit/formats/omm-forms.ts';
import { writeTle } from '../../../src/orbit/formats/tle.ts';
import { RecordStore, unpackedText } from '../../../src/release/record-store.ts';
import { event } from '../../../src/schema/changes/event.ts';
import { columns } from '../../../src/schema/field.ts';
import { bookkeeping, computedRule, rules } from '../../../src/schema/objects/confidence.ts';
import { elementSet } from '../../../src/schema/objects/elements.ts';
import { type claimRecord, satelliteRecord } from '../../../src/schema/objects/record.ts';
import { satellite, satelliteSummary } from '../../../src/schema/objects/satellite.ts';
import { ownSource, sourceSlugs } from '../../../src/schema/release/source.ts';
import type { OpenedRelease } from './opened-release.ts';

interface Stored {
  norad_cat_id: number;
  summary: string;
  elements: string | null;
  events: string | null;
  name: string;
  etag: string;
  record: Uint8Array;
}
type SatelliteRecord = z.infer<typeof satelliteRecord>;
type Verdict = {
  norad_cat_id: number;
  field: string;
  confidence: string;
  sources: string[];
  uncertain: boolean;
  rule: keyof typeof rules;
  note: string | null;
};

const fields = columns(satellite);
const fieldIndex = new Map<string, number>(fields.map(({ name }, index) => [name, index]));

/** An instant of the database in its JSON notation: with microseconds if it has a fraction or if `always` is set. */
function instant(value: unknown, always = false): unknown {
  if (value === null) return null;
  const [whole, fraction = ''] = String(value).replace(' ', 'T').split('.');
  return fraction || always ? `${whole}.${fraction.padEnd(6, '0')}Z` : `${whole}Z`;
}

/** Compares `records.sqlite` with `catalog.duckdb`, object by object. */
export function describeRecords(release: () => OpenedRelease): void {
  const stored: Stored[] = [];
  const bodies = new Map<number, string>();
  const records = new Map<number, SatelliteRecord>();
  const path = () => join(release().folder, 'records.sqlite');

  beforeAll(() => {
    const database = new DatabaseSync(path(), { readOnly: true });
    stored.push(...(database.prepare('SELECT * FROM objects').all() as unknown as Stored[]));
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    database.close();
    for (const { norad_cat_id, record } of stored) {
      const body = gunzipSync(record).toString();
      bodies.set(norad_cat_id, body);
      records.set(norad_cat_id, JSON.parse(body).data);
    }
  });

  test('has one row per object in ascending order, and no journal file', async () => {
    const ids = await release().rows<{ id: number }>('SELECT norad_cat_id AS id FROM satellites');
    expect(stored.map((row) => row.norad_cat_id)).toEqual(ids.map(({ id }) => id));
    for (const ending of ['-wal', '-shm', '-journal']) expect(existsSync(path() + ending)).toBe(false);
  });

  test('every record conforms to the schema, in its order and without other members', () => {
    for (const [id, record] of records) {
      const parsed = satelliteRecord.safeParse(record);
      expect([id, parsed.error?.message]).toEqual([id, undefined]);
      expect(JSON.stringify(parsed.data)).toBe(JSON.stringify(record));
      expect(bodies.get(id)!).toMatch(/^\{"data":\{"norad_cat_id":.*\}\}\n$/s);
    }
  });

  test('groups match the memberships table, in the order of groups, with the name in each', async () => {
    const rows = await release().rows<{ id: number; groups: string }>(`
      SELECT norad_cat_id AS id, list({'slug': slug, 'name': m.name, 'source': m.source} ORDER BY position)::JSON::VARCHAR AS groups
      FROM memberships m JOIN (SELECT slug, row_number() OVER () AS position FROM groups) USING (slug) GROUP BY ALL`);
    const expected = new Map(rows.map(({ id, groups }) => [id, JSON.parse(groups) as SatelliteRecord['groups']]));
    for (const [id, record] of records) expect([id, record.groups]).toEqual([id, expected.get(id) ?? []]);
    expect(records.get(25544)!.groups.map(({ slug }) => slug)).toEqual(['stations', 'active']);
  });

  test('a record is found by its catalog number, with the hash of its content', () => {
    const store = new RecordStore(release().folder);
    for (const { norad_cat_id } of stored) {
      const found = store.record(norad_cat_id)!;
      expect([norad_cat_id, unpackedText(found)]).toEqual([norad_cat_id, bodies.get(norad_cat_id)]);
      const hash = createHash('sha256').update(bodies.get(norad_cat_id)!).digest('hex');
      expect(found.etag).toBe(hash.slice(0, 32));
    }
    store.close();
  });

  test('the summary is the beginning of the record, and has the fields of a summary', () => {
    for (const { norad_cat_id, summary } of stored) {
      expect(bodies.get(norad_cat_id)!.startsWith(`{"data":${summary.slice(0, -1)},"common_name":`)).toBe(true);
      expect(Object.keys(JSON.parse(summary))).toEqual(Object.keys(satelliteSummary.shape));
    }
  });

  test('every value is that of the satellites table', async () => {
    for (const row of await release().rows<Record<string, unknown> & { norad_cat_id: number }>('FROM satellites')) {
      const record = records.get(row.norad_cat_id)! as Record<string, unknown>;
      const expected = {
        ...row,
        elements_epoch: instant(row.elements_epoch, true),
        updated_at: instant(row.updated_at),
      };
      expect(Object.fromEntries(fields.map(({ name }) => [name, record[name]]))).toEqual(expected);
    }
  });

  test('has every claim, with the name and license of its source', async () => {
    const sources = await release().rows<{ slug: string; name: string; license: string }>(
      'SELECT slug, name, license FROM sources',
    );
    const sourceBySlug = new Map(
      [...sources, ownSource].map(({ slug, name, license }) => [slug, { name, slug, license }]),
    );
    const claims = await release().rows<Record<string, unknown> & { norad_cat_id: number; source: string }>(
      'FROM claims',
    );
    const expected = Map.groupBy(claims, (claim) => claim.norad_cat_id);
    let compared = 0;
    for (const [id, record] of records) {
      const rows = (expected.get(id) ?? []).map(({ norad_cat_id: _, source, observed_at, ...claim }) =>
        sorted({ ...claim, source: sourceBySlug.get(source), observed_at: instant(observed_at) }),
      );
      expect(record.claims.map(sorted).sort()).toEqual(rows.sort());
      compared += rows.length;
    }
    expect(compared).toBe(release().manifest.counts.claims);
    expect(sourceBySlug.get('derived')).toEqual({ name: 'Orbweaver', slug: 'derived', license: 'ODbL-1.0' });
  });

  test('claims are sorted by field, then the selected one first, then by trust', () => {
    for (const [id, { claims }] of records) {
      const keys = claims.map(orderOf);
      expect([id, keys]).toEqual([id, keys.toSorted(byParts)]);
    }
  });

  test('provenance has every field of the record, from its own row or that of the field it restates', async () => {
    const verdicts = Map.groupBy(await release().rows<Verdict>('FROM provenance'), (one) => one.norad_cat_id);
    const own = { confidence: null, sources: ['derived'], uncertain: false };
    for (const [id, { provenance }] of records) {
      const byField = new Map(verdicts.get(id)!.map((one) => [one.field, one]));
      const expected = fields.map(({ name, restates, computed }) => {
        if (name === 'updated_at') return { field: name, ...own, rule: bookkeeping };
        if (computed !== undefined && restates === undefined) return { field: name, ...own, rule: computedRule };
        const verdict = byField.get(restates ?? name);
        if (!verdict) return { field: name, confidence: null, sources: [], uncertain: false, rule: null };
        const { confidence, sources, uncertain, rule, note } = verdict;
        return {
          field: name,
          confidence,
          sources,
          uncertain,
          rule: [rules[rule].sentence, note ?? []].flat().join(' '),
        };
      });
      expect(provenance.fields).toEqual(expected);
      expect(provenance.missing).toEqual(expected.filter((one) => one.rule === null).map((one) => one.field));
    }
  });

  test('exactly the objects with other names have a verdict about them', async () => {
    expect(
      await release().rows(`SELECT norad_cat_id FROM (FROM satellites WHERE len(alt_names) > 0)
        FULL JOIN (FROM provenance WHERE field = 'alt_names') p USING (norad_cat_id) WHERE name IS NULL OR p.rule IS NULL`),
    ).toEqual([]);
  });

  test('only fields without any source are missing', () => {
    for (const { provenance } of records.values()) {
      expect(provenance.missing).toContain('power_w');
      expect(provenance.missing).not.toContain('updated_at');
      expect(provenance.missing).not.toContain('norad_cat_id');
    }
    const of = (id: number, field: string) => records.get(id)!.provenance.fields.find((one) => one.field === field);
    expect(of(190_179, 'orbit_class')).toMatchObject({ confidence: null, sources: [], rule: null });
    expect(of(190_240, 'decay_date')).toMatchObject({
      confidence: 'CONFLICTING',
      rule: 'Independent sources disagree; the value is that of the source that goes first for this field.',
    });
    expect(of(190_001, 'active')).toEqual({ ...of(190_001, 'operational_status'), field: 'active' });
    expect(of(190_001, 'updated_at')).toMatchObject({ confidence: null, sources: ['derived'], rule: bookkeeping });
  });

  test('events are those of the events table, newest first', async () => {
    const rows = await release().rows<Record<string, unknown> & { norad_cat_id: number }>(
      'FROM events ORDER BY norad_cat_id, occurred_at DESC, id',
    );
    const all = stored.flatMap(({ events }) => (events === null ? [] : (JSON.parse(events) as unknown[])));
    const expected = rows.map((row) =>
      event.parse({
        ...row,
        // To the second, as everywhere in the API.
        occurred_at: String(instant(row['occurred_at'])).replace(/\.\d+Z$/, 'Z'),
        detected_at: instant(row['detected_at']),
        details: JSON.parse(String(row['details'])),
      }),
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(all).toEqual(expected);
    for (const { norad_cat_id, events } of stored)
      if (events !== null)
        expect(new Set(JSON.parse(events).map((one: { norad_cat_id: number }) => one.norad_cat_id))).toEqual(
          new Set([norad_cat_id]),
        );
  });

  test('elements are those of the elements table, with every digit', async () => {
    const rows = await release().rows<{ norad_cat_id: number }>('FROM elements');
    const sets = new Map(rows.map((row) => [row.norad_cat_id, row]));
    for (const { norad_cat_id, elements } of stored) {
      const set = elements === null ? undefined : JSON.parse(elements);
      expect(set).toEqual(sets.get(norad_cat_id));
      if (set) expect(JSON.stringify(elementSet.parse(set))).toBe(elements);
    }
    expect(stored.filter(({ elements }) => elements !== null)).toHaveLength(rows.length);
  });

  test('has the OMM and the epoch of elements, and their TLE if one can represent them', () => {
    const store = new RecordStore(release().folder);
    const { generated_at } = release().manifest;
    let [withTle, without] = [0, 0];
    for (const { norad_cat_id, name, elements } of stored) {
      const orbit = store.orbit(norad_cat_id);
      if (elements === null) {
        expect(orbit).toBeNull();
        continue;
      }
      const set = JSON.parse(elements);
      const tle = writeTle(set, name);
      expect(orbit).toEqual({
        omm: ommForms.json.write(ommOf(set, generated_at)),
        epoch: set.epoch,
        tle: tle.ok ? `${tle.name}\n${tle.line1}\n${tle.line2}\n` : null,
      });
      if (tle.ok) withTle += 1;
      else without += 1;
    }
    store.close();
    expect(Math.min(withTle, without)).toBeGreaterThan(0);
  });
}

type ClaimRecord = z.infer<typeof claimRecord>;

const orderOf = ({ field, selected, source }: ClaimRecord) => [
  fieldIndex.get(field)!,
  selected ? 0 : 1,
  sourceSlugs.indexOf(source.slug),
];

function byParts(a: readonly number[], b: readonly number[]): number {
  const part = a.findIndex((value, index) => value !== b[index]);
  return part < 0 ? 0 : a[part]! - b[part]!;
}

/** A claim as text that does not depend on the order of its members. */
function sorted(claim: object): string {
  return JSON.stringify(Object.fromEntries(Object.entries(claim).sort(([a], [b]) => (a < b ? -1 : 1))));
}
