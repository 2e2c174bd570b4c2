import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sources } from '../../pipeline/sources/sources.ts';
import { archiveIndex } from '../../src/schema/release/archive.ts';
import type { Manifest } from '../../src/schema/release/manifest.ts';
import { copySample, inSmallest, makeFolder, removeFolder, writeSmall } from '../pipeline/sample-build.ts';
import { correct, StandIn } from './stand-in.ts';
import { refreshFrom, servedManifest } from './stand-in-refresh.ts';

const STARTED_AT = Date.UTC(2026, 7, 22, 10, 40);

let home: string;
let upstream: string;
let standIn: StandIn;

beforeAll(async () => {
  // The sample is served, as after `npm start`.
  home = await copySample();
  upstream = await makeFolder();
  await writeSmall(upstream, inSmallest);
  standIn = new StandIn(upstream);
  await standIn.start();
});

afterAll(async () => {
  await standIn.stop();
  await Promise.all([home, upstream].map(removeFolder));
});

const served = () => servedManifest(home);

/** Runs `npm run refresh` to its end. */
async function refresh(): Promise<void> {
  expect(await refreshFrom(standIn, home, STARTED_AT).ended).toMatchObject({ code: 0 });
}

const slugs = ({ sources: read }: Manifest) => read.map(({ slug }) => slug);

test('a first start publishes the essential files before it requests the others, and does not compare the two', async () => {
  expect((await served()).sample).toBe(true);
  const essential = new Set(
    sources.flatMap(({ slug, downloads }) =>
      downloads.filter((one) => one.essential).map(({ file }) => `${slug}/${file}`),
    ),
  );
  const meanwhile: Manifest[] = [];
  standIn.faults.set('satnogs/satellites.json', async (context) => {
    meanwhile.push(await served());
    correct(context);
  });
  await refresh();
  // Without CelesTrak's list of files, which is requested before SATCAT.
  const requested = standIn.seen.map(({ source, file }) => `${source}/${file}`).filter((key) => !/jsonDir/.test(key));
  expect(new Set(requested.slice(0, essential.size))).toEqual(essential);
  expect(essential.size).toBeLessThan(16);
  expect(requested.length).toBeGreaterThan(essential.size + 50);
  expect(requested.filter((file) => essential.has(file)).length).toBe(essential.size);

  const [first] = meanwhile;
  expect(first).toMatchObject({ sample: false, partial: true, previous: null });
  expect(slugs(first!)).toEqual(['celestrak', 'gcat']);
  const whole = await served();
  expect(whole.partial).toBeUndefined();
  expect(slugs(whole)).toEqual(['celestrak', 'gcat', 'satnogs', 'wikidata']);
  // The values of the other publishers have not changed since the first release: they were not read.
  expect(whole.previous).toBeNull();
  const events = await readFile(join(home, 'current/public/api/v1/events.json'), 'utf8');
  expect(events).not.toContain('"type":"field_changed"');
  const index = archiveIndex.parse(JSON.parse(await readFile(join(home, 'archive/index.json'), 'utf8')));
  expect(index.snapshots.map(({ release }) => release)).toEqual([whole.id]);

  // The next refresh is an ordinary one.
  const before = standIn.seen.length;
  await refresh();
  expect(standIn.seen.length).toBe(before);
  expect((await served()).id).toBe(whole.id);
}, 180_000);
