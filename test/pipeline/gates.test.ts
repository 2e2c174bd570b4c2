import { cp, mkdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GateFailure, limits, passGates } from '../../pipeline/publish/gates.ts';
import { Store } from '../../pipeline/store.ts';
import {
  build,
  cut,
  databaseOnly,
  FIRST,
  filesBelow,
  makeFolder,
  removeFolder,
  SECOND,
  writeSmall,
} from './sample-build.ts';

const tables = ['satellites', 'claims', 'provenance', 'elements', 'launches', 'operators', 'events'];
/** SQL for the catalog number of the first object with elements. */
const firstWithElements = '(SELECT min(norad_cat_id) FROM elements)';

let home: string;
let upstream: string;
let served: string;
let store: Store;
let temp: string;

beforeAll(async () => {
  home = await makeFolder();
  upstream = await makeFolder();
  await writeSmall(upstream);
  await build(home, upstream, FIRST, databaseOnly);
  served = await readlink(join(home, 'current'));
});

afterAll(async () => {
  await removeFolder(home);
  await removeFolder(upstream);
});

/** A store that is about to be published: the tables of a valid release, with that release as the previous one. */
beforeEach(async () => {
  temp = await makeFolder();
  store = await Store.open({ memory: '300MB', threads: 1, temp: join(temp, 'spill') });
  await store.attach(join(home, served, 'catalog.duckdb'), 'previous');
  for (const table of tables) await store.run(`CREATE TABLE ${table} AS FROM previous.${table}`);
  await store.run('CREATE TABLE sources_read AS SELECT slug FROM previous.sources');
});

afterEach(async () => {
  store.close();
  await removeFolder(temp);
});

test('accepts a valid release, with and without a previous one', async () => {
  await expect(passGates(store, 'previous')).resolves.toBeUndefined();
  await expect(passGates(store, null)).resolves.toBeUndefined();
});

const always: [title: string, tamper: string, expected: RegExp][] = [
  ['a release without objects', 'DELETE FROM satellites', /at least one object/],
  [
    'a duplicate object',
    `INSERT INTO satellites FROM satellites WHERE norad_cat_id = ${firstWithElements}`,
    /satellites\.norad_cat_id twice/,
  ],
  [
    'a duplicate element set',
    `INSERT INTO elements FROM elements WHERE norad_cat_id = ${firstWithElements}`,
    /elements\.norad_cat_id twice/,
  ],
  ['a duplicate launch', 'INSERT INTO launches FROM launches LIMIT 1', /launches\.launch_id twice/],
  ['a duplicate operator', 'INSERT INTO operators FROM operators LIMIT 1', /operators\.slug twice/],
  ['a duplicate event', 'INSERT INTO events FROM events LIMIT 1', /events\.id twice/],
  [
    'elements without an object',
    `DELETE FROM satellites WHERE norad_cat_id = ${firstWithElements}`,
    /every element set belongs to an object/,
  ],
  [
    'a value without evidence',
    "DELETE FROM provenance WHERE field = 'launch_date'",
    /every value of a record has its evidence/,
  ],
  [
    'a claim of a source that was not read',
    "DELETE FROM sources_read WHERE slug = 'wikidata'",
    /every claim is of a source with rows in this release, or derived, but wikidata/,
  ],
  [
    'a malformed designator',
    `UPDATE satellites SET cospar_id = '2024-001A' || chr(10) || 'X' WHERE norad_cat_id = ${firstWithElements}`,
    /every COSPAR designator has the form of one/,
  ],
  [
    'a field with two selected claims',
    "INSERT INTO claims FROM claims WHERE selected AND field = 'launch_date' LIMIT 1",
    /no field has two selected claims/,
  ],
];

test.each(always)('rejects %s', async (_title, tamper, expected) => {
  await store.run(tamper);
  const failure = await passGates(store, null).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(GateFailure);
  expect((failure as Error).message).toMatch(expected);
});

