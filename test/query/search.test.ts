import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { meaningOf, resultOf, search, searchWithRadio } from '../../src/query/search/search.ts';
import { readSearchIndex, type SearchIndex } from '../../src/query/search/searchable.ts';
import { editDistance } from '../../src/query/search/spelling.ts';
import { makeFolder, removeFolder } from '../pipeline/sample-build.ts';
import { type TestObject, writeDatabase, writeObjects } from './tiny-catalog.ts';

let folder: string;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => removeFolder(folder));

async function indexOf(objects: readonly TestObject[]): Promise<SearchIndex> {
  const database = await writeObjects(folder, objects);
  try {
    return await readSearchIndex(database);
  } finally {
    database.close();
  }
}

/** The ids of the results, in order. */
const find = (index: SearchIndex, q: string) => [...search(index, q).ids];

describe('the meaning of a query', () => {
  test.each([
    ['25544', { kind: 'catalog number', id: 25_544 }],
    [' 00005 ', { kind: 'catalog number', id: 5 }],
    ['999999999', { kind: 'catalog number', id: 999_999_999 }],
    ['1234567890', { kind: 'text', text: '1234567890' }],
    ['1998-067A', { kind: 'designator', cosparId: '1998-067A' }],
    ['1998-067abc', { kind: 'designator', cosparId: '1998-067ABC' }],
    ['98067A', { kind: 'designator', cosparId: '1998-067A' }],
    ['98-067A', { kind: 'designator', cosparId: '1998-067A' }],
    ['1998 067A', { kind: 'designator', cosparId: '1998-067A' }],
    ['57001B', { kind: 'designator', cosparId: '1957-001B' }],
    ['56001B', { kind: 'designator', cosparId: '2056-001B' }],
    ['1998-067', { kind: 'launch', launchId: '1998-067' }],
    ['2025-20', { kind: 'launch', launchId: '2025-020' }],
    ['2025-20A', { kind: 'designator', cosparId: '2025-020A' }],
    ['1998-067 A', { kind: 'designator', cosparId: '1998-067A' }],
    ['58 002 B', { kind: 'designator', cosparId: '1958-002B' }],
    ['1958 ALPHA', { kind: 'launch', launchId: '1958-001' }],
    ['1957 Alpha 2', { kind: 'designator', cosparId: '1957-001B' }],
    ['1958β2', { kind: 'designator', cosparId: '1958-002B' }],
    ['1961-Omicron-12', { kind: 'designator', cosparId: '1961-015M' }],
    ['1961 omi 25', { kind: 'designator', cosparId: '1961-015AA' }],
    ['1961 omicron 601', { kind: 'designator', cosparId: '1961-015AAA' }],
    ['1962 Beta Upsilon 1', { kind: 'designator', cosparId: '1962-068A' }],
    ['58 Beta 2', { kind: 'designator', cosparId: '1958-002B' }],
    ['58 Beta', { kind: 'text', text: '58 Beta' }],
    ['1963 Alpha', { kind: 'text', text: '1963 Alpha' }],
    ['1998/067A', { kind: 'designator', cosparId: '1998-067A' }],
    ['98/067A', { kind: 'designator', cosparId: '1998-067A' }],
    ['1998-067-A', { kind: 'designator', cosparId: '1998-067A' }],
    ['98-67A', { kind: 'designator', cosparId: '1998-067A' }],
    ['COSPAR 1998-067A', { kind: 'designator', cosparId: '1998-067A' }],
    ['cospar id: 98067A', { kind: 'designator', cosparId: '1998-067A' }],
    ['NORAD 25544', { kind: 'catalog number', id: 25_544 }],
    ['norad id 25544', { kind: 'catalog number', id: 25_544 }],
    ['NORAD_CAT_ID=25544', { kind: 'catalog number', id: 25_544 }],
    ['catalog number: 25544', { kind: 'catalog number', id: 25_544 }],
    ['CATNR=25544', { kind: 'catalog number', id: 25_544 }],
    ['sat 25544', { kind: 'catalog number', id: 25_544 }],
    ['satellite 5', { kind: 'text', text: 'satellite 5' }],
    ['#25544', { kind: 'catalog number', id: 25_544 }],
    ['S25544', { kind: 'catalog number', id: 25_544 }],
    ['s00005', { kind: 'catalog number', id: 5 }],
    ['S80', { kind: 'text', text: 'S80' }],
    ['norad', { kind: 'text', text: 'norad' }],
    ['cospar', { kind: 'text', text: 'cospar' }],
    ['catalina 5', { kind: 'text', text: 'catalina 5' }],
    ['1998-067ABCD', { kind: 'text', text: '1998-067ABCD' }],
    ['ISS', { kind: 'text', text: 'ISS' }],
  ])('%s', (typed, meaning) => {
    expect(meaningOf(typed)).toEqual(meaning);
  });
});

