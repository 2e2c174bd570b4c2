import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from '../../pipeline/parse.ts';
import { accountSources, sources } from '../../pipeline/sources/sources.ts';

const NOW = new Date('2026-08-22T14:00:00Z');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orbweaver-rows-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const fileOf = (slug: string, name: string) =>
  sources.find((source) => source.slug === slug)!.files.find(({ matches }) => matches.test(name))!;

/** Parses one row of JSON in the format of its source; returns the number of rows kept, and the rejects. */
async function readRow(slug: string, name: string, row: Readonly<Record<string, string>>) {
  const definition = fileOf(slug, name);
  const binding = Object.fromEntries(Object.entries(row).map(([key, value]) => [key, { type: 'literal', value }]));
  const path = join(folder, 'file.json');
  await writeFile(
    path,
    JSON.stringify(definition.format === 'sparql-json' ? { results: { bindings: [binding] } } : [row]),
  );
  const kept: unknown[] = [];
  const rejects: string[] = [];
  await parse(
    path,
    definition,
    {
      rows: (rows) => kept.push(...rows),
      comment: () => {},
      problem: ({ scope, column, reason }) => rejects.push(`${scope} ${column} ${reason}`),
    },
    NOW,
  );
  return { kept: kept.length, rejects };
}

const elements = {
  OBJECT_NAME: 'ISS (ZARYA)',
  OBJECT_ID: '1998-067A',
  EPOCH: '2026-08-22T04:34:48.381888',
  MEAN_MOTION: '15.50103472',
  ECCENTRICITY: '.0006703',
  INCLINATION: '51.6416',
  RA_OF_ASC_NODE: '247.4627',
  ARG_OF_PERICENTER: '130.536',
  MEAN_ANOMALY: '325.0288',
  EPHEMERIS_TYPE: '0',
  CLASSIFICATION_TYPE: 'U',
  NORAD_CAT_ID: '25544',
  ELEMENT_SET_NO: '999',
  REV_AT_EPOCH: '56353',
  BSTAR: '.10270E-3',
  MEAN_MOTION_DOT: '.16717E-3',
  MEAN_MOTION_DDOT: '0',
};

const files = [...sources, ...accountSources].flatMap(({ slug, files: of }) =>
  of.map((file) => [`${slug}/${file.path}`, file] as const),
);

test.each(files)('%s: without its key, no column is needed for its row', (_name, file) => {
  const needed = Object.entries(file.row.shape).filter(([, cell]) => !cell.safeParse(undefined).success);
  expect(needed.map(([column]) => column).filter((column) => !file.key.includes(column))).toEqual([]);
});

describe('a control character in any column', () => {
  test.each([
    ['satnogs', 'satellites.json', { sat_id: 'XSKZ-5603-1870-9019-3066', norad_cat_id: '25544' }, 'names'],
    ['wikidata', 'satellites.json', { item: 'http://www.wikidata.org/entity/Q1', scn: '25544' }, 'altLabels'],
  ])('of %s/%s rejects the value: %s', async (slug, name, row, column) => {
    const { rejects } = await readRow(slug, name, { ...row, [column]: 'A\u009b31mB' });
    expect(rejects).toContain(`value ${column} control_character`);
  });

  test('other names of SatNOGS may be on several lines, labels of Wikidata may not', async () => {
    const satnogs = { sat_id: 'XSKZ-5603-1870-9019-3066', norad_cat_id: '25544', names: 'A\r\nB' };
    expect((await readRow('satnogs', 'satellites.json', satnogs)).rejects.join()).not.toContain('names');
    const wikidata = { item: 'http://www.wikidata.org/entity/Q1', scn: '25544', altLabels: 'A\nB' };
    expect((await readRow('wikidata', 'satellites.json', wikidata)).rejects).toContain(
      'value altLabels control_character',
    );
  });
});

