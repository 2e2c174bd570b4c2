import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Catalog, openCatalog } from '../../src/query/catalog.ts';

/** A home with a release of whole upstream files; `npm run refresh -- --from DIR` builds one. */
const home = process.env.ORBWEAVER_REAL_HOME;
const there = home !== undefined && existsSync(join(home, 'current'));

/** Searches that people make, and the one object that each means. */
const searches = readFileSync(join(import.meta.dirname, 'searches.csv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split(',') as [q: string, id: string, why: string]);

test('120 searches, each once, with a reason', () => {
  expect(searches).toHaveLength(120);
  expect(new Set(searches.map(([q]) => q)).size).toBe(120);
  for (const [q, id, why] of searches) expect([q, /^\d+$/.test(id), why !== '']).toEqual([q, true, true]);
});

let catalog: Catalog;
beforeAll(async () => {
  if (there) catalog = await openCatalog(join(home, 'current'));
});
afterAll(() => catalog?.close());

test.skipIf(!there)(
  `at least 110 find it first${there ? '' : ' (skipped: ORBWEAVER_REAL_HOME names no home with a full-size release)'}`,
  async () => {
    const wrong: string[] = [];
    for (const [q, id, why] of searches) {
      const { ids } = await catalog.search(q, {});
      if (ids[0] !== Number(id)) wrong.push(`${q}: ${ids[0] ?? 'nothing'} instead of ${id} (${why})`);
    }
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(10);
  },
  60_000,
);