describe('without an object that has all words', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    index = await indexOf([
      { id: 1, names: ['LONGJIANG-2 (DSLWP-B)'] },
      { id: 2, names: ['LONGJIANG-1 (DSLWP-A)'] },
      { id: 3, names: ['STARLINK-11238 [DTC]'] },
      { id: 4, names: ['STARLINK-11239 [DTC]'] },
      { id: 5, names: ['OTHER 2'] },
    ]);
  });

  test.each([
    ['longjiang 2 hoa', [1]],
    ['lonjgiang-1 (dswp)', [2]],
    ['starlink-11238 [dc]', [3]],
    ['starlink zzz dtcc', []],
    ['qqqq zzz 2', []],
    ['zzz', []],
  ])('%s finds the objects that have most of them', (q, ids) => {
    expect(find(index, q)).toEqual(ids);
  });
});

describe('ranking', () => {
  /** One object per rank. Worse matches have lower catalog numbers, so that only their rank can place them last. */
  let index: SearchIndex;
  beforeAll(async () => {
    index = await indexOf([
      { id: 1, names: ['Xaurora'], cospar: '1998-067C' },
      { id: 2, names: ['Else'], owners: ['Aurora Station Company', 'Norway', 'NO'], active: false },
      { id: 3, names: ['Else'], owners: ['Aurora Station Company', 'Norway', 'NO'] },
      { id: 4, names: ['Station Big Aurora'], cospar: '1998-067B', active: false },
      { id: 5, names: ['Big Aurora Station'] },
      { id: 6, names: ['Aurora Station 7'] },
      { id: 7, names: ['Other', 'Aurora'], active: false, cospar: '1998-067A' },
      { id: 8, names: ['AURORA'] },
      { id: 9, names: ['Aurora Station'] },
    ]);
  });

  test.each([
    [
      'own name (exact, then prefix), alternative name, whole word, operator, part of a word',
      'aurora',
      [8, 6, 9, 7, 5, 4, 3, 2, 1],
    ],
    ['exact name, prefix, adjacent words, separate words, operator', 'aurora station', [9, 6, 5, 4, 3, 2]],
    ['words of name and operator combined', 'else aurora', [3, 2]],
    ['country', 'norway', [3, 2]],
    ['country code', 'no', [3, 2]],
    ['a number only as a catalog number', '7', [7]],
    ['an unknown catalog number', '77', []],
    ['a designator', '1998-067a', [7]],
    ['a launch: active objects first, then by number', '1998-067', [1, 4, 7]],
    ['an incomplete designator', '1998-06', []],
    ['a misspelled word, ranked the same', 'auorra', [8, 6, 9, 7, 5, 4, 3, 2, 1]],
    ['one misspelled word of several', 'aurora sttion', [9, 6, 5, 4, 3, 2]],
    ['only punctuation', '--- /', []],
    ['no similar word', 'zzzzzzzz', []],
  ])('%s', (_what, q, ids) => {
    expect(find(index, q)).toEqual(ids);
  });

  test('does not correct a word that occurs in the catalog', async () => {
    const similar = await indexOf([
      { id: 1, names: ['Terra'] },
      { id: 2, names: ['Tera'] },
      { id: 3, names: ['Tetra'] },
    ]);
    expect(find(similar, 'terra')).toEqual([1]);
    expect(find(similar, 'terar')).toEqual([1, 2]);
  });

  test('finds all objects with the same name, active ones first', async () => {
    const same = await indexOf([
      ...Array.from({ length: 40 }, (_, id) => ({ id: id + 1, names: ['Twin Deb'], active: id % 2 === 0 })),
      { id: 99, names: ['Twin'] },
    ]);
    const odd = Array.from({ length: 20 }, (_, at) => 2 * at + 1);
    expect(find(same, 'twin deb')).toEqual([...odd, ...odd.map((id) => id + 1)]);
    expect(find(same, 'twin')[0]).toBe(99);
  });

  test('finds nothing in an empty catalog', async () => {
    const empty = await indexOf([]);
    for (const q of ['iss', '25544', '1998-067A', '1998-067']) expect(find(empty, q)).toEqual([]);
  });
});