describe('compared with the previous release', () => {
  const deleteObjects = (part: string) =>
    ['satellites', 'elements', 'claims', 'provenance'].map(
      (table) => `DELETE FROM ${table} WHERE norad_cat_id ${part}`,
    );

  test('rejects the loss of more objects than the limit', async () => {
    for (const sql of deleteObjects('% 10 = 0')) await store.run(sql);
    await expect(passGates(store, 'previous')).rejects.toThrow(/at most 1 % of the objects may go/);
    await expect(passGates(store, null)).resolves.toBeUndefined();
  });

  test('accepts the loss of one object', async () => {
    for (const sql of deleteObjects('= (SELECT max(norad_cat_id) FROM previous.satellites)')) await store.run(sql);
    await expect(passGates(store, 'previous')).resolves.toBeUndefined();
  });

  test('accepts the loss of objects that came with a wrong file, and not of those that had come back', async () => {
    const lost = '(SELECT norad_cat_id FROM previous.satellites ORDER BY norad_cat_id DESC LIMIT 8)';
    const day = (n: number) => `TIMESTAMP '${new Date(FIRST.getTime() + n * 86_400_000).toISOString().slice(0, 19)}'`;
    const event = (type: string, n: number) => `INSERT INTO previous.events BY NAME
      SELECT '${type}-' || norad_cat_id || '-gate' AS id, '${type}' AS type, norad_cat_id, ${day(n)} AS occurred_at, ${day(n)} AS detected_at
      FROM previous.satellites WHERE norad_cat_id IN ${lost}`;
    await store.run("DETACH previous; ATTACH ':memory:' AS previous");
    for (const table of ['satellites', 'events']) await store.run(`CREATE TABLE previous.${table} AS FROM ${table}`);
    for (const sql of deleteObjects(`IN ${lost}`)) await store.run(sql);
    await store.run(`DELETE FROM previous.events WHERE norad_cat_id IN ${lost}`);
    const healing = { since: FIRST, rows: 1000 };
    const gates = () => passGates(store, 'previous', { healing });
    await expect(gates()).rejects.toThrow(/8 of \d+ are gone/);
    await store.run(event('new_object', 2));
    await expect(gates()).resolves.toBeUndefined();
    // Invented again: there is one event of a kind, the first.
    await store.run(event('removed', 3));
    await expect(gates()).resolves.toBeUndefined();
    await store.run("DELETE FROM previous.events WHERE id LIKE 'removed-%-gate'");
    await store.run(event('removed', 1));
    await expect(gates()).rejects.toThrow(/8 of \d+ are gone/);
  });

  test.each(['launch_date', 'elements_epoch', 'operator', 'apogee_km'])(
    'rejects an emptied column: %s',
    async (column) => {
      await store.run(`UPDATE satellites SET ${column} = NULL`);
      await expect(passGates(store, 'previous')).rejects.toThrow(new RegExp(`${column} has 0 values`));
    },
  );

  test('accepts the loss of a few values', async () => {
    await store.run(`UPDATE satellites SET operator = NULL WHERE norad_cat_id IN (SELECT norad_cat_id FROM satellites
      WHERE operator IS NOT NULL LIMIT ${limits.lostValuesFloor - 1})`);
    await expect(passGates(store, 'previous')).resolves.toBeUndefined();
  });

  test('reports every gate that fails', async () => {
    await store.run('INSERT INTO launches FROM launches LIMIT 1');
    await store.run('UPDATE satellites SET launch_date = NULL');
    const { message } = (await passGates(store, 'previous').catch((error: unknown) => error)) as Error;
    expect(message).toMatch(/launches\.launch_id twice/);
    expect(message).toMatch(/launch_date has 0 values/);
  });
});

test('a rejected build changes no file, and the next build succeeds', async () => {
  const before = await filesBelow(home);
  const folder = await makeFolder();
  await writeSmall(folder);
  // Few enough missing rows for each file to be accepted, but more missing objects than the gate allows.
  for (const name of ['celestrak/satcat.csv', 'celestrak/gp-active.csv', 'gcat/satcat100k.tsv', 'gcat/psatcat100k.tsv'])
    await cut(join(folder, name), (line) => !/190205|190210|190215/.test(line));
  await expect(build(home, folder, SECOND, databaseOnly)).rejects.toThrow(GateFailure);
  expect(await readlink(join(home, 'current'))).toBe(served);
  expect(await filesBelow(home)).toEqual(before);
  await build(home, upstream, SECOND, databaseOnly);
  expect(await readlink(join(home, 'current'))).not.toBe(served);
  served = await readlink(join(home, 'current'));
  await removeFolder(folder);
});

test('rejects files without any object', async () => {
  const [emptyHome, folder] = [await makeFolder(), await makeFolder()];
  await mkdir(join(folder, 'celestrak'));
  const satcat = join(folder, 'celestrak/satcat.csv');
  await cp(join(upstream, 'celestrak/satcat.csv'), satcat);
  await cut(satcat, () => false);
  await expect(build(emptyHome, folder, FIRST, databaseOnly)).rejects.toThrow(/at least one object/);
  await removeFolder(emptyHome);
  await removeFolder(folder);
});
