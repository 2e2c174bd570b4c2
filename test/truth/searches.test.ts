import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Catalog, openCatalog } from '../../src/query/catalog.ts';

/** A home with a release of full upstream files; `npm run refresh -- --from DIR` builds one. */
const home = process.env.ORBWEAVER_REAL_HOME;
const hasRelease = home !== undefined && existsSync(join(home, 'current'));

/** Realistic searches with the object that each is for. */
const searches = readFileSync(join(import.meta.dirname, 'searches.csv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split(',') as [q: string, id: string, why: string]);

test('searches.csv has 120 distinct searches, each with a reason', () => {
  expect(searches).toHaveLength(120);
  expect(new Set(searches.map(([q]) => q)).size).toBe(120);
  for (const [q, id, why] of searches) expect([q, /^\d+$/.test(id), why !== '']).toEqual([q, true, true]);
});

let catalog: Catalog;
beforeAll(async () => {
  if (hasRelease) catalog = await openCatalog(join(home, 'current'));
});
afterAll(() => catalog?.close());

test.skipIf(!hasRelease)(
  `at least 110 of 120 searches return their object first${hasRelease ? '' : ' (skipped: ORBWEAVER_REAL_HOME names no home with a full-size release)'}`,
  async () => {
    const misses: string[] = [];
    for (const [q, id, why] of searches) {
      const { ids } = await catalog.search(q, {});
      if (ids[0] !== Number(id)) misses.push(`${q}: ${ids[0] ?? 'nothing'} instead of ${id} (${why})`);
    }
    expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(10);
  },
  60_000,
);
