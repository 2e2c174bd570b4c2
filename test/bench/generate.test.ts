import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '../../bench/synthetic/generate.ts';
import type { Report } from '../../pipeline/report.ts';
import { run } from '../../pipeline/run.ts';
import { sources } from '../../pipeline/sources/sources.ts';

const OBJECTS = 200;
let work: string;
let told: Report;

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'orbweaver-generate-'));
  await generate(join(work, 'upstream'), OBJECTS);
  const build = {
    home: join(work, 'home'),
    base: '',
    sources,
    only: new Set<string>(sources.map((source) => source.slug)),
    from: join(work, 'upstream'),
    now: new Date('2026-08-21T23:00:00Z'),
    sample: false,
    expected: false,
    limits: { memory: '500MB', threads: 2 },
    progress: () => undefined,
  };
  told = (await run(build))!;
});
afterAll(() => rm(work, { recursive: true, force: true }));

test('the pipeline reads every generated file whole', () => {
  expect(told.unknown_files).toEqual([]);
  expect(told.files.filter((file) => file.problem !== null || file.held_out > 0 || file.rows === 0)).toEqual([]);
  expect(told.rejects).toEqual([]);
  expect(told.counts.satellites).toBe(OBJECTS);
});

test('it has what a catalogue has, in a catalogue’s proportions', () => {
  expect(told.counts.decayed / OBJECTS).toBeCloseTo(0.5, 0);
  expect(told.counts.elements).toBeGreaterThan(OBJECTS * 0.15);
  expect(told.counts.claims).toBeGreaterThan(OBJECTS * 25);
  expect(told.conflicts.length).toBeGreaterThan(0);
});

test('the same number gives the same bytes, and every name says what it is', async () => {
  const again = join(work, 'again');
  await generate(again, OBJECTS);
  for (const file of ['celestrak/satcat.csv', 'celestrak/gp-active.csv', 'gcat/satcat.tsv', 'satnogs/satellites.json'])
    expect(await readFile(join(again, file), 'utf8')).toBe(await readFile(join(work, 'upstream', file), 'utf8'));
  const [, ...rows] = (await readFile(join(again, 'celestrak/satcat.csv'), 'utf8')).trim().split('\r\n');
  expect(rows.filter((row) => !row.startsWith('SYNTHETIC '))).toEqual([]);
});
