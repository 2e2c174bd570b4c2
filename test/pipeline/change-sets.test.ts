import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareReleases } from '../../pipeline/diff/release-changes.ts';
import { changeSetText, countChanges } from '../../pipeline/publish/files/change-files.ts';
import { Store } from '../../pipeline/store.ts';
import { mergeChanges } from '../../src/features/history/http/merge-changes.ts';
import { type ChangeSet, changeSet } from '../../src/schema/changes/change-set.ts';
import { applyChanges, applyClaims, claimsOf, ordered, recordsOf } from './apply-changes.ts';
import { openRelease } from './release/opened-release.ts';
import { copySample, removeFolder } from './sample-build.ts';

const REFRESHES = 40;
const tables = ['satellites', 'provenance', 'claims', 'elements'];
const LONG_AGO = '2026-08-01T00:00:00Z';

let home: string;
let store: Store;
beforeAll(async () => {
  home = await copySample();
  const release = await openRelease(home);
  release.close();
  store = await Store.open({ memory: '500MB', threads: 1, temp: home });
  await store.attach(join(release.folder, 'catalog.duckdb'), 'published');
  for (const database of ['previous', 'sample']) await store.run(`ATTACH ':memory:' AS ${database}`);
  for (const table of tables) {
    await store.run(`CREATE TABLE sample.${table} AS FROM published.${table} WHERE norad_cat_id % 4 = 0`);
    await store.run(`CREATE TABLE ${table} AS FROM sample.${table}`);
  }
});
afterAll(async () => {
  store?.close();
  await removeFolder(home);
});

/** A SQL condition that selects a share of the rows: a different selection for each refresh, the same in every run. */
const sampleOf = (refresh: number, what: string, part: number, key = 'norad_cat_id') =>
  `hash(concat_ws(' ', ${refresh}, '${what}', ${key})) % 1000 < ${part * 1000}`;

/** Simulates a refresh: removes and restores objects; changes, adds and removes values, evidence, claims and elements. */
async function refresh(at: number): Promise<void> {
  const among = (what: string, part: number) => sampleOf(at, what, part);
  for (const table of tables) {
    await store.run(`DELETE FROM ${table} WHERE ${among('object goes', 0.02)}`);
    await store.run(`INSERT INTO ${table} FROM sample.${table}
      WHERE norad_cat_id NOT IN (FROM kept) AND ${among('object comes', 0.3)}`);
  }
  const values = {
    name: `'a "name" \\ ☄ of ${at}'`,
    alt_names: `['one', '"two" of ${at}']`,
    operational_status: "'UNKNOWN'",
    active: 'NOT active',
    decay_date: `DATE '2026-08-01' + ${at}`,
    launch_mass_kg: `${at} / 3`,
    rcs_m2: 'NULL',
    apogee_km: `${at}`,
    perigee_km: 'NULL',
    country: 'NULL',
  };
  for (const [field, value] of Object.entries(values))
    await store.run(`UPDATE satellites SET ${field} = ${value} WHERE ${among(field, 0.03)}`);
  const evidence = (what: string, part: number) => sampleOf(at, what, part, "norad_cat_id || ' ' || field");
  await store.run(`UPDATE provenance SET confidence = 'CONFLICTING' WHERE ${evidence('confidence', 0.01)}`);
  await store.run(`UPDATE provenance SET sources = ['satnogs', 'wikidata'] WHERE ${evidence('sources', 0.01)}`);
  await store.run(`UPDATE provenance SET rule = 'Another.' WHERE ${evidence('rule', 0.01)}`);
  await store.run(`DELETE FROM provenance WHERE ${evidence('none', 0.01)}`);
  const claim = (what: string, part: number) =>
    sampleOf(at, what, part, "norad_cat_id || ' ' || field || source || source_record");
  await store.run(`DELETE FROM claims WHERE ${claim('withdrawn', 0.01)}`);
  await store.run(`UPDATE claims SET selected = NOT selected WHERE ${claim('selected', 0.01)}`);
  await store.run(`UPDATE claims SET raw = 'as before, written otherwise' WHERE ${claim('raw', 0.01)}`);
  await store.run(`UPDATE claims SET value_text = 'other', value_numeric = NULL WHERE ${claim('value', 0.01)}`);
  await store.run(
    `UPDATE claims SET value_numeric = 'NaN' WHERE value_numeric IS NOT NULL AND ${claim('number', 0.01)}`,
  );
  await store.run(`DELETE FROM elements WHERE ${among('elements go', 0.05)}`);
  await store.run(`INSERT INTO elements FROM sample.elements e SEMI JOIN satellites USING (norad_cat_id)
    WHERE norad_cat_id NOT IN (SELECT norad_cat_id FROM elements) AND ${among('elements come', 0.5)}`);
}

test(`the change sets of ${REFRESHES} refreshes, in sequence or merged, reproduce its values, evidence and claims`, async () => {
  const currentState = async () => ({ records: await recordsOf(store), claims: await claimsOf(store) });
  const held = await currentState();
  const first = { records: structuredClone(held.records), claims: new Map(held.claims) };
  const sets: ChangeSet[] = [];
  for (let at = 1; at <= REFRESHES; at++) {
    for (const table of tables) await store.run(`CREATE OR REPLACE TABLE previous.${table} AS FROM main.${table}`);
    await store.run('CREATE OR REPLACE TEMP TABLE kept AS SELECT norad_cat_id FROM satellites');
    await refresh(at);
    await compareReleases(store, 'previous');
    const step = { from: id(at - 1), to: id(at), at: LONG_AGO, counts: await countChanges(store) };
    const set = changeSet.parse(JSON.parse((await Array.fromAsync(changeSetText(store, step))).join('')));
    for (const table of ['value_changes', 'claim_changes', 'element_changes', 'elements_gone'])
      await store.run(`DROP TABLE ${table}`);
    sets.push(set);
    applyChanges(held.records, set);
    applyClaims(held.claims, set);
    const expected = await currentState();
    expect([at, ordered(held.records)]).toEqual([at, ordered(expected.records)]);
    expect([at, held.claims]).toEqual([at, expected.claims]);
  }
  const { added, removed, changed, claims } = sets[REFRESHES / 2]!.data;
  for (const list of [added, removed, changed, claims.added, claims.withdrawn]) expect(list.length).toBeGreaterThan(0);
  const merged = mergeChanges(sets);
  applyChanges(first.records, merged);
  applyClaims(first.claims, merged);
  expect(ordered(first.records)).toEqual(ordered(held.records));
  expect(first.claims).toEqual(held.claims);
}, 120_000);

const id = (at: number) => `20260801T${String(at).padStart(6, '0')}Z-00000000`;