describe('synonyms, spacing and transliteration', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    index = await indexOf([
      { id: 1, names: ['STARLINK-1007'], owners: ['SpaceX', 'United States', 'US'] },
      { id: 2, names: ['COSMOS 2251 DEB', 'deb Kosmos-2251'] },
      { id: 3, names: ['CHIBIS-M'] },
      { id: 4, names: ['HST'], owners: ['Kazakhstan'] },
      { id: 5, names: ['FALCON 9 R/B'] },
      { id: 6, names: ['SENTINEL-1A'] },
      { id: 7, names: ['ØRSTED', 'Ørsted', 'Oersted'] },
      { id: 8, names: ['PLÉIADES 1A'] },
      { id: 9, names: ['东方红一号'] },
      { id: 10, names: ['KAZSAT'], owners: ['Kazakhstan'] },
      { id: 11, names: ['JWST'] },
      { id: 12, names: ['UmKA-1', 'Умка-1'] },
    ]);
  });

  test.each([
    ['starlink1007', [1]],
    ['StarLink-1007', [1]],
    ['starlink 1007 satellite', [1]],
    ['star link 1007', [1]],
    ['space x', [1]],
    ['starlnik1007', [1]],
    ['cosmos2251deb', [2]],
    ['cosmos 2251 debris', [2]],
    ['космос 2251', [2]],
    ['чибис', [3]],
    ['ЧИБИС-М', [3]],
    ['умка', [12]],
    ['hubble', [4]],
    ['hubbel', [4]],
    ['Hubble Space Telescope', [4]],
    ['james webb', [11]],
    ['jame webb', [11]],
    ['falcon 9 rocket body', [5]],
    ['sentinel1a', [6]],
    ['orsted', [7]],
    ['oersted', [7]],
    ['ØRSTED', [7]],
    ['pleiades', [8]],
    ['Pléiades', [8]],
    ['ple\u0301iades', [8]],
    ['东方红', [9]],
    ['satellite', []],
    ['r b', [5]],
  ])('%s', (q, ids) => {
    expect(find(index, q).slice(0, 1)).toEqual(ids);
  });

  test('match a synonym only as a whole word: hubble finds HST, but not Kazakhstan', () => {
    expect(find(index, 'hubble')).toEqual([4]);
    expect(find(index, 'hst')).toEqual([4, 10]);
  });
});

