import { mkdirSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimsQuery } from '../../../pipeline/publish/record-text.ts';
import { writeRecords } from '../../../pipeline/publish/records.ts';
import { Store } from '../../../pipeline/store.ts';
import { RecordStore, unpacked } from '../../../src/release/record-store.ts';
import { event } from '../../../src/schema/changes/event.ts';
import { columns, createTable } from '../../../src/schema/field.ts';
import { claim, verdict } from '../../../src/schema/objects/claim.ts';
import { elementSet } from '../../../src/schema/objects/elements.ts';
import { group, membership } from '../../../src/schema/objects/group.ts';
import { provenanceText } from '../../../src/schema/objects/provenance-text.ts';
import { satellite } from '../../../src/schema/objects/satellite.ts';
import { reentryPrediction } from '../../../src/schema/reentries/reentry.ts';
import { build, FIRST, filesBelow, makeFolder, removeFolder, writeSmall } from '../sample-build.ts';

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = await makeFolder();
  store = await Store.open({ memory: '200MB', threads: 2, temp: join(folder, 'spill') });
});
afterAll(async () => {
  store.close();
  await removeFolder(folder);
});

const source = { slug: 'celestrak', name: "Celes'Trak", license: 'None "stated"' } as const;
const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));
const examples = (table: typeof satellite | typeof claim, without: readonly string[]) =>
  columns(table)
    .filter(({ name, nullable }) => !nullable && !without.includes(name))
    .map(({ name, example }) => [name, literal(example)] as const);

/** Writes and reads the records of objects with these names and one claim each; `more` changes the tables first. */
async function writeAndRead(
  names: readonly string[],
  more: readonly string[] = [],
): Promise<Map<number, StoredRecord>> {
  const tables = {
    ...{ satellites: satellite, claims: claim, provenance: verdict, elements: elementSet, events: event },
    ...{ groups: group, memberships: membership, reentry_predictions: reentryPrediction },
  };
  for (const [table, record] of Object.entries(tables)) {
    await store.run(`DROP TABLE IF EXISTS ${table}`);
    await store.run(createTable(table, record));
  }
  const satellites = examples(satellite, ['norad_cat_id', 'name', 'alt_names']);
  const claims = examples(claim, ['norad_cat_id', 'field']);
  for (const [index, name] of names.entries()) {
    const params = { id: index + 1, name };
    await store.run(
      `INSERT INTO satellites (norad_cat_id, name, alt_names, ${satellites.map(([column]) => column)}) VALUES ($id, $name, [$name], ${satellites.map(([, value]) => value)})`,
      params,
    );
    await store.run(
      `INSERT INTO claims (norad_cat_id, field, value_text, raw, ${claims.map(([column]) => column)}) VALUES ($id, 'name', $name, $name, ${claims.map(([, value]) => value)})`,
      params,
    );
    await store.run("INSERT INTO provenance VALUES ($id, 'norad_cat_id', 'HIGH', ['celestrak'], 'key', false, NULL)", {
      id: params.id,
    });
  }
  for (const sql of more) await store.run(sql);
  const path = await mkdtemp(join(folder, 'records-'));
  await writeRecords(store, path, {
    sources: [source],
    generatedAt: '2026-08-21T23:00:00Z',
  });
  const records = new RecordStore(path);
  const ids = await store.rows<{ id: number }>('SELECT norad_cat_id AS id FROM satellites ORDER BY id');
  const entries = ids.map(({ id }) => [id, JSON.parse(unpacked(records.record(id)!).toString()).data] as const);
  records.close();
  return new Map(entries);
}

interface StoredRecord {
  readonly name: string;
  readonly alt_names: readonly string[];
  readonly apogee_km: number | null;
  readonly claims: readonly Record<string, unknown>[];
}

