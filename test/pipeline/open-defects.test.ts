import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parse } from '../../pipeline/parse.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import { openRelease } from './opened-release.ts';
import { build, FIRST, makeFolder, removeFolder, SECOND, sample, write, writeSmall } from './sample-build.ts';

// Each of these fails while its defect is there. When one passes, move it to the file that is named above it.
vi.mock('../../pipeline/publish/compress.ts', async (original) => ({
  ...(await original<object>()),
  compress: async () => ({}),
}));

let home: string;
let upstream: string;
beforeEach(async () => {
  home = await makeFolder();
  upstream = await makeFolder();
});
afterEach(async () => {
  await removeFolder(home);
  await removeFolder(upstream);
});

async function edit(name: string, change: (text: string) => string): Promise<void> {
  const path = join(upstream, name);
  await writeFile(path, change(await readFile(path, 'utf8')));
}

// fallback.test.ts
test('a satcat.csv without OPS_STATUS_CODE does not change who is active', async () => {
  await build(home, join(sample, 'first'), FIRST);
  const before = await openRelease(home);
  const { active } = before.manifest.counts;
  before.close();
  for (const name of ['satcat.csv', 'gp-active.csv'])
    await write(upstream, { [`celestrak/${name}`]: await readFile(join(sample, 'first/celestrak', name), 'utf8') });
  await edit('celestrak/satcat.csv', (text) => text.replace('OPS_STATUS_CODE', 'OPERATIONAL_STATUS'));
  await build(home, upstream, SECOND).catch(() => null);
  const after = await openRelease(home);
  const now = after.manifest.counts.active;
  after.close();
  expect(now).toBe(active);
});

// fallback.test.ts
test('an orgs.tsv that lost a column falls back to the last good one', async () => {
  await writeSmall(upstream);
  await build(home, upstream, FIRST);
  await edit('gcat/orgs.tsv', (text) => text.replace('EName', 'EnglishName'));
  const told = await build(home, upstream, SECOND);
  expect(told?.files.find(({ file }) => file === 'gcat/orgs.tsv')?.problem).toMatch(/EName/);
});

// sources.contract.test.ts
test('a column that is missing from a file is no crash: its cells are blank', () => {
  for (const { slug, files } of sources)
    for (const file of files) {
      const issues = file.row.safeParse({}).error?.issues.map((issue) => String(issue.path[0])) ?? [];
      expect([slug, file.path, issues.filter((column) => !file.key.includes(column))]).toEqual([slug, file.path, []]);
    }
});

// fallback.test.ts
test('a file is judged by how many rows are bad, not by how many cells', async () => {
  await writeSmall(upstream);
  await build(home, upstream, FIRST);
  await edit('celestrak/gp-active.csv', (text) =>
    text
      .split(/\r?\n/)
      .map((line, index) => (index === 3 ? 'BROKEN,,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x' : line))
      .join('\n'),
  );
  let bad = 0;
  const file = sources[0]!.files.find(({ matches }) => matches.test('gp-active.csv'))!;
  const lines = new Set<number>();
  await parse(join(upstream, 'celestrak/gp-active.csv'), file, {
    rows: () => {},
    comment: () => {},
    problem: ({ scope, line }) => {
      if (scope !== 'row') return;
      bad++;
      lines.add(line);
    },
  });
  expect(lines.size).toBeLessThan(bad);
  const told = await build(home, upstream, SECOND);
  expect(told?.files.find(({ file: name }) => name === 'celestrak/gp-active.csv')?.problem).toBeNull();
});