describe('spelling', () => {
  test('the edit distance agrees with DuckDB up to its limit', async () => {
    const words = fc.sample(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 7 }), {
      seed: 3,
      numRuns: 400,
    });
    const pairs = words.map((word, at) => [word, words[(at * 7 + 3) % words.length]!] as const);
    const database = await writeDatabase(folder, 'CREATE TABLE none(x INTEGER)');
    const rows = await database.rows<{ off: number }>(
      `SELECT damerau_levenshtein(a, b)::INTEGER AS off FROM (VALUES ${pairs.map(([a, b], at) => `(${at}, '${a}', '${b}')`).join(', ')}) v(nth, a, b) ORDER BY nth`,
    );
    database.close();
    for (const [at, [a, b]] of pairs.entries()) {
      const { off } = rows[at]!;
      for (const limit of [1, 2]) {
        const distance = editDistance(a, b, limit);
        // Our distance does not edit transposed characters again, and so can be one higher.
        if (off > limit) expect(distance, `${a} ${b}`).toBeGreaterThan(limit);
        else expect([off, off + 1], `${a} ${b}`).toContain(distance);
      }
    }
  });

  test('corrects one or two characters, depending on the length of the word', async () => {
    const index = await indexOf([
      { id: 1, names: ['Sputnik'] },
      { id: 2, names: ['Echo'] },
    ]);
    for (const near of ['sputnk', 'spuutnik', 'sputnki', 'psutnik', 'sputmik', 'spuntki'])
      expect([near, find(index, near)]).toEqual([near, [1]]);
    expect(find(index, 'spatmek')).toEqual([]);
    expect(find(index, 'ehco')).toEqual([2]);
    expect(find(index, 'eoch')).toEqual([]);
  });

  test('prefers words that share more characters at the same distance', async () => {
    const index = await indexOf([
      { id: 1, names: ['Other'], owners: ['US Space Force', 'United States', 'US'] },
      { id: 2, names: ['Space Object'] },
      { id: 3, names: ['Dragon'], owners: ['SpaceX', 'United States', 'US'] },
    ]);
    for (const near of ['spacxe', 'spawcx', 'spcex']) expect([near, find(index, near)]).toEqual([near, [3]]);
    expect(find(index, 'spaec')).toEqual([2, 1, 3]);
  });

  test('tries words at a greater distance if no object has the nearest one and the other words', async () => {
    const index = await indexOf([
      { id: 1, names: ['Stark 7'] },
      { id: 2, names: ['Starlink-5240'] },
      { id: 3, names: ['Cosmos 2365'] },
      { id: 4, names: ['Csom 1'] },
    ]);
    expect(find(index, 'starnk-5240')).toEqual([2]);
    expect(find(index, 'csoms-2365')).toEqual([3]);
    expect(find(index, 'starnk 7')).toEqual([1]);
  });

  test('matches similar whole names if single words do not match, but never with other digits', async () => {
    const index = await indexOf([
      { id: 1, names: ['ONEWEB-0155', 'OWLID000126'] },
      { id: 2, names: ['ONEWEB-0156', 'OWLID000127'] },
      { id: 3, names: ['GSAT0101'] },
      { id: 4, names: ['JAY-D2'] },
    ]);
    expect(find(index, 'owli000126')).toEqual([1]);
    expect(find(index, 'owlid00126')).toEqual([]);
    expect(find(index, 'gsaat0101')).toEqual([3]);
    expect(find(index, 'jay-2')).toEqual([4]);
    expect(search(index, 'jay-2')).toMatchObject({ corrected: 'jay d2' });
    expect(find(index, 'xkcd-2')).toEqual([]);
  });
});

test('ranks a name prefix before the whole name of an operator, and that before words of several names', async () => {
  const index = await indexOf([
    { id: 1, names: ['Orbit 1'], owners: ['Space Agency of the North', 'Norway', 'NO'] },
    { id: 2, names: ['Space Agency of the North Sea'], owners: ['Other', 'Norway', 'NO'] },
    { id: 3, names: ['Of the North', 'Space Agency'], owners: ['Other', 'Norway', 'NO'] },
  ]);
  expect(find(index, 'space agency of the north')).toEqual([2, 1, 3]);
});

test('puts adjectives of states into their names, and still finds what has the adjective itself', async () => {
  const index = await indexOf([
    { id: 1, names: ['CZ-4B R/B'], owners: ['UNKNOWN', 'China', 'CN'] },
    { id: 2, names: ['CZ-2F R/B'], owners: ['Chinese Academy of Launch Vehicle Technology', 'China', 'CN'] },
    { id: 3, names: ['SL-4 R/B'], owners: ['UNKNOWN', 'Russia', 'RU'] },
    { id: 4, names: ['KITSAT 1'], owners: ['UNKNOWN', 'South Korea', 'KR'] },
  ]);
  expect(find(index, 'chinese rocket body')).toEqual([1, 2]);
  expect(find(index, 'Russian rocket bodies')).toEqual([3]);
  expect(find(index, 'rocket body russland')).toEqual([3]);
  expect(find(index, 'south korean satellites')).toEqual([4]);
});

