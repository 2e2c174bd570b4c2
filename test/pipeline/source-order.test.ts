import { cp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type OpenedRelease, openRelease } from './release/opened-release.ts';
import { build, databaseOnly, FIRST, makeFolder, removeFolder, sample } from './sample-build.ts';

/** Builds the sample's first snapshot after a change of its files, and reads its release. */
async function released<T>(
  change: (folder: string) => Promise<void>,
  read: (release: OpenedRelease) => Promise<T>,
): Promise<T> {
  const home = await makeFolder();
  try {
    const upstream = join(home, 'upstream');
    await cp(join(sample, 'first'), upstream, { recursive: true });
    await change(upstream);
    await build(home, upstream, FIRST, databaseOnly);
    const release = await openRelease(home);
    try {
      return await read(release);
    } finally {
      release.close();
    }
  } finally {
    await removeFolder(home);
  }
}

interface Picked {
  norad_cat_id: number;
  field: string;
  source: string;
  value: string;
}
const picked = (release: OpenedRelease) =>
  // A value that Orbweaver computes is of the source of its row.
  release.rows<Picked>(`SELECT norad_cat_id, field, if(source = 'derived' AND regexp_full_match(source_record, 'S\\d+'), 'gcat', source) AS source, coalesce(value_text, value_numeric::VARCHAR, value_date::VARCHAR) AS value
    FROM claims WHERE selected AND field <> 'alt_names' ORDER BY ALL`);
const verdicts = (release: OpenedRelease) => release.rows('FROM provenance ORDER BY norad_cat_id, field');

let before: { values: Picked[]; verdicts: unknown[]; outvoted: Set<string> };
beforeAll(async () => {
  before = await released(
    async () => {},
    async (release) => ({
      values: await picked(release),
      verdicts: await verdicts(release),
      outvoted: new Set(
        (await release.rows<Picked>("SELECT norad_cat_id, field FROM provenance WHERE rule LIKE 'outvoted%'")).map(
          keyOf,
        ),
      ),
    }),
  );
}, 300_000);

const keyOf = ({ norad_cat_id, field }: Pick<Picked, 'norad_cat_id' | 'field'>) => `${norad_cat_id} ${field}`;

test('no verdict depends on the times of files', async () => {
  const after = await released(
    async (upstream) => {
      const names = await readdir(join(upstream, 'gcat'));
      for (const [index, name] of names.entries()) {
        const path = join(upstream, 'gcat', name);
        const day = String(1 + ((index * 7) % 28)).padStart(2, ' ');
        const text = await readFile(path, 'utf8');
        await writeFile(path, text.replace(/^# Updated .*$/m, `# Updated ${2019 + (index % 8)} Mar ${day} 1200:00`));
      }
      for (const source of await readdir(upstream))
        for (const [index, name] of (await readdir(join(upstream, source))).entries())
          await utimes(join(upstream, source, name), 1e9 + index * 1e6, 1e9 + index * 1e6);
    },
    async (release) => ({ values: await picked(release), verdicts: await verdicts(release) }),
  );
  expect(after.values).toEqual(before.values);
  expect(after.verdicts).toEqual(before.verdicts);
}, 300_000);

// There is no catalog without CelesTrak.
test.each(['gcat', 'satnogs', 'wikidata'])(
  'without %s, only values that it gave differ',
  async (missing) => {
    const values = await released(
      (upstream) => rm(join(upstream, missing), { recursive: true }),
      (release) => picked(release),
    );
    const left = new Map(values.map((one) => [keyOf(one), one.value]));
    const differing = before.values.filter(
      (one) => one.source !== missing && left.get(keyOf(one)) !== one.value && !before.outvoted.has(keyOf(one)),
    );
    expect(differing).toEqual([]);
  },
  300_000,
);
