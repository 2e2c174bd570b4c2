import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Source } from '../../pipeline/sources/source.ts';
import type { Publisher } from '../../src/schema/release/publishers.ts';

/**
 * A fifth source, with the two parts that its folder would have: a publisher, added before anything that reads the list of publishers is
 * loaded, and a definition of its files. Everything else must follow from these two.
 */
const entry: Publisher = {
  slug: 'dummy-db',
  precedence: 60,
  name: 'Dummy DB',
  short_name: 'Dummy DB',
  url: 'https://dummy.example.org',
  license: 'CC0-1.0',
  license_url: 'https://dummy.example.org/terms',
  attribution: 'Masses from Dummy DB',
  terms: 'CC0: nothing is required.',
  trust: 'medium',
  refresh: 'daily at 03:17 UTC',
  times: { all: '17 3 * * *' },
  allows: { hours: 24, words: 'once a day' },
  base: 'https://dummy.example.org/files',
  objectives: [{ id: 'dummy', name: 'Masses (Dummy DB)', files: /^dummy-db\//, hours: 30 }],
  shares: ['identifiers'],
};
// Other files of this worker have loaded the registry, and the next ones must not see the entry.
vi.resetModules();
afterAll(() => vi.resetModules());
const { publishers } = await import('../../src/schema/release/publishers.ts');
(publishers as unknown as Publisher[]).push(entry);

const { sources } = await import('../../pipeline/sources/sources.ts');
const { sourceFile } = await import('../../pipeline/sources/source.ts');
const { trustOf } = await import('../../pipeline/resolve/confidence.ts');
const { lineages } = await import('../../pipeline/resolve/lineage.ts');
const { readConfig, settingRules } = await import('../../src/config.ts');
const { freshnessObjectives } = await import('../../src/http/ops/service-levels.ts');
const { nextAsked } = await import('../../src/schema/release/freshness.ts');
const { nextTime } = await import('../../src/schema/release/refresh-times.ts');
const { sourceSlugs } = await import('../../src/schema/release/source.ts');
const { build, databaseOnly, FIRST, makeFolder, removeFolder, writeSmall } = await import('./sample-build.ts');
const { openRelease } = await import('./release/opened-release.ts');
const { tables } = await import('../docs-tables.ts');

const masses = sourceFile({
  matches: /^masses\.csv$/,
  path: '/masses.csv',
  format: 'csv',
  row: z.object({ NORAD: z.coerce.number().int(), MASS: z.string() }),
  key: ['NORAD'],
  expected: 1,
  read: ({ NORAD, MASS }, writer) => {
    writer.beginRecord(NORAD, { record: `masses.csv ${NORAD}`, url: null, observedAt: null, createsObject: false });
    writer.addClaim('launch_mass_kg', Number(MASS), MASS);
  },
});
const dummySource = {
  ...entry,
  downloads: [{ file: 'masses.csv', path: masses.path, schedule: entry.times.all }],
  fetchPolicy: { pause: 0, interval: 1, retries: 0, retryStatuses: [], maxBytes: 1000, contact: false },
  files: [masses],
} as unknown as Source;
const all = [...sources, dummySource];
const only = new Set(all.map(({ slug }) => slug as string));

let upstream: string;
beforeAll(async () => {
  upstream = await makeFolder();
  await writeSmall(upstream);
});
afterAll(() => removeFolder(upstream));

async function withRelease<T>(check: (release: Awaited<ReturnType<typeof openRelease>>) => Promise<T>): Promise<T> {
  const home = await makeFolder();
  try {
    await build(home, upstream, FIRST, { sources: all, only, ...databaseOnly });
    const release = await openRelease(home);
    try {
      return await check(release);
    } finally {
      release.close();
    }
  } finally {
    await removeFolder(home);
  }
}

describe('a source with one entry in the registry', () => {
  test('has its slug, its trust and its lineage', () => {
    expect(sourceSlugs.slice(-2)).toEqual(['dummy-db', 'derived']);
    expect(trustOf('dummy-db' as never)).toBe('medium');
    const identifiers = lineages.find(({ fields }) => fields.includes('norad_cat_id'));
    expect(identifiers!.sources).toContain('dummy-db');
  });

  test('has its setting, which rejects an invalid URL by name', () => {
    const read = (text: string) => readConfig({ ORBWEAVER_DUMMY_DB_URL: text }, '/nowhere').upstream;
    expect(read('https://mirror.example.org/dummy/')).toEqual({ 'dummy-db': 'https://mirror.example.org/dummy' });
    expect(() => read('mirror')).toThrow(/ORBWEAVER_DUMMY_DB_URL/);
    expect(settingRules().map(({ name }) => name)).toContain('ORBWEAVER_DUMMY_DB_URL');
  });

  test('is scheduled, and has its freshness objective', () => {
    const now = new Date('2026-08-22T02:00:00Z');
    const next = '2026-08-22T03:17:00Z';
    expect(nextTime(now).toISOString()).toBe('2026-08-22T03:17:00.000Z');
    expect(nextAsked('dummy-db', { scheduled: true, record: null }, now)).toBe(next);
    expect(freshnessObjectives(null, now).find(({ id }) => id === 'fresh_dummy')).toMatchObject({
      name: 'Masses (Dummy DB)',
      objective: 'every file checked within the last 30 hours',
    });
  });

  test('is in the tables of the documentation', () => {
    const last = (name: string) => tables[name]!().split('\n').at(-1);
    expect(last('mirrors')).toBe('| `ORBWEAVER_DUMMY_DB_URL` | `https://dummy.example.org/files` |');
    expect(last('terms')).toBe('| Dummy DB | CC0: nothing is required. |');
    expect(last('attribution')).toBe('| Dummy DB | Masses from Dummy DB |');
    expect(last('schedule')).toBe('| Dummy DB | daily at 03:17 UTC |');
    expect(tables['trust']!()).toContain('| [Dummy DB](https://dummy.example.org) | `dummy-db` | medium |');
  });

  test('adds no claims without data, and leaves derived values derived', async () => {
    await withRelease(async (release) => {
      const counts = await release.rows<{ source: string; claims: number }>(
        'SELECT source, count(*)::INTEGER AS claims FROM claims GROUP BY source ORDER BY source',
      );
      expect(counts.map(({ source }) => source)).toEqual([...sources.map(({ slug }) => slug), 'derived'].sort());
      expect(counts.find(({ source }) => source === 'derived')!.claims).toBeGreaterThan(100);
      const levels = await release.rows<{ confidence: string }>(
        "SELECT DISTINCT confidence FROM provenance WHERE sources = ['derived'] ORDER BY confidence",
      );
      expect(levels.map(({ confidence }) => confidence)).not.toContain('LOW');
    });
  });

  test('has its claims, the confidence of its trust, and its terms in the release once it has rows', async () => {
    await mkdir(join(upstream, 'dummy-db'));
    await writeFile(join(upstream, 'dummy-db/masses.csv'), 'NORAD,MASS\n190005,123.5\n190150,7\n');
    await withRelease(async (release) => {
      const claims = await release.rows("SELECT * FROM claims WHERE source = 'dummy-db' ORDER BY norad_cat_id");
      const field = 'launch_mass_kg';
      // GCAT, more trusted, has another mass of the first object; no other source has one of the second.
      expect(claims).toMatchObject([
        {
          norad_cat_id: 190005,
          field,
          value_numeric: 123.5,
          raw: '123.5',
          selected: false,
          confidence: 'CONFLICTING',
        },
        { norad_cat_id: 190150, field, value_numeric: 7, raw: '7', selected: true, confidence: 'MEDIUM' },
      ]);
      expect(
        await release.rows(`SELECT norad_cat_id, confidence, rule, sources FROM provenance
          WHERE field = '${field}' AND norad_cat_id IN (190005, 190150) ORDER BY norad_cat_id`),
      ).toEqual([
        {
          norad_cat_id: 190005,
          confidence: 'CONFLICTING',
          rule: 'disagree_trust',
          // Only GCAT supports the value shown.
          sources: ['gcat'],
        },
        { norad_cat_id: 190150, confidence: 'MEDIUM', rule: 'medium_trust', sources: ['dummy-db'] },
      ]);
      expect(await release.rows("SELECT license, attribution, refresh FROM sources WHERE slug = 'dummy-db'")).toEqual([
        { license: 'CC0-1.0', attribution: 'Masses from Dummy DB', refresh: 'daily at 03:17 UTC' },
      ]);
    });
  });
});
