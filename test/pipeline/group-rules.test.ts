import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Store } from '../../pipeline/store.ts';
import { groupDefinitions, groupFile } from '../../src/schema/objects/group.ts';
import { sqlText } from '../../src/schema/sql/sql-text.ts';
import { makeFolder, removeFolder } from './sample-build.ts';

/** CelesTrak's latest lists, next to the repository; those of active objects and of Starlink are in earlier folders. */
const upstream = join(import.meta.dirname, '../../../shared/upstream');
const lists = join(upstream, 'series-2026-07/2026-07-18T1717Z/celestrak');
const active = join(upstream, 'series-2026-07/2026-07-18T0949Z/celestrak/gp-active.tle');
const starlink = join(upstream, 'series-2026-05/2026-05-28T0214Z/celestrak/gp-starlink.tle');
const docs = join(import.meta.dirname, '../../src/content/docs/docs/elements.md');
const skipped = ![lists, active, starlink].every(existsSync);

interface Listed {
  readonly number: string;
  readonly name: string;
  readonly designator: string;
}

/** Catalog number, name and designator of each object in a TLE file: `98067A` is 1998-067A. */
async function readTle(path: string): Promise<Listed[]> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split(/\r?\n/);
  return Array.from({ length: lines.length / 3 }, (_, at) => {
    const [name, one] = [lines[3 * at]!.trim(), lines[3 * at + 1]!];
    const short = one.slice(9, 17).trim();
    const century = Number(short.slice(0, 2)) < 57 ? '20' : '19';
    return {
      number: one.slice(2, 7),
      name,
      designator: `${century}${short.slice(0, 2)}-${short.slice(2)}`,
    };
  });
}

describe.skipIf(skipped)('rules of derived groups (needs ../shared/upstream)', () => {
  let folder: string;
  let store: Store;
  beforeAll(async () => {
    folder = await makeFolder();
    store = await Store.open({ memory: '200MB', threads: 1, temp: join(folder, 'spill') });
  });
  afterAll(async () => {
    await store?.close();
    if (folder) await removeFolder(folder);
  });

  /** The catalog numbers of the objects that a rule matches, with all of them taken as active. */
  async function matching(sql: string, objects: readonly Listed[]): Promise<Set<string>> {
    const values = objects.map((one) => `(${[one.number, one.name, one.designator].map(sqlText).join(', ')}, true)`);
    const rows = await store.rows<{ number: string }>(
      `SELECT number FROM (VALUES ${values.join(', ')}) v(number, object_name, object_id, active),
        LATERAL (SELECT v.object_name, v.object_id) e, LATERAL (SELECT v.active) s WHERE ${sql}`,
    );
    return new Set(rows.map(({ number }) => number));
  }

  test('match objects as accurately as the table in the documentation states', async () => {
    const all = await readTle(active);
    const measured: string[][] = [];
    for (const { slug, rule } of groupDefinitions) {
      if (!rule) continue;
      const path = slug === 'starlink' ? starlink : join(lists, `${groupFile(slug).replace(/next$/, 'NEXT')}.tle`);
      const listed = await readTle(path);
      const truePositives = await matching(rule.sql, listed);
      // Only the list of active objects has objects outside a group that a rule could match.
      const measurable = slug !== 'starlink' && rule.sql.includes('s.active');
      const falsePositives = measurable
        ? [...(await matching(rule.sql, all))].filter((one) => !listed.some((o) => o.number === one))
        : null;
      const recall = truePositives.size / listed.length;
      const precision = falsePositives && truePositives.size / (truePositives.size + falsePositives.length);
      console.info(`${slug}: recall ${recall.toFixed(4)}, precision ${precision?.toFixed(4) ?? 'not measured'}`);
      const count = (number: number) => number.toLocaleString('en-US');
      measured.push([
        slug,
        count(listed.length),
        count(truePositives.size),
        count(listed.length - truePositives.size),
        falsePositives ? count(falsePositives.length) : 'not measured',
      ]);
    }
    const section = (await readFile(docs, 'utf8')).split('### Accuracy of the rules')[1]!;
    const rows = section.split('\n').filter((line) => line.startsWith('| `'));
    const documented = rows.map((row) => {
      const cells = row.split('|').map((cell) => cell.trim());
      return [/`([^`]+)`/.exec(cells[1]!)![1]!, ...cells.slice(2, 6)];
    });
    const sorted = (table: string[][]) => table.toSorted(([a], [b]) => (a! < b! ? -1 : 1));
    expect(sorted(measured)).toEqual(sorted(documented.slice(0, measured.length)));
  });
});