describe('element sets: an invalid cell rejects the row', () => {
  test('a valid row is kept', async () => {
    expect(await readRow('celestrak', 'gp-stations.json', elements)).toEqual({ kept: 1, rejects: [] });
  });

  test.each([
    ['EPOCH', '2026-02-30T14:34:48.381888', 'bad_date'],
    ['EPOCH', '2026-13-45T14:34:48.381888', 'bad_date'],
    ['EPOCH', '0000-00-00T00:00:00', 'bad_date'],
    ['EPOCH', '2026-08-22T24:00:00', 'bad_date'],
    ['EPOCH', '2026-08-22T23:59:60', 'bad_date'],
    ['EPOCH', '1957-10-03T00:00:00', 'bad_date'],
    ['EPOCH', '2026-08-22T04:34:48.381888+00:00', 'bad_date'],
    ['EPOCH', '2026-366T04:34:48', 'bad_date'],
    ['TIME_SYSTEM', 'GPS', 'unsupported'],
    ['MEAN_ELEMENT_THEORY', 'DSST', 'unsupported'],
    ['EPOCH', '2026-08-29T14:00:01', 'in_the_future'],
    ['EPOCH', '9999-12-31T00:00:00', 'in_the_future'],
    ['REV_AT_EPOCH', '4294967297', 'out_of_range'],
    ['REV_AT_EPOCH', '-1', 'not_a_number'],
    ['ELEMENT_SET_NO', '99999999999999', 'out_of_range'],
    ['EPHEMERIS_TYPE', '10', 'out_of_range'],
    ['BSTAR', '1e999999999', 'out_of_range'],
    ['BSTAR', '-1e999', 'out_of_range'],
    ['BSTAR', '1e200', 'out_of_range'],
    ['BSTAR', 'Infinity', 'not_a_number'],
    ['MEAN_MOTION', 'NaN', 'not_a_number'],
    ['MEAN_MOTION', '0x10', 'not_a_number'],
    ['MEAN_MOTION_DDOT', '1e400', 'out_of_range'],
    ['ECCENTRICITY', '1', 'out_of_range'],
    ['CLASSIFICATION_TYPE', '<', 'unknown_code'],
    ['OBJECT_ID', '1998-067A\nX', 'bad_designator'],
    ['OBJECT_ID', '<b>x</b>', 'bad_designator'],
    ['OBJECT_ID', '1998-67A', 'bad_designator'],
    ['OBJECT_NAME', 'ISS\u0000', 'control_character'],
    ['OBJECT_NAME', 'ISS\u0085', 'control_character'],
    ['OBJECT_NAME', 'ISS\u009b31m', 'control_character'],
    ['OBJECT_NAME', 'ISS\uffff', 'control_character'],
    ['OBJECT_NAME', 'ISS\u{1fffe}', 'control_character'],
    ['NORAD_CAT_ID', '1e5', 'bad_catalogue_number'],
  ])('%s %j: %s', async (column, value, reason) => {
    expect(await readRow('celestrak', 'gp-stations.json', { ...elements, [column]: value })).toEqual({
      kept: 0,
      rejects: [`row ${column} ${reason}`],
    });
  });

  test('an epoch up to a week in the future is accepted', async () => {
    const predicted = { ...elements, EPOCH: '2026-08-29T13:59:59.999' };
    expect(await readRow('celestrak', 'gp-stations.json', predicted)).toEqual({ kept: 1, rejects: [] });
  });
});

const enriched = {
  sat_id: 'XSKZ-5603-1870-9019-3066',
  norad_cat_id: '25544',
  name: 'ISS',
  status: 'alive',
  image: 'satellites/ISS.jpg',
  website: 'https://www.nasa.gov/station?a=1&b=2#c',
  updated: '2026-01-02T03:04:05.678901Z',
};

describe('enrichment: an invalid cell is rejected, and the rest of its row is kept', () => {
  test('a valid row is kept', async () => {
    expect(await readRow('satnogs', 'satellites.json', enriched)).toEqual({ kept: 1, rejects: [] });
  });

  test.each([
    ['updated', '2026-99-99T99:99:99Z', 'bad_date'],
    ['updated', '2027-01-01T00:00:00Z', 'in_the_future'],
    ['decayed', '2026-02-30T00:00:00Z', 'bad_date'],
    ['website', 'javascript:alert(1)', 'bad_url'],
    ['website', 'data:text/html,<script>alert(1)</script>', 'bad_url'],
    ['website', 'https://nasa.gov/"><script>', 'bad_url'],
    ['website', 'https://www.nasa.gov@evil.example/', 'bad_url'],
    ['website', 'nasa.gov', 'bad_url'],
    ['image', '../../"><script>', 'bad_url'],
    ['image', '../admin', 'bad_url'],
    ['image', '%2e%2e/admin', 'bad_url'],
    ['image', 'a.jpg?x=1', 'bad_url'],
    ['name', 'IS\u2028S', 'control_character'],
  ])('SatNOGS %s %j: %s', async (column, value, reason) => {
    expect(await readRow('satnogs', 'satellites.json', { ...enriched, [column]: value })).toEqual({
      kept: 1,
      rejects: [`value ${column} ${reason}`],
    });
  });

  test.each([
    ['sat_id', '', 'bad_id'],
    ['sat_id', 'XSKZ/../../x', 'bad_id'],
  ])('SatNOGS %s %j rejects the row: %s', async (column, value, reason) => {
    expect(await readRow('satnogs', 'satellites.json', { ...enriched, [column]: value })).toEqual({
      kept: 0,
      rejects: [`row ${column} ${reason}`],
    });
  });

  const item = { item: 'http://www.wikidata.org/entity/Q25271', scn: '25544', itemLabel: 'ISS' };
  test.each([
    ['cospar', '1998-067A\nX', 'bad_designator'],
    ['website', 'javascript:alert(1)', 'bad_url'],
    ['image', 'data:image/png;base64,AAAA', 'bad_url'],
    ['massKg', '1e999', 'out_of_range'],
    ['massKg', '0x10', 'not_a_number'],
  ])('Wikidata %s %j: %s', async (column, value, reason) => {
    expect(await readRow('wikidata', 'satellites.json', { ...item, [column]: value })).toEqual({
      kept: 1,
      rejects: [`value ${column} ${reason}`],
    });
  });

  test.each(['javascript:alert(1)//entity/Q1', 'http://www.wikidata.org/entity/Q1x', 'https://evil.example/entity/Q1'])(
    'Wikidata item %j rejects the row',
    async (uri) => {
      expect(await readRow('wikidata', 'satellites.json', { ...item, item: uri })).toEqual({
        kept: 0,
        rejects: ['row item bad_item'],
      });
    },
  );
});
