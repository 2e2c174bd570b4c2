import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareElements } from '../../pipeline/diff/release-changes.ts';
import { elementChangesText } from '../../pipeline/publish/files/change-files.ts';
import { Store } from '../../pipeline/store.ts';
import { classed, type ElementRow, elementArrays } from '../../src/orbit/formats/element-columns.ts';
import { readTle } from '../../src/orbit/formats/read-tle.ts';
import { columns, createTable } from '../../src/schema/field.ts';
import { elementSet } from '../../src/schema/objects/elements.ts';
import { snapshotsOf } from './replay.ts';

const names = columns(elementSet);

/** One refresh of a series: its elements as in `/elements/all`, and the delta to the refresh before. */
export interface ElementRefresh {
  readonly at: string;
  readonly all: string;
  readonly delta: string;
  readonly changed: number;
}

/** Publishes only the elements of some snapshots of a series; the first one is the baseline. */
export async function* elementRefreshes(series: string, refreshes: number): AsyncGenerator<ElementRefresh> {
  const temp = await mkdtemp(join(tmpdir(), 'orbweaver-series-'));
  const store = await Store.open({ memory: '500MB', threads: 2, temp });
  try {
    await store.run("ATTACH ':memory:' AS previous");
    await store.run(createTable('previous.elements', elementSet));
    let from: string | null = null;
    for await (const { at, lines } of snapshotsOf(series)) {
      const rows = await store.table(
        'elements',
        Object.fromEntries(names.map(({ name, sql }) => [name, sql as 'INTEGER' | 'VARCHAR'])),
      );
      for (const text of lines.values()) {
        const [name, line1, line2] = text.split('\n') as [string, string, string];
        const read = readTle(line1, line2, name);
        if (!read.ok) throw new Error(`${read.reason}: ${text}`);
        const revolutions = Number(read.set.mean_motion);
        const orbit_class = revolutions > 11.25 ? 'LEO' : revolutions > 1.1 || revolutions < 0.9 ? 'MEO' : 'GEO';
        const set: Record<string, string | number | null> = { ...read.set, orbit_class };
        rows.push(names.map((column) => set[column.name]!));
      }
      rows.close();
      if (from !== null) {
        await compareElements(store);
        const delta = await elementChangesText(store, { from, to: at, at });
        await store.run('DROP TABLE element_changes; DROP TABLE elements_gone');
        const { count } = (JSON.parse(delta) as { meta: { count: number } }).meta;
        yield { at, all: await allOf(store), delta, changed: count };
        refreshes -= 1;
      } else yield { at, all: await allOf(store), delta: '{"data":{"norad_cat_id":[]},"gone":[]}', changed: 0 };
      if (refreshes === 0) return;
      await store.run(
        'DROP TABLE previous.elements; CREATE TABLE previous.elements AS FROM elements; DROP TABLE elements',
      );
      from = at;
    }
  } finally {
    store.close();
    await rm(temp, { recursive: true, force: true });
  }
}

const allOf = async (store: Store) =>
  `{"data":${elementArrays((await store.rows<ElementRow>('FROM elements ORDER BY norad_cat_id')).map(classed))}}`;