describe('records', () => {
  test('keep text of any kind unchanged', async () => {
    const names = ['"', '\\', "O'Neill", 'a\nb\tc', '\u0001\u001f', '</script>', 'Чибис-М', '空🚀', '\u2028', 'null'];
    const records = await writeAndRead(names);
    for (const [index, name] of names.entries()) {
      const record = records.get(index + 1)!;
      expect(record).toMatchObject({ name, alt_names: [name], claims: [{ value_text: name, raw: name }] });
      expect(record.claims[0]!.source).toEqual({ slug: 'celestrak', name: "Celes'Trak", license: 'None "stated"' });
    }
  });

  test('are JSON, with null for infinite and NaN numbers', async () => {
    const records = await writeAndRead(
      ['a', 'b'],
      [
        "UPDATE satellites SET apogee_km = 'inf'::DOUBLE WHERE norad_cat_id = 1",
        "UPDATE claims SET value_text = NULL, value_numeric = 'nan'::DOUBLE WHERE norad_cat_id = 1",
      ],
    );
    expect(records.get(1)).toMatchObject({ apogee_km: null, claims: [{ value_numeric: null }] });
  });

  test('have no claims for an object without claims', async () => {
    const records = await writeAndRead(['a', 'b', 'c'], ['DELETE FROM claims WHERE norad_cat_id <> 2']);
    expect([...records.values()].map(({ claims }) => claims.length)).toEqual([0, 1, 0]);
  });

  test('can hold more objects and claims than one batch', async () => {
    const records = await writeAndRead(
      ['first'],
      [
        "INSERT INTO satellites FROM (SELECT s.* REPLACE (i + 1 AS norad_cat_id, 'n' || i AS name) FROM satellites s, range(1, 3000) r(i))",
        'DELETE FROM claims',
        `INSERT INTO claims BY NAME SELECT ${examples(claim, ['norad_cat_id', 'field']).map(([name, value]) => `${value} AS ${name}`)},
          s.norad_cat_id, 'name' AS field, s.name AS value_text, 'r' || n AS raw FROM satellites s, range(0, 3) r(n) ORDER BY s.norad_cat_id, n`,
        "INSERT INTO provenance SELECT norad_cat_id, 'norad_cat_id', 'HIGH', ['celestrak'], 'key', false, NULL FROM satellites WHERE norad_cat_id > 1",
      ],
    );
    expect(records.size).toBe(3000);
    for (const { name, claims } of records.values())
      expect(claims.map(({ value_text, raw }) => [value_text, raw])).toEqual(
        ['r0', 'r1', 'r2'].map((raw) => [name, raw]),
      );
  });

  test('reject claims that are out of order', async () => {
    const shuffled = ['CREATE OR REPLACE TABLE claims AS FROM claims ORDER BY norad_cat_id DESC'];
    await expect(writeAndRead(['a', 'b'], shuffled)).rejects.toThrow(
      'claims are out of order: one about 1 is left where 2 is due',
    );
  });

  test('have claims in the order of the table, if most objects before them are unchanged', async () => {
    await store.run('DROP TABLE IF EXISTS claims');
    await store.run(createTable('claims', claim));
    const values = examples(claim, ['norad_cat_id', 'field']);
    await store.run(`INSERT INTO claims (norad_cat_id, field, ${values.map(([column]) => column)})
      SELECT n // 30, 'name', ${values.map(([, value]) => value)} FROM range(600000) t(n)`);
    // A join would hold back the few rows of the first half until many of the second have passed.
    const unchanged = Array.from({ length: 10_000 }, (_, id) => id).filter((id) => id % 50 > 0);
    let [last, rows] = [0, 0];
    for await (const [ids] of store.columns(claimsQuery([source], unchanged)))
      for (const id of ids as number[]) {
        if (id < last) throw new Error(`${id} follows ${last}`);
        last = id;
        rows++;
      }
    expect(rows).toBe(306_000);
  });

  test('reject claims without an object', async () => {
    await expect(writeAndRead(['a', 'b'], ['DELETE FROM satellites WHERE norad_cat_id = 2'])).rejects.toThrow(
      'claims are left, the first about 2',
    );
  });
});

test('a refresh that can’t write its records fails and leaves no files', async () => {
  const [home, upstream] = [join(folder, 'home'), join(folder, 'upstream')];
  await mkdir(home);
  await writeSmall(upstream);
  // A folder blocks the path of the database that the record writer creates.
  const progress = (step: string) => {
    if (step === 'writing the release') mkdirSync(join(home, 'releases/.building/records.sqlite'));
  };
  await expect(build(home, upstream, FIRST, { progress })).rejects.toThrow('unable to open database file');
  expect((await filesBelow(home)).filter((path) => !/snapshots\/index\.json$/.test(path))).toEqual([]);
});

describe('provenance', () => {
  const plain = { uncertain: false, note: null } as const;
  const key = { ...plain, field: 'norad_cat_id', rule: 'key', sources: ['celestrak'] } as const;
  const evidence = (...verdicts: Parameters<typeof provenanceText>[0]) => {
    const report = JSON.parse(provenanceText([key, ...verdicts])) as {
      fields: { field: string; confidence: string | null; sources: string[]; rule: string | null }[];
      missing: string[];
    };
    return { ...report, of: (field: string) => report.fields.find((one) => one.field === field) };
  };

  test('has every field of the record, in its order', () => {
    const { fields, missing } = evidence();
    expect(fields.map(({ field }) => field)).toEqual(columns(satellite).map(({ name }) => name));
    expect(missing).toEqual(
      columns(satellite)
        // A field that is computed and restates no other has no evidence that could be missing.
        .filter(({ computed, restates }) => computed === undefined || restates !== undefined)
        .map(({ name }) => name)
        .filter((name) => name !== 'norad_cat_id'),
    );
    expect(missing).not.toContain('updated_at');
  });

  test('a field that restates another has the same evidence', () => {
    const { of } = evidence({ ...plain, field: 'country', rule: 'medium_trust', sources: ['satnogs'] });
    expect(of('country_name')).toEqual({ ...of('country'), field: 'country_name' });
    expect(of('country')).toMatchObject({ confidence: 'MEDIUM', sources: ['satnogs'] });
  });

  test('alternate names without a name have their own evidence', () => {
    const { of, missing } = evidence({ ...plain, field: 'alt_names', rule: 'high_trust', sources: ['gcat'] });
    expect(of('alt_names')).toMatchObject({ confidence: 'HIGH', sources: ['gcat'] });
    expect(missing).toContain('name');
    expect(missing).not.toContain('alt_names');
  });

  test('a date without a value due to a dispute is conflicting, not missing', () => {
    const { of, missing } = evidence({
      ...plain,

      field: 'decay_date',
      rule: 'tracked_after',
      sources: ['satnogs'],
    });
    expect(of('decay_date')).toMatchObject({ confidence: 'CONFLICTING', sources: ['satnogs'] });
    expect(missing).not.toContain('decay_date');
  });

  test('adds the note to the rule, and flags uncertain fields', () => {
    const { of } = evidence({
      field: 'operational_status',
      rule: 'high_trust_alone',
      sources: ['celestrak', 'gcat'],
      uncertain: true,
      note: 'GCAT reported OPERATIONAL on 2025-07-30; not compared, 388 days older.',
    });
    expect(of('operational_status')).toMatchObject({
      uncertain: true,
      rule: 'A high-trust source says so. GCAT reported OPERATIONAL on 2025-07-30; not compared, 388 days older.',
    });
    expect(of('active')).toMatchObject({ uncertain: true });
  });
});
