import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../pipeline/report/report.ts';
import { RecordStore, unpacked } from '../../src/release/record-store.ts';
import { columns } from '../../src/schema/field.ts';
import { elementSet } from '../../src/schema/objects/elements.ts';
import { groupDefinitions } from '../../src/schema/objects/group.ts';
import { satelliteRecord } from '../../src/schema/objects/record.ts';
import { releaseTables } from '../../src/schema/sql/sql-tables.ts';
import { STATIONS } from '../../src/schema/stations.ts';
import { allocators, heapOptions } from '../../src/server/child.ts';
import { REFRESH_HEAP } from '../../src/server/refresh-child.ts';
import { childEnvironment } from '../child-environment.ts';
import { folderOnDisk, memoryGroup } from '../projects/memory-group.ts';
import { facts, untrue } from '../truth/facts.ts';
import { wrongVerdicts } from '../truth/verdicts.ts';
import { ruleErrors } from './real/group-errors.ts';
import { exact, jsonWithNumbersAsText } from './release/exact-decimal.ts';
import { type OpenedRelease, openRelease } from './release/opened-release.ts';
import { build, makeFolder, removeFolder } from './sample-build.ts';

/** Complete upstream files next to the repository, if they exist. `ORBWEAVER_SKIP_REAL=1` skips them. */
const upstream = join(import.meta.dirname, '../../../shared/upstream');
const [first, second] = ['2026-08-21T2241Z', '2026-08-22T1301Z'].map((name) => join(upstream, name)) as [
  string,
  string,
];
const skipped = !existsSync(second) || process.env.ORBWEAVER_SKIP_REAL === '1';

type Row = Record<string, string>;

async function table(path: string): Promise<Row[]> {
  const text = await readFile(path, 'utf8');
  const tsv = path.endsWith('.tsv');
  const { data } = Papa.parse<string[]>(text, { delimiter: tsv ? '\t' : ',', ...(tsv && { quoteChar: '\0' }) });
  const [header, ...rows] = data.map((cells) => cells.map((cell) => cell.trim()));
  const names = header!.map((name) => name.replace(/^#/, ''));
  return rows
    .filter((cells) => cells.length > 1 && !cells[0]!.startsWith('#'))
    .map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])));
}

/** The least memory that ORBWEAVER_REFRESH_MEMORY accepts, MB. */
const MEMORY = 300;
/** The memory of the group, MiB. */
const GROUP = 700;
const disk = folderOnDisk();
const group = skipped || disk === null ? null : memoryGroup('refresh', GROUP * 2 ** 20);

/** Runs a refresh with the options and variables of one that a server starts, in the memory group if there is one. */
async function refresh(home: string, from: string, now: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    '/bin/sh',
    [
      ...['-c', `${group?.join ?? ''}exec "$0" "$@"`, process.execPath, ...heapOptions(REFRESH_HEAP)],
      ...[
        join(import.meta.dirname, '../../src/cli/bin.js'),
        'refresh',
        '--json',
        '--strict',
        '--from',
        from,
        '--now',
        now,
      ],
    ],
    {
      env: { ...childEnvironment, ...allocators, ORBWEAVER_HOME: home, ORBWEAVER_REFRESH_MEMORY: String(MEMORY) },
      maxBuffer: 1 << 26,
    },
  );
  return JSON.parse(stdout);
}

const NAME = 'real files (needs ../shared/upstream, and ORBWEAVER_SKIP_REAL unset)';

