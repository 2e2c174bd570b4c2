import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { event } from '../../src/schema/changes/event.ts';
import { columns, createTable, field, jsonValue } from '../../src/schema/field.ts';
import { claim, reject, verdict } from '../../src/schema/objects/claim.ts';
import { elementSet } from '../../src/schema/objects/elements.ts';
import { launch } from '../../src/schema/objects/launch.ts';
import { operator } from '../../src/schema/objects/operator.ts';
import { claimRecord, claimSource, provenanceEntry, satelliteRecord } from '../../src/schema/objects/record.ts';
import { fieldGroupTitles, satellite, satelliteSummary } from '../../src/schema/objects/satellite.ts';
import { reentryPrediction } from '../../src/schema/reentries/reentry.ts';
import { datasetColumns, slices, sourceColumns } from '../../src/schema/release/dataset.ts';
import {
  encodings,
  forms,
  publicCacheControl,
  publicRoutes,
  serviceHeaders,
} from '../../src/schema/release/public-route.ts';
import { source } from '../../src/schema/release/source.ts';
import { activeStatuses, statuses } from '../../src/schema/vocabulary.ts';

const records = {
  satellite,
  satelliteSummary,
  satelliteRecord,
  claim,
  claimRecord,
  claimSource,
  verdict,
  provenanceEntry,
  elementSet,
  event,
  launch,
  operator,
  reentryPrediction,
  reject,
  source,
};

describe.each(Object.entries(records))('%s', (_name, record) => {
  test('every field has a description and a valid example', () => {
    for (const column of columns(record)) {
      expect(column.name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(column.meaning).toMatch(/^\S.*[^.\s]$/);
      expect(column.sql).toMatch(/^(INTEGER|DOUBLE|VARCHAR(\[\])?|BOOLEAN|DATE|TIMESTAMP|JSON)$/);
      expect(column.example, column.name).not.toBeUndefined();
      const schema = (record.shape as Record<string, z.ZodType>)[column.name]!;
      expect([column.name, schema.safeParse(column.example).error?.message]).toEqual([column.name, undefined]);
    }
  });

  test('its table can be created, and rejects a value that the schema does not allow', async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(createTable('t', record));
    const created = (
      await connection.runAndReadAll(
        "SELECT column_name AS name, data_type AS type, is_nullable AS nullable FROM duckdb_columns() WHERE table_name = 't' ORDER BY column_index",
      )
    ).getRowObjectsJson();
    expect(created).toEqual(columns(record).map(({ name, sql, nullable }) => ({ name, type: sql, nullable })));
    const enumerated = columns(record).find(({ allowed }) => allowed);
    if (enumerated)
      await expect(connection.run(`INSERT INTO t (${enumerated.name}) VALUES ('NONSENSE')`)).rejects.toThrow(
        /constraint/i,
      );
    connection.closeSync();
    instance.closeSync();
  });

  test('fields have the unit that their name ends with', () => {
    const units: Record<string, string> = {
      _km: 'km',
      _kg: 'kg',
      _m: 'm',
      _min: 'min',
      _deg: 'degrees',
      _w: 'W',
      _m2: 'm²',
      _yr: 'years',
    };
    for (const { name, unit } of columns(record)) {
      const ending = /_[a-z0-9]+$/.exec(name)?.[0];
      if (ending && units[ending]) expect([name, unit]).toEqual([name, units[ending]]);
    }
  });
});

test('rejects a field without metadata', () => {
  expect(() => columns(z.object({ name: z.string() }))).toThrow(/field name has no facts/);
  const { nullable, allowed } = columns(z.object({ kind: field(z.enum(['a', 'b']).nullable(), 'Kind', 'a') }))[0]!;
  expect({ nullable, allowed }).toEqual({ nullable: true, allowed: ['a', 'b'] });
});

test('writes SQL values as JSON that every parser accepts', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const written = async (name: string, sql: string, example: unknown, value: string) => {
    const column = { name, sql, example, meaning: '', nullable: true, allowed: undefined };
    const rows = await connection.runAndReadAll(
      `SELECT to_json({v: ${jsonValue(column, 't')}})::VARCHAR FROM (SELECT ${value} AS ${name}) t`,
    );
    return JSON.parse(rows.getRows()[0]![0] as string).v;
  };
  const number = (value: string) => written('x', 'DOUBLE', 1, `${value}::DOUBLE`);
  expect(await Promise.all(['0.1', '1e22', '5e-324', "'inf'", "'-inf'", "'nan'", 'NULL'].map(number))).toEqual([
    0.1,
    1e22,
    5e-324,
    null,
    null,
    null,
    null,
  ]);
  const timestamp = (value: string, example: string) => written('at', 'TIMESTAMP', example, `TIMESTAMP '${value}'`);
  expect(await timestamp('2026-08-21 18:32:11.4', '2026-08-21T18:32:11.425056Z')).toBe('2026-08-21T18:32:11.400000Z');
  expect(await timestamp('2026-08-21 18:32:11', '2026-08-21T23:00:00Z')).toBe('2026-08-21T18:32:11Z');
  const text = await written('s', 'VARCHAR', '', `'a"b\\c' || chr(10) || chr(1) || 'é🚀'`);
  expect(text).toBe('a"b\\c\n\u0001é🚀');
  connection.closeSync();
  instance.closeSync();
});