test('keeps the name of a series if no object has all words', async () => {
  const series = Array.from({ length: 3 }, (_, at) => ({ id: at + 1, names: [`DRAGON CRS-${at + 1}`] }));
  const index = await indexOf([
    ...series,
    { id: 4, names: ['ISS (ZARYA)', 'Zarya Cargo Block'] },
    { id: 6, names: ['DCS-1'] },
    { id: 5, names: ['ARCTIC WEATHER SATELLITE'] },
    ...[15, 18, 19].map((number) => ({ id: number, names: [`NOAA ${number}`] })),
  ]);
  expect(search(index, 'dragon cargo')).toMatchObject({ corrected: 'dragon' });
  expect(find(index, 'dragon cargo')).toEqual([1, 2, 3]);
  // Not the initials, either.
  expect(find(index, 'dragon cargo spacecraft')).toEqual([1, 2, 3]);
  expect(find(index, 'noaa weather satellite')).toEqual([15, 18, 19]);
  expect(find(index, 'zarya cargo vehicle')).toEqual([4]);
  // What has no name yet is no series.
  const unnamed = ['A', 'B', 'C'].map((letter, at) => ({ id: at + 1, names: [`OBJECT ${letter}`] }));
  expect(find(await indexOf(unnamed), 'some lost and long forgotten object')).toEqual([]);
});

describe('the result of a search', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    index = await indexOf([
      { id: 1, names: ['HUBBLE 7'], owners: ['Aurora Company'] },
      { id: 2, names: ['NOAA 19'], cospar: '2009-005A' },
      { id: 3, names: ['QIANFAN-99'] },
      { id: 4, names: ['LONGJIANG-2'] },
      { id: 5, names: ['CZ-5B Y1 STAGE 1'] },
      { id: 6, names: ['SL-16 R/B'] },
      { id: 7, names: ['ATLAS 5 CENTAUR R/B'] },
      { id: 8, names: ['SENTINEL-16'] },
      { id: 9, names: ['COSMOS 1', 'Sputnik'] },
      { id: 10, names: ['SPUTNIK 1'] },
    ]);
  });

  test.each([
    ['2', [2], 'exact', null],
    ['2009-005A', [2], 'exact', null],
    ['2009-005', [2], 'exact', null],
    ['noaa 19', [2], 'exact', null],
    ['noaa', [2], 'prefix', null],
    ['no', [2], 'prefix', null],
    ['centaur', [7], 'words', null],
    ['aurora company', [1], 'words', null],
    ['hubbel 7', [1], 'near', 'hubble 7'],
    ['longjiang 2 hoa', [4], 'near', 'longjiang 2'],
    ['long march 5b', [5], 'prefix', null],
    ['long march 5b rocket', [], null, null],
    ['zenit rocket', [6], 'exact', null],
    ['atlas v', [7], 'prefix', null],
    ['sputnik', [10, 9], 'prefix', null],
    // Numbers and designators are never corrected, left out or matched in part.
    ['noaa 99', [], null, null],
    ['noaa 18', [], null, null],
    ['sentinel 6', [], null, null],
    ['2009-005B noaa', [], null, null],
    ['2009-005B', [], null, null],
    ['77', [], null, null],
    ['zzzzzz', [], null, null],
  ])('%s', (q, ids, match, corrected) => {
    const found = search(index, q);
    expect(resultOf(found, found.ids)).toEqual({ ids: Int32Array.from(ids), match, corrected });
  });

  test.each([
    ['145.8', [8], [8], 'frequency'],
    ['16.16', [], [6, 8], 'words'],
    ['16.16 MHz', [], [], null],
    ['noaa 19', [8], [2], 'exact'],
    ['16', [8], [], null],
  ])('%s with transmitters of %j at that frequency', async (q, transmitting, ids, match) => {
    const found = await searchWithRadio(
      () => Promise.resolve(index),
      () => Promise.resolve(Int32Array.from(transmitting)),
      q,
    );
    expect(resultOf(found, found.ids)).toEqual({ ids: Int32Array.from(ids), match, corrected: null });
  });

  test('has the match of the first object that passes a filter', () => {
    const found = search(index, 'sputnik');
    expect(resultOf(found, Int32Array.of(9)).match).toBe('exact');
    expect(resultOf(found, Int32Array.of(10, 9)).match).toBe('prefix');
    expect(resultOf(found, new Int32Array()).match).toBeNull();
  });
});

