import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../../pipeline/report/report.ts';
import { sources } from '../../../pipeline/sources/sources.ts';
import { copySample, filesBelow, removeFolder, sample, sampleReport } from '../sample-build.ts';
import { describeCases } from '../sample-cases.ts';
import { type OpenedRelease, openRelease } from './opened-release.ts';
import { describeDatasets } from './release-datasets.ts';
import { describeEvidence } from './release-evidence.ts';
import { describeFiles } from './release-files.ts';
import { describeFormat } from './release-format.ts';
import { describeRecords } from './release-records.ts';
import { describeSearch } from './release-search.ts';
import { describeStats } from './release-stats.ts';

let home: string;
let release: OpenedRelease;
let report: Report;

beforeAll(async () => {
  home = await copySample();
  report = await sampleReport();
  release = await openRelease(home);
});

afterAll(async () => {
  release?.close();
  await removeFolder(home);
});

describe('the sample itself', () => {
  test('every synthetic object that its README names is in its files', async () => {
    const about = await readFile(join(import.meta.dirname, '../../../pipeline/sources/sample.md'), 'utf8');
    const [, readme = ''] = about.split('## Which object shows what');
    const named = new Set(readme.match(/\b(19\d{4}|2701\d\d|A900\d\d)\b/g));
    const files = await filesBelow(sample);
    const text = (await Promise.all(files.map((path) => readFile(join(sample, path), 'utf8')))).join('\n');
    expect(named.size).toBeGreaterThan(100);
    expect([...named].filter((id) => !new RegExp(`\\b(S|P)?${id}\\b`).test(text))).toEqual([]);
  });

  test('the second snapshot has the columns of the first, and every object of it', async () => {
    for (const name of ['celestrak/satcat.csv', 'celestrak/gp-active.csv']) {
      const [first, second] = await Promise.all(
        ['first', 'second'].map(async (folder) => (await readFile(join(sample, folder, name), 'utf8')).split('\n')),
      );
      expect(second![0]).toBe(first![0]);
    }
    const ids = async (folder: string) =>
      new Set(
        (await readFile(join(sample, folder, 'celestrak/satcat.csv'), 'utf8')).match(
          /(?<=,)\d+(?=,(?:PAY|R\/B|DEB|UNK),)/g,
        ),
      );
    const [first, second] = [await ids('first'), await ids('second')];
    expect([...second].filter((id) => !first.has(id)).sort()).toEqual(['190231', '190232']);
    expect([...first].filter((id) => !second.has(id))).toEqual([]);
  });
});

describe('the release', () => {
  test('is marked as the sample, and follows the first release', async () => {
    const { manifest } = release;
    expect(manifest.sample).toBe(true);
    expect(manifest.generated_at).toBe('2026-08-22T14:00:00Z');
    expect(manifest.previous).toMatch(/^20260821T230000Z-/);
    expect(manifest.sources.map(({ slug, status }) => `${slug} ${status}`)).toEqual(
      sources.map(({ slug }) => `${slug} fresh`),
    );
  });

  describeFormat(() => release);

  test('leaves only releases, snapshots, the archive, and the search of close approaches in the home', async () => {
    const files = await filesBelow(home);
    expect(
      files.filter(
        (path) => !/^(releases\/\d{8}T\d{6}Z-[0-9a-f]{8}|sample\/snapshots|archive|conjunctions)\//.test(path),
      ),
    ).toEqual([]);
    expect(files.filter((path) => path.endsWith('.part'))).toEqual([]);
  });

  test('the report counts rows read, rows rejected and objects published', async () => {
    expect(report.unknown_files).toEqual([]);
    expect(report.files.filter((file) => file.problem !== null)).toEqual([]);
    const satcat = report.files.find((file) => file.file === 'celestrak/satcat.csv')!;
    const lines = (await readFile(join(sample, 'second/celestrak/satcat.csv'), 'utf8')).trimEnd().split('\n');
    expect(satcat).toMatchObject({ rows: lines.length - 1, held_out: 2 });
    const [{ n } = { n: 0 }] = await release.rows<{ n: number }>('SELECT count(*)::INTEGER AS n FROM rejects');
    expect(report.rejects.reduce((sum, { rows }) => sum + rows, 0)).toBe(n);
    expect(report.counts).toEqual(release.manifest.counts);
  });

  test('the counts of the manifest match the tables', async () => {
    const { counts } = release.manifest;
    for (const table of ['satellites', 'claims', 'elements', 'launches', 'operators', 'events', 'rejects'] as const) {
      const [row] = await release.rows<{ n: number }>(`SELECT count(*)::INTEGER AS n FROM ${table}`);
      expect([table, counts[table]]).toEqual([table, row!.n]);
    }
    expect(counts.on_orbit + counts.decayed).toBe(counts.satellites);
  });
});

describe('cases', () => describeCases(() => release));
describe('evidence', () => describeEvidence(() => release));
describe('files', () => describeFiles(() => release));
describe('records', () => describeRecords(() => release));
describe('search', () => describeSearch(() => release));
describe('stats', () => describeStats(() => release));
describe('datasets', () => describeDatasets(() => release));
