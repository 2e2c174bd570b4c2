import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readListedBefore } from '../../../pipeline/archive/listed-before.ts';
import { Store } from '../../../pipeline/store.ts';
import type { Event } from '../../../src/schema/changes/event.ts';
import { describeEvent, eventTitle } from '../../../src/schema/changes/event-words.ts';
import { openRelease } from '../release/opened-release.ts';
import { build, cut, FIRST, inSmallest, makeFolder, removeFolder, writeSmall } from '../sample-build.ts';

const [WITHOUT, AGAIN] = ['2026-08-22', '2026-09-24'].map((day) => new Date(`${day}T23:00:00Z`));
let home: string;
let folder: string;
/** Two objects that were launched long before the first release. */
let moved: number;
let fell: number;
/** An object whose reentry is withdrawn. */
let never: number;

afterEach(async () => {
  await removeFolder(home);
  await removeFolder(folder);
});

/** Builds releases with two objects, without them, and with them again: one in another orbit, one decayed. Returns the events of the last. */
async function events(): Promise<Event[]> {
  [home, folder] = [await makeFolder(), await makeFolder()];
  await writeSmall(folder, inSmallest);
  for (const source of ['gcat', 'satnogs', 'wikidata']) await rm(join(folder, source), { recursive: true });
  const [gp, satcat] = ['gp-active', 'satcat'].map((name) => join(folder, `celestrak/${name}.csv`)) as [string, string];
  const [elements, catalog] = [await readFile(gp, 'utf8'), await readFile(satcat, 'utf8')];
  const names = elements.slice(0, elements.indexOf('\n')).trim().split(',');
  const column = (line: string, name: string) => line.trim().split(',')[names.indexOf(name)]!;
  const rows = elements
    .trimEnd()
    .split('\n')
    .slice(1)
    .filter((line) => Number(column(line, 'MEAN_MOTION')) > 14);
  // Not the ISS, which is in a second list, nor objects of the last 90 days, which are events of the first release.
  const old = rows.filter((line) => Number(column(line, 'OBJECT_ID').slice(0, 4)) < 2026 && !line.includes(',25544,'));
  [moved, fell] = old.map((line) => Number(column(line, 'NORAD_CAT_ID'))) as [number, number];
  const all = { files: 'database' as const, accept: new Set(['celestrak/satcat.csv', 'celestrak/gp-active.csv']) };
  // In orbit, without elements that would refute a reentry.
  const entry = catalog
    .split('\n')
    .find(
      (line) =>
        /^[^,]+,\d[^,]+,\d+,PAY,.?,(?:[^,]*,){3},/.test(line) &&
        !rows.some((row) => row.includes(`,${line.split(',')[2]},`)),
    )!;
  never = Number(entry.split(',')[2]);
  await writeFile(satcat, catalog.replace(entry, decayed(entry, '2026-08-01')));
  await build(home, folder, FIRST, all);
  const isOther = (line: string) => !line.includes(`,${moved},`) && !line.includes(`,${fell},`);
  await cut(gp, isOther);
  await cut(satcat, isOther);
  await build(home, folder, WITHOUT!, all);
  const row = old[0]!;
  const changes = { MEAN_MOTION: '1.00270000', ECCENTRICITY: '.0002', EPOCH: '2026-09-24T12:00:00.000000', BSTAR: '0' };
  const cells = names.map((name) => (changes as Record<string, string>)[name] ?? column(row, name));
  await writeFile(
    gp,
    elements.replace(row, `${cells.join(',')}${row.endsWith('\r') ? '\r' : ''}`).replace(`${old[1]!}\n`, ''),
  );
  const down = catalog.split('\n').find((line) => line.includes(`,${fell},`))!;
  await writeFile(satcat, catalog.replace(down, decayed(down, '2026-09-01')));
  await build(home, folder, AGAIN!, all);
  const release = await openRelease(home);
  const found = await release.rows<Event & { details: string }>(
    `SELECT * REPLACE (details::VARCHAR AS details) FROM events WHERE norad_cat_id IN (${moved}, ${fell}, ${never}) ORDER BY detected_at, id`,
  );
  release.close();
  return found.map((one) => ({ ...one, details: JSON.parse(one.details) }));
}

/** A row of SATCAT, decayed on a day. */
const decayed = (line: string, day: string) => {
  const cells = line.split(',');
  [cells[4], cells[8]] = ['D', day];
  return cells.join(',');
};

const idsOf = (found: readonly Event[]) => found.map(({ id }) => id);

test('an object that comes back is listed again, not new; a change of its orbit and its reentry meanwhile are events', async () => {
  const found = await events();
  expect(found).toHaveLength(9);
  expect(idsOf(found)).toEqual(
    expect.arrayContaining([
      ...[moved, fell].flatMap((id) => [`removed-${id}-20260822`, `returned-${id}-20260924`]),
      `orbit_change-${moved}-20260924`,
      `reentry-${fell}`,
      `reentry-${never}`,
      expect.stringMatching(`^field_changed-${never}-decay_date-`),
      expect.stringMatching(`^field_changed-${never}-operational_status-`),
    ]),
  );
  const returned = found.find(({ id }) => id === `returned-${moved}-20260924`)!;
  const removed = found.find(({ id }) => id === `removed-${moved}-20260822`)!;
  expect(returned.details).toEqual(removed.details);
  expect(returned.details).toMatchObject({ last_listed: FIRST.toISOString().replace('.000Z', 'Z') });
  expect(describeEvent(returned)).toBe('Listed again; no release listed it after 2026-08-21');
  const reentry = found.find(({ id }) => id === `reentry-${never}`)!;
  expect(reentry.details).toEqual({ decay_date: '2026-08-01', withdrawn: true });
  expect([describeEvent(reentry), eventTitle(reentry)]).toEqual([
    'Reentered 2026-08-01 (withdrawn)',
    `${reentry.name} (${never}): a withdrawn reentry`,
  ]);
  expect(found.find(({ id }) => id === `reentry-${fell}`)!.details).toEqual({ decay_date: '2026-09-01' });
  expect(eventTitle(returned)).toBe(`${returned.name} (${moved}) is listed again`);
}, 300_000);

test('without an archive, the newest removal among the events says that an object was listed', async () => {
  [home, folder] = [await makeFolder(), await makeFolder()];
  const store = await Store.open({ memory: '200MB', threads: 1, temp: folder });
  await store.run("ATTACH ':memory:' AS previous");
  for (const [schema, ids] of [
    ['', '[1, 2, 3]'],
    ['previous.', '[1]'],
  ])
    await store.run(`CREATE TABLE ${schema}satellites AS SELECT unnest(${ids})::INTEGER AS norad_cat_id`);
  await store.run(`CREATE TABLE previous.events AS
    SELECT id AS norad_cat_id, 'removed' AS type, day AS detected_at, json_object('last_release', release, 'last_listed', strftime(day, '%Y-%m-%dT%H:%M:%SZ')) AS details
    FROM (VALUES (1, TIMESTAMP '2026-01-01', 'A'), (2, TIMESTAMP '2026-02-01', 'B'), (2, TIMESTAMP '2026-03-01', 'C')) t(id, day, release)`);
  await readListedBefore(store, { home, sample: true, now: FIRST });
  const rows = await store.rows('FROM listed_before');
  store.close();
  expect(rows).toEqual([
    { norad_cat_id: 2, last_release: 'C', last_listed: '2026-03-01T00:00:00Z', operational_status: null },
  ]);
});
