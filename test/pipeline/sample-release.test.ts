import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../pipeline/report.ts';
import { sampleFiles } from '../../pipeline/sample/make.ts';
import { type OpenedRelease, openRelease } from './opened-release.ts';
import { describeDatasets } from './release-datasets.ts';
import { describeEvidence } from './release-evidence.ts';
import { describeFiles } from './release-files.ts';
import { describeFormat } from './release-format.ts';
import { describeRecords } from './release-records.ts';
import { describeSearch } from './release-search.ts';
import { filesBelow, makeFolder, publishSample, removeFolder, sample } from './sample-build.ts';
import { describeCases } from './sample-cases.ts';

let home: string;
let release: OpenedRelease;
let report: Report;

beforeAll(async () => {
  home = await makeFolder();
  report = await publishSample(home);
  release = await openRelease(home);
});

afterAll(async () => {
  release?.close();
  await removeFolder(home);
});

describe('the sample itself', () => {
  test('its files are what its generator writes', async () => {
    for (const [path, text] of sampleFiles()) expect(await readFile(join(sample, path), 'utf8'), path).toBe(text);
  });
});

describe('the release', () => {
  test('it is marked as the sample, and follows the first', async () => {
    const { manifest } = release;
    expect(manifest.sample).toBe(true);
    expect(manifest.generated_at).toBe('2026-08-22T14:00:00Z');
    expect(manifest.previous).toMatch(/^20260821T230000Z-/);
    expect(manifest.sources.map(({ slug, status }) => `${slug} ${status}`)).toEqual([
      'celestrak fresh',
      'gcat fresh',
      'satnogs fresh',
      'wikidata fresh',
    ]);
  });

  describeFormat(() => release);

  test('nothing is left beside the releases', async () => {
    const files = await filesBelow(home);
    expect(files.filter((path) => !/^(releases\/\d{8}T\d{6}Z-[0-9a-f]{8}|sample\/snapshots)\//.test(path))).toEqual([]);
    expect(files.filter((path) => path.endsWith('.part'))).toEqual([]);
  });

  test('the report counts what came in, what was held out and what was made', async () => {
    expect(report.unknown_files).toEqual([]);
    expect(report.files.filter((file) => file.problem !== null)).toEqual([]);
    const satcat = report.files.find((file) => file.file === 'celestrak/satcat.csv')!;
    const lines = (await readFile(join(sample, 'second/celestrak/satcat.csv'), 'utf8')).trimEnd().split('\n');
    expect(satcat).toMatchObject({ rows: lines.length - 1, held_out: 2 });
    const [{ n } = { n: 0 }] = await release.rows<{ n: number }>('SELECT count(*)::INTEGER AS n FROM rejects');
    expect(report.rejects.reduce((sum, { rows }) => sum + rows, 0)).toBe(n);
    expect(report.counts).toEqual(release.manifest.counts);
  });

  test('the counts of the manifest are those of the tables', async () => {
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
describe('datasets', () => describeDatasets(() => release));
