import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Memory } from '../../pipeline/fetch/record.ts';
import { refreshLive } from '../../pipeline/live.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import { smallCatalog } from '../../pipeline/store.ts';
import { refreshRecord } from '../../src/schema/release/refresh-record.ts';
import { databaseOnly, FIRST, makeFolder, removeFolder, writeSmall } from '../pipeline/sample-build.ts';
import { fetchOnly, simulated } from './fetch-world.ts';
import { StandIn } from './stand-in.ts';

const satcat = 'celestrak/satcat.csv';
const why = 'the last 3 refreshes that read it ended without an error';
let home: string;
let upstream: string;
let standIn: StandIn;

beforeAll(async () => {
  [home, upstream] = [await makeFolder(), await makeFolder()];
  await writeSmall(upstream);
  standIn = new StandIn(upstream);
  await standIn.start();
});
afterAll(async () => {
  await standIn.stop();
  await Promise.all([home, upstream].map(removeFolder));
});

/** Each refresh is on its own day, when every file is due. */
const clock = (day: number) => simulated(new Date(FIRST.getTime() + day * 86_400_000));

/** `onRead` is called in the middle of reading SATCAT. */
const refresh = (day: number, onRead: () => void = () => {}, accept?: string) =>
  refreshLive(clock(day), {
    ...{ home, base: '', only: new Set(sources.map(({ slug }) => slug)), all: true, expected: false },
    ...{ bases: standIn.bases, contact: 'test@example.org', limits: { memory: '500MB', ...smallCatalog } },
    ...databaseOnly,
    sources: sources.map((source) => ({
      ...source,
      files: source.files.map((file) =>
        file.matches.test('satcat.csv')
          ? {
              ...file,
              finish: (reading: Parameters<NonNullable<typeof file.finish>>[0]) => {
                onRead();
                file.finish?.(reading);
              },
            }
          : file,
      ),
    })),
    ...(accept !== undefined && { accept: new Set([accept]) }),
    progress: () => {},
  });

/** The counts on disk that are not 0. */
const counts = () => {
  const { files } = refreshRecord.parse(JSON.parse(readFileSync(join(home, 'refresh.json'), 'utf8')));
  return Object.fromEntries(Object.entries(files).flatMap(([key, { unread }]) => (unread > 0 ? [[key, unread]] : [])));
};

test('a file is held aside unread if three refreshes in a row ended while they read it', {
  timeout: 600_000,
}, async () => {
  // While a file is read, the record on disk names it, and no other file.
  let during = {};
  await refresh(0, () => {
    during = counts();
  });
  expect(during).toEqual({ [satcat]: 1 });
  expect(counts()).toEqual({});

  // As three crashes leave it: a file that waits for a build, and its count.
  const text = await readFile(join(upstream, satcat), 'utf8');
  await writeFile(join(upstream, satcat), `${text.trimEnd()}\n`);
  await fetchOnly(clock(1), home, { bases: standIn.bases, all: true });
  const memory = await Memory.open(home);
  memory.file(satcat).unread = 3;
  await memory.save();
  const held = await refresh(1.01);
  expect(held?.files.find(({ file }) => file === satcat)?.problem).toBe(why);
  expect(counts()).toEqual({});

  // An operator may accept it, and it is read.
  const accepted = await refresh(1.02, undefined, satcat);
  expect(accepted?.files.find(({ file }) => file === satcat)?.problem).toBeNull();
});
