import { cp, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sources } from '../../pipeline/sources/sources.ts';
import { openRelease } from '../pipeline/release/opened-release.ts';
import {
  build,
  copyHome,
  databaseOnly,
  FIRST,
  makeFolder,
  removeFolder,
  writeSmall,
} from '../pipeline/sample-build.ts';

/** Well-formed files whose rows or columns are not what they were: nothing of them is shown as if it were right. */

const later = new Date(FIRST.getTime() + 3_600_000);
let valid: string;
let published: string;
const folders: string[] = [];

beforeAll(async () => {
  [valid, published] = await Promise.all([makeFolder(), makeFolder()]);
  await writeSmall(valid);
  await build(published, valid, FIRST, { sample: false, ...databaseOnly });
});
afterEach(() => Promise.all(folders.splice(0).map(removeFolder)));
afterAll(() => Promise.all([valid, published].map(removeFolder)));

/** Builds a release after the valid one, with one file changed; returns the report and the release's home. */
async function buildWith(file: string, change: (path: string) => Promise<void>) {
  const [home, from] = await Promise.all([makeFolder(), makeFolder()]);
  folders.push(home, from);
  copyHome(published, home);
  await cp(valid, from, { recursive: true });
  await change(join(from, file));
  return { home, report: (await build(home, from, later, { sample: false, ...databaseOnly }))! };
}
const problemOf = (report: Awaited<ReturnType<typeof buildWith>>['report'], key: string) =>
  report.files.find(({ file }) => file === key)?.problem;

/** Changes the text of a file. */
const text = (change: (all: string) => string) => async (path: string) =>
  writeFile(path, change(await readFile(path, 'utf8')));
/** Exchanges two cells of the header of a CSV file. */
const headerSwapped = (one: string, other: string) =>
  text((all) => {
    const end = all.indexOf('\n');
    const names: Readonly<Record<string, string>> = { [one]: other, [other]: one };
    return all.slice(0, end).replaceAll(/[A-Z_]+/g, (name) => names[name] ?? name) + all.slice(end);
  });
/** Changes each row of a CSV file without quotes, given its cells by name. */
const rows = (change: (cells: Record<string, string>) => void) =>
  text((all) => {
    const [header, ...lines] = all.split(/\r?\n/);
    const names = header!.split(',');
    const changed = lines.map((line) => {
      if (line === '' || line.includes('"')) return line;
      const cells = Object.fromEntries(line.split(',').map((cell, at) => [names[at]!, cell]));
      change(cells);
      return names.map((name) => cells[name]).join(',');
    });
    return [header, ...changed].join('\r\n');
  });

test.each([
  ['celestrak/satcat.csv', 'APOGEE', 'PERIGEE'],
  ['celestrak/satcat.csv', 'OBJECT_NAME', 'OBJECT_ID'],
  ['celestrak/gp-active.csv', 'ARG_OF_PERICENTER', 'MEAN_ANOMALY'],
  ['celestrak/gp-active.csv', 'OBJECT_NAME', 'OBJECT_ID'],
])('%s is set aside if %s and %s have changed places in its header', async (file, one, other) => {
  const { home, report } = await buildWith(file, headerSwapped(one, other));
  expect(problemOf(report, file)).toBe('its columns are in another order than those of the last one');
  const release = await openRelease(home);
  try {
    const before = await openRelease(published);
    const values = 'SELECT norad_cat_id, name, apogee_km, perigee_km FROM satellites ORDER BY 1';
    expect(await release.rows(values)).toEqual(await before.rows(values));
    before.close();
  } finally {
    release.close();
  }
});

test('SATCAT is set aside if the values of apogee and perigee are exchanged', async () => {
  const { report } = await buildWith(
    'celestrak/satcat.csv',
    rows((cells) => {
      [cells['APOGEE'], cells['PERIGEE']] = [cells['PERIGEE']!, cells['APOGEE']!];
    }),
  );
  expect(problemOf(report, 'celestrak/satcat.csv')).toMatch(/^the apogee of \d+ of its \d+ rows is below the perigee$/);
});

test.each([
  ['RA_OF_ASC_NODE', 'MEAN_ANOMALY'],
  ['ARG_OF_PERICENTER', 'MEAN_ANOMALY'],
  ['MEAN_MOTION_DOT', 'BSTAR'],
])(
  'element sets are set aside if the values of %s and %s are exchanged, and kept if those of a few are',
  async (one, other) => {
    const exchanged = (most: number) => {
      let row = 0;
      return rows((cells) => {
        if (row++ < most) [cells[one], cells[other]] = [cells[other]!, cells[one]!];
      });
    };
    const all = await buildWith('celestrak/gp-active.csv', exchanged(1e6));
    expect(problemOf(all.report, 'celestrak/gp-active.csv')).toMatch(
      new RegExp(`^\\d+ of the \\d+ element sets that the last release had already have another (${one}|${other})$`),
    );
    const few = await buildWith('celestrak/gp-active.csv', exchanged(3));
    expect(problemOf(few.report, 'celestrak/gp-active.csv')).toBeNull();
  },
);