describe('the record', () => {
  const names = columns(satellite).map(({ name }) => name);

  test('begins with the summary, in its order', () => {
    const summary = columns(satelliteSummary).map(({ name }) => name);
    expect(names.slice(0, summary.length)).toEqual(summary);
  });

  test('restates only fields that exist', () => {
    for (const { name, restates } of columns(satellite))
      if (restates) expect([name, names]).toEqual([name, expect.arrayContaining([restates])]);
  });

  test('active statuses are among the statuses', () => {
    expect(statuses).toEqual(expect.arrayContaining([...activeStatuses]));
    expect(activeStatuses).not.toContain('NONOPERATIONAL');
  });
});

describe('datasets', () => {
  test('have unique column names', () => {
    const names = datasetColumns.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names[26]).toBe('NORAD Number');
    expect(sourceColumns).toHaveLength(7);
  });

  test("Orbweaver's own columns are the fields of the record and a summary of the evidence", () => {
    const own = datasetColumns.slice(datasetColumns.indexOf(sourceColumns.at(-1)!) + 1).map(({ name }) => name);
    const names = columns(satellite).map(({ name }) => name);
    expect(own.filter((name) => !names.includes(name))).toEqual([
      'confirmed_fields',
      'medium_fields',
      'low_fields',
      'conflicting_fields',
      'conflicts',
      'uncertain_fields',
    ]);
    // A column never moves: programs read CSV by position.
    expect(own.slice(0, 3)).toEqual(['object_class', 'operational_status', 'active']);
    expect(own.slice(18, 21)).toEqual(['website', 'confirmed_fields', 'medium_fields']);
    expect(own.at(25)).toBe('updated_at');
  });

  test('have unique positions, types and units; every field has a group and a reason for its comparison', () => {
    const positions = columns(satellite).flatMap(({ csv }) => (csv === undefined ? [] : [csv]));
    expect(new Set(positions).size).toBe(positions.length);
    for (const { name, group, comparison } of columns(satellite)) {
      expect([name, fieldGroupTitles]).toEqual([name, expect.arrayContaining([group])]);
      expect([name, comparison?.because]).toEqual([name, expect.stringMatching(/\S/)]);
    }
    expect(datasetColumns.find(({ name }) => name === 'span_m')).toEqual({
      name: 'span_m',
      type: 'number',
      meaning: `${satellite.shape.span_m.description}, m`,
    });
  });

  test('have the slices that the API promises', () => {
    expect(slices.map(({ name }) => name)).toEqual([
      'all',
      'active',
      'payloads',
      'rocket-bodies',
      'debris',
      'decayed',
      'leo',
      'meo',
      'geo',
      'heo',
      'conflicts',
    ]);
  });
});

describe('public routes', () => {
  test('have unique paths under /api/v1, and formats with a media type', () => {
    const paths = publicRoutes.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    for (const route of publicRoutes) {
      expect(route.path).toMatch(/^\/api\/v1\/[a-z]/);
      expect(route.forms.length).toBeGreaterThan(0);
      for (const form of route.forms) expect(forms[form]).toMatch(/^[a-z]+\/[a-z.+]+/);
    }
  });

  test.each([
    ['/api/v1/elements', 300],
    ['/api/v1/events', 300],
    ['/api/v1/launches', 3600],
    ['/api/v1/dataset/{slice}', 21_600],
  ])('%s is cached by shared caches for %i s', (path, seconds) => {
    const route = publicRoutes.find((one) => one.path === path)!;
    expect(route.sharedMaxAge).toBe(seconds);
    expect(publicCacheControl(route.sharedMaxAge)).toBe(
      `public, max-age=300, s-maxage=${seconds}, stale-while-revalidate=86400, stale-if-error=604800`,
    );
  });

  test('have three content encodings', () => expect(encodings).toEqual({ br: '.br', zstd: '.zst', gzip: '.gz' }));

  test('have headers that name the release and mark the sample', () => {
    const release = { id: '20260821T230000Z-00000000', sources: ['celestrak', 'gcat'] };
    expect(serviceHeaders({ ...release, sample: true })).toMatchObject({
      'X-Service-License': 'ODbL-1.0',
      'X-Service-Sources': 'celestrak, gcat',
      'X-Catalog-Release': release.id,
      'X-Catalog-Sample': 'true',
    });
    expect(serviceHeaders({ ...release, sample: false })).not.toHaveProperty('X-Catalog-Sample');
    expect(serviceHeaders(null)).not.toHaveProperty('X-Catalog-Release');
  });
});
