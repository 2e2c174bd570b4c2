import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { celestrakQueries } from '../../src/query/celestrak.ts';
import type { Database } from '../../src/release/database.ts';
import { readSelection } from '../../src/schema/celestrak-query.ts';
import { removeFolder } from '../pipeline/sample-build.ts';
import { writeDatabase } from './tiny-catalog.ts';

const names = [
  'IRIDIUM 7',
  'IRIDIUM 33',
  'IRIDIUM 33 DEB',
  'IRIDIUM 106',
  'IRIDIUM 911',
  'RADUGA 1M-1',
  'RADUGA 1 DEB',
];
let folder: string;
let database: Database;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orbweaver-retired-'));
  const rows = names.map((name, at) => `('${name}', ${at + 1}, '', '')`).join(', ');
  database = await writeDatabase(
    folder,
    `CREATE TABLE satcat(OBJECT_NAME VARCHAR, NORAD_CAT_ID INTEGER, OBJECT_ID VARCHAR, DECAY_DATE VARCHAR);
     INSERT INTO satcat VALUES ${rows};`,
  );
});
afterAll(async () => {
  database?.close();
  await removeFolder(folder);
});

test.each([
  ['GROUP=iridium', ['IRIDIUM 7', 'IRIDIUM 33', 'IRIDIUM 911']],
  ['GROUP=raduga', ['RADUGA 1M-1']],
  ['NAME=iridium', ['IRIDIUM 7', 'IRIDIUM 33', 'IRIDIUM 33 DEB', 'IRIDIUM 106', 'IRIDIUM 911']],
])('%s: a retired group has satellites, and no debris; a part of a name has all', async (query, expected) => {
  const { satcat } = celestrakQueries(database, { elements: () => undefined as never });
  const selection = readSelection(new Map([query.split('=') as [string, string]]), []);
  const rows = await satcat(selection, { payloads: false, onOrbit: true, active: false, max: null });
  expect(rows.map((row) => row.OBJECT_NAME)).toEqual(expected);
});
