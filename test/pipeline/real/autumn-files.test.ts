import { existsSync } from 'node:fs';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../../pipeline/report/report.ts';
import { type OpenedRelease, openRelease } from '../release/opened-release.ts';
import { build, databaseOnly, makeFolder, removeFolder } from '../sample-build.ts';

/** SATCAT of October 2026 from number 69660, and GCAT's catalog of the numbers from 100000, of September. */
const upstream = join(import.meta.dirname, '../../../../shared/upstream');
const files = {
  'celestrak/satcat.csv': '2026-10-03/celestrak/satcat-tail.csv',
  'gcat/satcat100k.tsv': '2026-09-10/gcat/satcat100k.tsv',
  ...Object.fromEntries(
    ['orgs', 'sites', 'lv', 'launch'].map((name) => [`gcat/${name}.tsv`, `2026-08-21T2241Z/gcat/${name}.tsv`]),
  ),
};
const skipped =
  process.env.ORBWEAVER_SKIP_REAL === '1' || !Object.values(files).every((file) => existsSync(join(upstream, file)));

type Row = Readonly<Record<string, string>>;

async function table(path: string): Promise<Row[]> {
  const text = (await readFile(join(upstream, path), 'utf8')).replace(/^#/, '').replaceAll('\r', '');
  const tsv = path.endsWith('.tsv');
  const { data } = Papa.parse<Row>(text, {
    header: true,
    delimiter: tsv ? '\t' : ',',
    comments: '#',
    skipEmptyLines: true,
    ...(tsv && { quoteChar: '\0' }),
    transform: (cell) => cell.trim(),
    transformHeader: (name) => name.trim(),
  });
  return data;
}

describe.skipIf(skipped)('files of autumn 2026 (needs ../shared/upstream, and ORBWEAVER_SKIP_REAL unset)', () => {
  let folder: string;
  let release: OpenedRelease;
  let report: Report;
  let satcat: Row[];
  let gcat: Row[];

  beforeAll(async () => {
    folder = await makeFolder();
    for (const [name, from] of Object.entries(files)) {
      await mkdir(join(folder, 'from', dirname(name)), { recursive: true });
      await cp(join(upstream, from), join(folder, 'from', name));
    }
    const now = new Date('2026-10-03T14:00:00Z');
    report = (await build(join(folder, 'home'), join(folder, 'from'), now, { sample: false, ...databaseOnly }))!;
    release = await openRelease(join(folder, 'home'));
    satcat = await table(files['celestrak/satcat.csv']);
    gcat = await table(files['gcat/satcat100k.tsv']!);
  }, 120_000);
  afterAll(async () => {
    release?.close();
    if (folder) await removeFolder(folder);
  });

  const object = async (id: number) =>
    (await release.rows<Record<string, unknown>>(`FROM satellites WHERE norad_cat_id = ${id}`))[0]!;

  test('every row of SATCAT is an object, and none is rejected', async () => {
    expect(report.files.find(({ file }) => file === 'celestrak/satcat.csv')).toMatchObject({
      rows: 1224,
      held_out: 0,
      problem: null,
    });
    const rows = await release.rows<{ norad: number; cospar: string; launched: string }>(
      'SELECT norad_cat_id AS norad, cospar_id AS cospar, launch_date::VARCHAR AS launched FROM satellites',
    );
    const found = new Map(rows.map((row) => [row.norad, row]));
    const differing = satcat.filter((row) => {
      const here = found.get(Number(row.NORAD_CAT_ID));
      return here?.cospar !== row.OBJECT_ID || here?.launched !== row.LAUNCH_DATE;
    });
    expect(differing).toEqual([]);
    expect(await release.rows("FROM rejects WHERE file = 'satcat.csv' AND scope <> 'file'")).toEqual([]);
  });

  test('every numbered object of GCAT is joined to SATCAT’s, without a contradiction of designator or launch', async () => {
    const claimed = await release.rows<{ id: number }>(
      "SELECT DISTINCT norad_cat_id AS id FROM claims WHERE source = 'gcat' AND field = 'gcat_id'",
    );
    const numbered = gcat.filter(({ Satcat, Type }) => Satcat !== 'NNA' && !Type!.startsWith('Z'));
    expect(claimed.map(({ id }) => id).sort()).toEqual(numbered.map(({ Satcat }) => Number(Satcat)).sort());
    expect(gcat.length - numbered.length).toBe(29);
    const conflicts = await release.rows<{ field: string; n: number }>(
      "SELECT field, count(*)::INTEGER AS n FROM provenance WHERE confidence = 'CONFLICTING' GROUP BY field ORDER BY field",
    );
    expect(conflicts).toEqual([
      { field: 'country', n: 8 },
      { field: 'object_class', n: 1 },
      // Stages that SATCAT marks as working.
      { field: 'operational_status', n: 2 },
    ]);
  });

  test('unknown codes are those of organizations that joined GCAT’s table later', async () => {
    const rejected = await release.rows<{ column_name: string; value: string }>(
      "SELECT DISTINCT column_name, value FROM rejects WHERE scope = 'value' ORDER BY column_name, value",
    );
    expect(rejected.map((row) => [row.column_name, row.value])).toEqual([
      ['Manufacturer', 'ETRAQ'],
      ['Manufacturer', 'HONGQX'],
      ['Owner', 'ETRAQ'],
      ['Owner', 'JINGQH'],
    ]);
  });

  test('a row without an orbit claims none, in either catalog', async () => {
    const without = gcat.filter(({ Perigee, Apogee }) => Number(Perigee) === 0 && Number(Apogee) === 0);
    expect(without.length).toBeGreaterThan(20);
    const claims = await release.rows(
      `FROM claims WHERE source = 'gcat' AND field IN ('apogee_km', 'perigee_km', 'inclination_deg') AND norad_cat_id IN (${without
        .map(({ Satcat }) => Number(Satcat) || 0)
        .join(', ')})`,
    );
    expect(claims).toEqual([]);
    // USA 619: NEA, with no orbit in SATCAT and zeros in GCAT.
    expect(await object(100_178)).toMatchObject({ apogee_km: null, inclination_deg: null, orbit_class: 'UNKNOWN' });
  });

  test('a docked spacecraft is in low orbit, and what orbits the Sun in deep space', async () => {
    // ORBIT_CENTER is 25544, ORBIT_TYPE is DOC.
    expect(await object(100_057)).toMatchObject({ name: 'SOYUZ-MS 29', orbit_class: 'LEO', disposition: 'IN_ORBIT' });
    expect(await object(100_532)).toMatchObject({ orbit_class: 'DEEP_SPACE', orbit_type: 'HELIOCENTRIC' });
  });

  test('a spent stage that SATCAT marks as working is not active', async () => {
    expect(await object(100_830)).toMatchObject({ name: 'ELECTRON R/B', active: false });
  });
});
