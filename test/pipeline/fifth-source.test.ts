import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Source } from '../../pipeline/sources/source.ts';

/**
 * A fifth source, between the others and Orbweaver itself, as whoever adds one puts it. It is registered before anything that
 * reads the list is loaded, and it has no data.
 */
const { sourceSlugs } = await import('../../src/schema/vocabulary.ts');
(sourceSlugs as unknown as string[]).splice(sourceSlugs.indexOf('derived'), 0, 'dummy');
const { trust } = await import('../../pipeline/resolve/confidence.ts');
Object.assign(trust, { dummy: 'medium' });
const { sources } = await import('../../pipeline/sources/sources.ts');
const { build, FIRST, makeFolder, removeFolder, writeSmall } = await import('./sample-build.ts');
const { openRelease } = await import('./opened-release.ts');

const dummy = { ...sources[2]!, slug: 'dummy', name: 'Dummy', files: [], downloads: [] } as unknown as Source;

let home: string;
let upstream: string;
beforeAll(async () => {
  home = await makeFolder();
  upstream = await makeFolder();
  await writeSmall(upstream);
});
afterAll(() => Promise.all([home, upstream].map(removeFolder)));

test('with a fifth source, what Orbweaver derived stays derived', async () => {
  await build(home, upstream, FIRST, { sources: [...sources, dummy] });
  const release = await openRelease(home);
  try {
    const counts = await release.rows<{ source: string; claims: number }>(
      'SELECT source, count(*)::INTEGER AS claims FROM claims GROUP BY source ORDER BY source',
    );
    expect(counts.map(({ source }) => source)).toEqual(['celestrak', 'derived', 'gcat', 'satnogs', 'wikidata']);
    expect(counts.find(({ source }) => source === 'derived')!.claims).toBeGreaterThan(100);
    const levels = await release.rows(
      "SELECT DISTINCT confidence FROM provenance WHERE sources = ['derived'] ORDER BY confidence",
    );
    expect(levels).toEqual([{ confidence: 'LOW' }]);
  } finally {
    release.close();
  }
});