describe.skipIf(skipped)(NAME, () => {
  let home: string;
  let release: OpenedRelease;
  const reports: Report[] = [];
  let present: Set<number>;

  beforeAll(async () => {
    home = group === null ? await makeFolder() : await mkdtemp(join(disk!, 'orbweaver-real-'));
    const options = { sample: false, expected: true, limits: { memory: `${MEMORY}MB`, threads: 2 } };
    // The second release is compared with the database of the first one and the sets that it archived.
    reports.push((await build(home, first, new Date('2026-08-21T23:00:00Z'), { ...options, files: 'database' }))!);
    reports.push(await refresh(home, second, '2026-08-22T14:00:00Z'));
    release = await openRelease(home);
    const ids = await release.rows<{ id: number }>('SELECT norad_cat_id AS id FROM satellites');
    present = new Set(ids.map(({ id }) => id));
  }, 1_200_000);

  afterAll(async () => {
    release?.close();
    await removeFolder(home);
    await group?.remove();
  });

  test.skipIf(group === null)(
    `a refresh fits in a control group of ${GROUP} MiB (needs a disk, and the right to make a memory group)`,
    () => {
      expect(group!.kills()).toBe(0);
    },
  );

  const rowsOf = (report: Report, pattern: RegExp) =>
    report.files.filter(({ file }) => pattern.test(file)).reduce((sum, { rows }) => sum + rows, 0);
  const rejectedKeys = async (source: string, file: string, column: string) =>
    new Set(
      (
        await release.rows<{ value: string }>(
          `SELECT value FROM rejects WHERE source = '${source}' AND file = '${file}' AND scope = 'row' AND (column_name = '${column}' OR column_name IS NULL)`,
        )
      ).map(({ value }) => value),
    );

  test('reads every file, with the expected number of rows', () => {
    expect(reports[0]!.files.filter(({ problem }) => problem)).toEqual([]);
    expect(rowsOf(reports[0]!, /^celestrak\/satcat\.csv$/)).toBe(66_305);
    expect(rowsOf(reports[1]!, /^celestrak\/satcat\.csv$/)).toBe(66_305);
    expect(reports.map((report) => rowsOf(report, /^celestrak\/gp-active\.csv$/)).toSorted()).toEqual([16_399, 16_400]);
    expect(rowsOf(reports[0]!, /^gcat\/satcat(100k)?\.tsv$/)).toBe(34_119);
  });

  test('no object of SATCAT is lost', async () => {
    const rows = await table(join(second, 'celestrak/satcat.csv'));
    const rejected = await rejectedKeys('celestrak', 'satcat.csv', 'NORAD_CAT_ID');
    const lost = rows.filter(({ NORAD_CAT_ID: id }) => !present.has(Number(id)) && !rejected.has(id!));
    expect(lost.slice(0, 5)).toEqual([]);
    expect(rows.length).toBeGreaterThan(66_000);
  });

  test('no element set is lost', async () => {
    const rows = await table(join(second, 'celestrak/gp-active.csv'));
    const kept = new Set(
      (await release.rows<{ id: number }>('SELECT norad_cat_id AS id FROM elements')).map(({ id }) => id),
    );
    const rejected = await rejectedKeys('celestrak', 'gp-active.csv', 'NORAD_CAT_ID');
    const lost = rows.filter(({ NORAD_CAT_ID: id }) => !kept.has(Number(id)) && !rejected.has(id!));
    expect(lost.slice(0, 5)).toEqual([]);
  });

  test.each(['satcat'])('no object of GCAT is lost: %s', async (name) => {
    const rows = await table(join(first, `gcat/${name}.tsv`));
    const kept = new Set(
      (
        await release.rows<{ record: string }>(
          "SELECT DISTINCT source_record AS record FROM claims WHERE source = 'gcat'",
        )
      ).map(({ record }) => record),
    );
    const [{ n } = { n: 0 }] = await release.rows<{ n: number }>(
      `SELECT count(DISTINCT line)::INTEGER AS n FROM rejects WHERE source = 'gcat' AND file = '${name}.tsv' AND scope = 'row'`,
    );
    const missing = rows.filter(({ JCAT }) => !kept.has(JCAT!));
    expect(missing.length).toBe(n);
  });

  test.each(['psatcat'])('no row of GCAT is lost: %s', async (name) => {
    const rows = await table(join(first, `gcat/${name}.tsv`));
    const kept = await release.rows<{ record: string }>(
      `SELECT DISTINCT source_record AS record FROM claims WHERE source_record LIKE '${name}.tsv %'`,
    );
    const records = new Set(kept.map(({ record }) => record.split(' ')[1]));
    const [{ n } = { n: 0 }] = await release.rows<{ n: number }>(
      `SELECT count(DISTINCT coalesce(record, line::VARCHAR))::INTEGER AS n FROM rejects WHERE source = 'gcat' AND file = '${name}.tsv' AND scope = 'row'`,
    );
    expect(rows.filter(({ JCAT }) => !records.has(JCAT!)).length).toBe(n);
  });

  test.each([
    ['satcat', { SDate: 'separation_date', Parent: 'parent_gcat_id', Bus: 'bus', Shape: 'shape', Motor: 'motor' }],
    [
      'psatcat',
      {
        Program: 'program',
        Plane: 'orbital_plane',
        UNReg: 'un_registration',
        UNState: 'un_registry_country',
        Result: 'mission_result',
        Mvr: 'maneuver_capability',
        Att: 'attitude_control_code',
        DispEpoch: 'disposal_orbit_date',
        DispPeri: 'disposal_perigee_km',
        DispApo: 'disposal_apogee_km',
        DispInc: 'disposal_inclination_deg',
      },
    ],
  ] as const)('every cell of GCAT’s columns is a claim: %s', async (name, fields) => {
    const rows = await table(join(first, `gcat/${name}.tsv`));
    const claims = await release.rows<{ field: string; record: string }>(
      `SELECT field, regexp_replace(source_record, '^psatcat.tsv ', '') AS record FROM claims WHERE source = 'gcat'
        AND source_record ${name === 'psatcat' ? '' : 'NOT'} LIKE 'psatcat.tsv %'`,
    );
    const read = new Set(claims.map(({ record }) => record));
    const counts = Object.entries(fields).map(([column, field]) => {
      // U is unknown, and N has no documented meaning.
      const filled = rows.filter(
        (row) =>
          read.has(row.JCAT!) &&
          !['', '-'].includes(row[column]!) &&
          !(column === 'Mvr' && row.Mvr === 'N') &&
          // A hyperbola has no apogee.
          !(column === 'DispApo' && Number(row.DispApo) < -6400) &&
          // Of a payload that works, it is no disposal orbit.
          !(column.startsWith('Disp') && (/^\*|^-?$/.test(row.TOp!) || row.DispEpoch === '-')) &&
          !(column === 'Result' && /^[NU]$/.test(row.Result!)),
      );
      const claimed = claims.filter((claim) => claim.field === field).length;
      process.stdout.write(`${name}.tsv ${column}: ${filled.length} rows, ${claimed} claims about ${field}\n`);
      return [column, claimed - filled.length];
    });
    expect(counts).toEqual(Object.keys(fields).map((column) => [column, 0]));
  });

  test('every code of the launch catalog is a claim about its launch', async () => {
    const columnOf = {
      launch_pad: 'Launch_Pad',
      launch_platform: 'Platform',
      vehicle_variant: 'Variant',
      flight_id: 'Flight_ID',
      flight_code: 'FlightCode',
      failure_code: 'FailCode',
    } as const;
    const rows = await table(join(first, 'gcat/launch.tsv'));
    const claims = await release.rows<{ field: string; record: string; value: string; launched: string }>(
      'SELECT field, source_record AS record, value_text AS value, launch_id AS launched FROM launch_claims',
    );
    const inRelease = new Set(claims.map(({ record }) => record));
    for (const [field, column] of Object.entries(columnOf)) {
      const filled = rows.filter(
        (row) => inRelease.has(`launch.tsv ${row.Launch_Tag}`) && !['', '-', '?'].includes(row[column]!),
      );
      const claimed = claims.filter((claim) => claim.field === field);
      process.stdout.write(`launch.tsv ${column}: ${filled.length} rows, ${claimed.length} claims about ${field}\n`);
      expect([field, claimed.length]).toEqual([field, filled.length]);
      expect(filled.length).toBeGreaterThan(100);
    }
    const [{ n } = { n: 0 }] = await release.rows<{ n: number }>(
      `SELECT count(*)::INTEGER AS n FROM launch_claims c JOIN launches l USING (launch_id)
        WHERE c.field = 'flight_id' AND c.value_text IS DISTINCT FROM l.flight_id`,
    );
    expect(n).toBe(0);
  });

  test('no satellite of SatNOGS is lost', async () => {
    const list = JSON.parse(await readFile(join(first, 'satnogs/satellites.json'), 'utf8')) as { sat_id: string }[];
    const kept = await release.rows<{ record: string }>(
      "SELECT DISTINCT source_record AS record FROM claims WHERE source = 'satnogs'",
    );
    const records = new Set(kept.map(({ record }) => record));
    const [{ n } = { n: 0 }] = await release.rows<{ n: number }>(
      "SELECT count(DISTINCT coalesce(record, line::VARCHAR))::INTEGER AS n FROM rejects WHERE source = 'satnogs' AND file = 'satellites.json' AND scope = 'row'",
    );
    expect(list.filter(({ sat_id }) => !records.has(sat_id)).length).toBe(n);
  });

  test('every active object with elements is in /elements, with the digits of the upstream file', async () => {
    const { data } = jsonWithNumbersAsText(await release.text('elements.json')) as { data: Record<string, string[]> };
    const ids = data.norad_cat_id!;
    const rows = new Map((await table(join(second, 'celestrak/gp-active.csv'))).map((row) => [row.NORAD_CAT_ID, row]));
    const active = await release.rows<{ id: number }>(
      'SELECT norad_cat_id AS id FROM satellites WHERE active ORDER BY norad_cat_id',
    );
    expect(ids.map(Number)).toEqual(active.map(({ id }) => id).filter((id) => rows.has(String(id))));
    const sixDigit = ids.filter((id) => Number(id) >= 100_000);
    const expected = active.filter(({ id }) => id >= 100_000 && rows.has(String(id)));
    expect(sixDigit.length).toBe(expected.length);
    expect(sixDigit.length).toBeGreaterThan(0);
    const differing: string[] = [];
    for (const { name, json } of columns(elementSet)) {
      if (json !== 'number') continue;
      for (const [index, id] of ids.entries())
        if (exact(data[name]![index]!) !== exact(rows.get(id)![name.toUpperCase()]!)) differing.push(`${id} ${name}`);
    }
    expect(differing.slice(0, 5)).toEqual([]);
  });

  test('reports 50 to 400 events, none of them an orbit change without new elements', async () => {
    const report = await release.rows<{ type: string; id: number }>(
      "SELECT type, norad_cat_id AS id FROM events WHERE detected_at = '2026-08-22 14:00:00'",
    );
    expect(report.length).toBeGreaterThanOrEqual(50);
    expect(report.length).toBeLessThanOrEqual(400);
    const [before, after] = await Promise.all(
      [first, second].map(async (folder) => {
        const rows = await table(join(folder, 'celestrak/gp-active.csv'));
        return new Map(rows.map((row) => [Number(row.NORAD_CAT_ID), row.EPOCH]));
      }),
    );
    const changes = report.filter(({ type }) => type === 'orbit_change').map(({ id }) => id);
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.filter((id) => before!.get(id) === after!.get(id))).toEqual([]);
    const cataloged = new Set(
      (await table(join(first, 'celestrak/satcat.csv'))).map((row) => Number(row.NORAD_CAT_ID)),
    );
    expect(report.filter(({ type, id }) => type === 'new_object' && cataloged.has(id))).toEqual([]);
  });

  test('the rules of derived groups differ from the lists of CelesTrak as their definitions state', async () => {
    const folders = ['groups-2026-04', 'groups-2026-03'].map((name) => join(upstream, name, 'celestrak'));
    const stated = groupDefinitions.flatMap(({ slug, rule }) => {
      if (!rule) return [];
      const { list: _list, ...error } = rule.error ?? {};
      return [[slug, rule.error && error]];
    });
    expect(await ruleErrors((sql) => release.rows(sql), folders)).toEqual(Object.fromEntries(stated));
  });

  test('a server with active objects, SATCAT, and GCAT has the most used groups, marked as derived', async () => {
    const groups = await release.rows<{ slug: string }>("SELECT slug FROM groups WHERE membership = 'derived'");
    expect(groups.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining([
        ...['stations', 'weather', 'noaa', 'geo', 'amateur', 'gps-ops', 'glo-ops', 'galileo', 'beidou'],
        ...['science', 'cubesat'],
      ]),
    );
  });

  test.each(releaseTables.filter(({ name }) => ['claims', 'provenance'].includes(name)))(
    'the Parquet file of $name is sorted',
    async ({ file, order }) => {
      const rows = `read_parquet('${join(release.folder, 'public/api/v1', file)}', file_row_number = true)`;
      const [found] = await release.rows<{ n: number; misplaced: number }>(
        `SELECT count(*)::INTEGER AS n, count(*) FILTER (WHERE file_row_number <> place - 1)::INTEGER AS misplaced
          FROM (SELECT file_row_number, row_number() OVER (ORDER BY ${order}) AS place FROM ${rows})`,
      );
      expect(found!.n).toBeGreaterThan(1_000_000);
      expect(found!.misplaced).toBe(0);
    },
  );

  test('an unchanged record keeps its updated_at', async () => {
    const [{ n } = { n: 0 }] = await release.rows<{ n: number }>(
      "SELECT count(*)::INTEGER AS n FROM satellites WHERE updated_at = '2026-08-21 23:00:00'",
    );
    expect(n).toBeGreaterThan(40_000);
  });

  test('launches, operators and orbits match public facts (test/truth/facts.csv)', async () => {
    expect(facts.length).toBeGreaterThanOrEqual(100);
    expect(await untrue(release)).toEqual([]);
  });

  test('the verdicts of the first release match public knowledge (test/truth/verdicts.csv)', async () => {
    const before = await openRelease(home, reports[0]!.release);
    try {
      expect(await wrongVerdicts(before)).toEqual([]);
    } finally {
      before.close();
    }
  });

  // Dates that SATCAT and GCAT agree on are excluded too: nine objects deployed by a Cygnus had reached the station
  // after it, on another rocket.
  test('objects have the launch data of their launch, except those released by a station', async () => {
    const differing = await release.rows<{ id: number }>(
      `SELECT s.norad_cat_id AS id FROM satellites s JOIN launches l USING (launch_id) WHERE launch_id NOT IN (${Object.keys(
        STATIONS,
      )
        .map((id) => `'${id}'`)
        .join(', ')}) AND (s.launch_date IS DISTINCT FROM l.launch_date OR s.launch_site IS DISTINCT FROM l.launch_site
        OR s.launch_vehicle IS DISTINCT FROM l.launch_vehicle)
        AND (norad_cat_id, 'launch_date') NOT IN (SELECT (norad_cat_id, field) FROM provenance WHERE confidence = 'CONFIRMED')`,
    );
    expect(differing).toEqual([]);
  });

  test('a designator of two objects is disputed, however far apart their numbers are', async () => {
    const shared = await release.rows<{ ids: number[]; confidences: string[] }>(
      `SELECT list(s.norad_cat_id) AS ids, list(DISTINCT p.confidence) AS confidences
        FROM satellites s JOIN provenance p ON p.norad_cat_id = s.norad_cat_id AND p.field = 'cospar_id'
        WHERE s.cospar_id IS NOT NULL GROUP BY s.cospar_id HAVING count(*) > 1`,
    );
    expect(shared.some(({ ids }) => Math.max(...ids) > 2 * Math.min(...ids))).toBe(true);
    expect(shared.filter(({ confidences }) => confidences.join() !== 'CONFLICTING')).toEqual([]);
  });

  test('every tenth record conforms to the schema', async () => {
    const records = new RecordStore(release.folder);
    const ids = [...present].sort((a, b) => a - b);
    for (const id of ids.filter((_, index) => index % 10 === 0)) {
      const { data } = JSON.parse(unpacked(records.record(id)!).toString());
      expect([id, JSON.stringify(satelliteRecord.parse(data)) === JSON.stringify(data)]).toEqual([id, true]);
    }
    records.close();
  });
});