test('returns only existing objects, each once, for any query', async () => {
  const objects = ['ISS (ZARYA)', 'NOAA 19', 'Ю-7', 'A B C D', 'X'].map((name, id) => ({ id: id + 1, names: [name] }));
  const index = await indexOf(objects);
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(fc.constantFrom(...'iszayo 19-ю'), fc.string({ unit: 'binary' })) }),
      (q) => {
        const ids = find(index, q);
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) expect(id).toBeLessThanOrEqual(objects.length);
      },
    ),
    { seed: 11, numRuns: 500 },
  );
});

describe('written forms', () => {
  let index: SearchIndex;
  beforeAll(async () => {
    index = await indexOf([
      { id: 1, names: ['X-37B OTV-5', 'USA 277'], owners: ['US', 'United States'] },
      { id: 2, names: ['MIR'], owners: ['RU', 'Russia'] },
      { id: 3, names: ['ISS (ZARYA)'], owners: ['ISS', 'International Space Station'] },
      { id: 4, names: ['GSAT0101 (GALILEO-PFM)'], owners: ['ESA', 'European Space Agency'] },
      { id: 5, names: ['PO-101'], owners: ['PH', 'Philippines'] },
      { id: 6, names: ['JWST'], owners: ['US', 'United States'] },
      { id: 7, names: ['GOES 16'], owners: ['US', 'United States'] },
      { id: 8, names: ['GOES 4 AKM R/B'], owners: ['US', 'United States'] },
      { id: 9, names: ['USA 182'], owners: ['US', 'United States'] },
      { id: 10, names: ['DLR-TUBSAT'], owners: ['DE', 'Germany'] },
      { id: 11, names: ['SHENZHOU 15 (SZ-15)'], owners: ['CN', 'China'] },
      { id: 12, names: ['CHIBIS-M'], owners: ['RU', 'Russia'] },
      { id: 13, names: ['NOAA 19'], owners: ['US', 'United States'] },
      { id: 14, names: ['USA 99'], owners: ['US', 'United States'] },
      { id: 15, names: ['METEOR 2-1'], owners: ['RU', 'Russia'] },
      { id: 16, names: ['METEOR-M 2'], owners: ['RU', 'Russia'] },
      { id: 17, names: ['METOP-C'], owners: ['EUMETSAT', 'European Organisation'] },
      { id: 18, names: ['METOP-B'], owners: ['EUMETSAT', 'European Organisation'] },
      { id: 19, names: ['CSS (TIANHE)'], owners: ['CN', 'China'] },
      { id: 20, names: ['CSS (WENTIAN)'], owners: ['CN', 'China'] },
      { id: 21, names: ['DEB METEOR-M 2-3'], owners: ['RU', 'Russia'] },
      { id: 22, names: ['METEOR-M2 3'], owners: ['RU', 'Russia'] },
      { id: 23, names: ['ONEWEB-0012'], owners: ['GB', 'United Kingdom'] },
      { id: 24, names: ['ONEWEB-0112'], owners: ['GB', 'United Kingdom'] },
      { id: 25, names: ['EWS-G2 (GOES 15)'], owners: ['NOAA', 'National Oceanic and Atmospheric Administration'] },
      { id: 26, names: ['NOAA 15'], owners: ['NOAA', 'National Oceanic and Atmospheric Administration'] },
      { id: 27, names: ['HIMAWARI-8'], owners: ['JP', 'Japan'] },
      { id: 28, names: ['ALOS 2', 'DAICHI-2'], owners: ['JP', 'Japan'] },
      { id: 29, names: ['HST'], owners: ['US', 'United States'] },
      { id: 30, names: ['METEOR-M2 2'], owners: ['RU', 'Russia'] },
      { id: 31, names: ['NAVSTAR 67 (USA 239)', 'NAVSTAR 67'], owners: ['US', 'United States'] },
      { id: 32, names: ['NAVSTAR 83 (USA 440)', 'GPS III SV07'], owners: ['US', 'United States'] },
      { id: 33, names: ['NAVSTAR 80 (USA 309)', 'NAVSTAR 80'], owners: ['US', 'United States'] },
      { id: 34, names: ['QZS-3 (MICHIBIKI-3)', 'MICHIBIKI-3'], owners: ['JP', 'Japan'] },
      { id: 35, names: ['FUYO-1 (JERS-1)'], owners: ['JP', 'Japan'] },
      { id: 36, names: ['GALAXY 15 (G-15)', 'GALAXY 15'], owners: ['INTELSAT'] },
      { id: 37, names: ['EXPRESS-AM5'], owners: ['RU', 'Russia'] },
      { id: 38, names: ['DISCOVERER 15'], owners: ['US', 'United States'] },
      { id: 39, names: ['KOUNOTORI 6 (HTV-6)', 'Kounotori 6'], owners: ['JP', 'Japan'] },
      { id: 40, names: ['CXO'], owners: ['US', 'United States'] },
      { id: 41, names: ['MIDORI II (ADEOS-II)'], owners: ['JP', 'Japan'] },
      { id: 42, names: ['HOPPO-1 (TESSHA)', 'Tessha 1'], owners: ['JP', 'Japan'] },
      { id: 43, names: ['GEO-KOMPSAT-2A'], owners: ['KR', 'South Korea'] },
      { id: 44, names: ['ISS (NAUKA)'], owners: ['ISS', 'International Space Station'] },
      { id: 45, names: ['MSG 4 DEB [COOLER COVER]'], owners: ['EUMETSAT'] },
      { id: 46, names: ['METEOSAT-11 (MSG-4)'], owners: ['EUMETSAT'] },
      { id: 47, names: ['POLAR'], owners: ['US', 'United States'] },
      { id: 48, names: ['NOAA 18'], owners: ['US', 'United States'] },
      { id: 49, names: ['GRACE-FO 2'], owners: ['US', 'United States'] },
      { id: 50, names: ['SMAP'], owners: ['US', 'United States'] },
      { id: 51, names: ['OCO 2'], owners: ['US', 'United States'] },
      { id: 52, names: ['IXPE'], owners: ['US', 'United States'] },
      { id: 53, names: ['H-2A R/B'], owners: ['JP', 'Japan'] },
      { id: 54, names: ['YAMAL 402'], owners: ['RU', 'Russia'] },
      { id: 55, names: ['FENGYUN 4B'], owners: ['CN', 'China'] },
      { id: 56, names: ['ISS DEB'], owners: ['ISS'] },
      { id: 57, names: ['WISE'], owners: ['US', 'United States'] },
      { id: 58, names: ['PAZ'], owners: ['ES', 'Spain'] },
      { id: 59, names: ['HIMAWARI-9'], owners: ['JP', 'Japan'] },
      { id: 60, names: ['ASTRA 2A'], owners: ['LU', 'Luxembourg'] },
      { id: 61, names: ['ASTRA 2E'], owners: ['LU', 'Luxembourg'] },
      { id: 25_544, names: ['UNITY (ISS)'], owners: ['ISS'], cospar: '1998-067ZZ' },
    ]);
  });

  test.each([
    ['x37b', 1],
    ['mir space station', 2],
    ['galileo 101', 4],
    ['james web', 6],
    ['james web telescope', 6],
    ['goes-r', 7],
    ['GOES R', 7],
    ['lacrosse 5', 9],
    ['deutschland', 10],
    ['allemagne', 10],
    ['Германия', 10],
    ['德国', 10],
    ['神舟十五号', 11],
    ['神舟', 11],
    ['Чибис-М', 12],
    ['meteorm2', 16],
    ['meteorm 2', 16],
    ['metopb', 18],
    ['metopc', 17],
    ['天和', 19],
    ['问天', 20],
    ['中国空间站', 19],
    ['国际空间站', 3],
    ['国際宇宙ステーション', 3],
    ['meteorm2 3', 22],
    ['meteor-m 2-3', 22],
    ['oneweb12', 23],
    ['oneweb 012', 23],
    ['one web 12', 23],
    ['goes 00016', 7],
    ['noaa 15 weather satellite', 26],
    ['ひまわり8号', 27],
    ['だいち2号', 28],
    ['だいち2号'.normalize('NFD'), 28],
    ['ハッブル', 29],
    ['noaa 15 polar weather satellite data', 26],
    ['meteorm2-2', 30],
    ['gps iif 3', 31],
    ['GPS BIIF-3', 31],
    ['navstar iif 3', 31],
    ['gps iii 4', 33],
    ['gps iii sv04', 33],
    ['ひまわり８号', 27],
    ['みちびき3号機', 34],
    ['ふよう', 35],
    ['こうのとり6号', 39],
    ['みどりII', 41],
    ['てっしゃ', 42],
    ['천리안 2A', 43],
    ['galaxy xv', 36],
    ['экспресс-ам5', 37],
    ['chandra x-ray', 40],
    ['25544 iss', 25_544],
    ['iss 25544', 25_544],
    ['msg 4', 46],
    ['msg4', 46],
    ['noaa 18 polar weather satellite', 48],
    ['polar', 47],
    ['gracefo2', 49],
    ['jameswebb', 6],
    ['hubblespacetelescope', 29],
    ['soil moisture active passive', 50],
    ['orbiting carbon observatory 2', 51],
    ['imaging x-ray polarimetry explorer', 52],
    ['wide-field infrared survey explorer', 57],
    ['h-iia upper stage', 53],
    ['спутник ямал-402', 54],
    ['风云四号B星', 55],
    ['气象卫星风云四号B星', 55],
    ['気象衛星ひまわり9号', 59],
    ['télescope spatial hubble', 29],
    ['Weltraumteleskop Hubble', 29],
    ['космический телескоп хаббл', 29],
    ['estación espacial internacional', 3],
    ['Международная космическая станция', 3],
    ['satélite paz', 58],
    ['astra 2 e', 61],
  ])('%s finds %i first', (q, id) => expect(find(index, q)[0]).toBe(id));

  test.each(['qrst moisture active', 'soil moisture', 'active 2 passive soil'])('%s is no abbreviation', (q) => {
    expect(find(index, q)).toEqual([]);
  });

  test('a number of another object is no near match of a name that the catalog has', () => {
    expect(find(index, 'noaa 99')).toEqual([]);
  });

  test('no Chinese character is replaced by another', () => {
    expect(find(index, '美国空间站')).toEqual([]);
    expect(find(index, '国中空间站')).toEqual([]);
  });

  test('no Japanese syllable is replaced by another: はるか (Haruka) is not Nauka', () => {
    expect(find(index, 'はるか')).toEqual([]);
    expect(find(index, 'haruka')).not.toEqual([]);
  });

  test('an S at the end of a name is a plural, no letter of a series', () => {
    expect(search(index, 'metops')).toMatchObject({ corrected: 'metop' });
  });

  test('letters that name a satellite until it is in orbit are no correction', () => {
    expect(search(index, 'goesr')).toMatchObject({ corrected: null });
    expect(find(index, 'goesr')[0]).toBe(7);
  });

  test('corrections of a nickname are reported', () => {
    expect(search(index, 'james web')).toMatchObject({ corrected: 'james webb' });
  });
});