test('a file is set aside if a column that was varied is the same in all rows', async () => {
  const satcat = await buildWith(
    'celestrak/satcat.csv',
    text((all) => all.replaceAll(/^(.*?),\d{4}-\d\d-\d\d,/gm, '$1,1998-11-20,')),
  );
  expect(problemOf(satcat.report, 'celestrak/satcat.csv')).toBe(
    'its column LAUNCH_DATE has the same value in all rows',
  );
  const elements = await buildWith(
    'celestrak/gp-active.csv',
    // With other epochs, nothing of the last release is contradicted.
    text((all) =>
      all.replaceAll(
        /(T[\d:]+\.\d{4})\d\d(,[\d.]+,[\d.]+,)[\d.]+,/g,
        (_, time: string, between: string) => `${time}97${between}51.6,`,
      ),
    ),
  );
  expect(problemOf(elements.report, 'celestrak/gp-active.csv')).toBe(
    'its column INCLINATION has the same value in all rows',
  );
});

test('SATCAT is set aside if a column has turned into something else, and kept if a few of its values have', async () => {
  const broken = (share: number) => {
    let row = 0;
    return rows((cells) => {
      if (row++ % share === 0) cells['INCLINATION'] = 'n/a';
    });
  };
  const most = await buildWith('celestrak/satcat.csv', broken(2));
  expect(problemOf(most.report, 'celestrak/satcat.csv')).toMatch(
    /^\d+ of the \d+ values of its column INCLINATION can't be read$/,
  );
  const few = await buildWith('celestrak/satcat.csv', broken(20));
  expect(problemOf(few.report, 'celestrak/satcat.csv')).toBeNull();
  expect(few.report.rejects.find(({ column }) => column === 'INCLINATION')?.rows).toBeGreaterThan(1);
});

test('no file loses a row if some of its lines end in CRLF and others in LF', async () => {
  const files = ['celestrak/satcat.csv', 'celestrak/gp-active.csv', 'gcat/satcat.tsv'];
  const mixed = (first: string, second: string) =>
    text((all) => {
      const lines = all.trimEnd().split(/\r?\n/);
      const middle = Math.floor(lines.length / 2);
      return `${lines.slice(0, middle).join(first)}${first}${lines.slice(middle).join(second)}${second}`;
    });
  const read = async (change: (path: string) => Promise<void>) => {
    const { report } = await buildWith('', async (folder) => {
      for (const file of files) await change(join(folder, file));
    });
    return files.map((key) => {
      const { rows: count, problem } = report.files.find(({ file }) => file === key)!;
      return { key, count, problem, rejects: report.rejects.filter(({ file }) => file === key.split('/')[1]) };
    });
  };
  const same = await read(async () => {});
  expect(same.every(({ count, problem }) => count! > 20 && problem === null)).toBe(true);
  expect(await read(mixed('\r\n', '\n'))).toEqual(same);
  expect(await read(mixed('\n', '\r\n'))).toEqual(same);
});

test('a file of --from that is larger than a download may be is set aside without being read', async () => {
  const { fetchPolicy } = sources.find(({ slug }) => slug === 'celestrak')!;
  const { report } = await buildWith('celestrak/satcat.csv', async (path) => {
    // Sparse: it takes no room on the disk, and would take minutes to read.
    await truncate(path, 2.2e9);
    expect((await stat(path)).size).toBeGreaterThan(fetchPolicy.maxBytes);
  });
  expect(problemOf(report, 'celestrak/satcat.csv')).toBe(
    `the file is larger than the limit of ${Math.round(fetchPolicy.maxBytes / 2 ** 20)} MiB`,
  );
});

test('element sets may change from CSV to JSON, whose members have no order', async () => {
  const toJson = text((all) => {
    const [header, ...lines] = all.trimEnd().split(/\r?\n/);
    const names = header!.split(',');
    // Members in another order than the columns.
    const objects = lines.map((line) =>
      Object.fromEntries(
        line
          .split(',')
          .map((cell, at) => [names[at]!, cell])
          .reverse(),
      ),
    );
    return JSON.stringify(objects);
  });
  const { report } = await buildWith('celestrak/gp-active.csv', toJson);
  expect(problemOf(report, 'celestrak/gp-active.csv')).toBeNull();
});
