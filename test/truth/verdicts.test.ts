import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Build, type BuildContext, openBuildContext } from '../../pipeline/build-context.ts';
import { fetch } from '../../pipeline/fetch.ts';
import { ingest } from '../../pipeline/ingest.ts';
import { resolve } from '../../pipeline/resolve/resolve.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import { makeFolder, removeFolder } from '../pipeline/sample-build.ts';

/** Whole upstream files, beside the repository where there are any. `ORBWEAVER_SKIP_REAL=1` leaves them out. */
const upstream = join(import.meta.dirname, '../../../shared/upstream/2026-08-21T2241Z');
const skipped = !existsSync(upstream) || process.env.ORBWEAVER_SKIP_REAL === '1';

interface Truth {
  readonly norad_cat_id: string;
  /** A field of the record, or `confidence` or `uncertain` of its verdict: `name.confidence`. */
  readonly field: string;
  readonly expected: string;
  readonly why: string;
}

const csv = await readFile(join(import.meta.dirname, 'verdicts.csv'), 'utf8');
const truths = Papa.parse<Truth>(csv, { header: true, skipEmptyLines: true }).data;

test('every truth says why and who says so, once', () => {
  expect(truths.length).toBeGreaterThanOrEqual(100);
  expect(truths.filter((truth) => Object.values(truth).some((cell) => cell === ''))).toEqual([]);
  const keys = truths.map(({ norad_cat_id, field }) => `${norad_cat_id} ${field}`);
  expect(keys.length).toBe(new Set(keys).size);
});

describe.skipIf(skipped)('public knowledge (needs ../shared/upstream, and ORBWEAVER_SKIP_REAL unset)', () => {
  let home: string;
  let context: BuildContext;
  // As far as records and verdicts: what is written of them afterwards takes as long again, and says the same.
  beforeAll(async () => {
    home = await makeFolder();
    const world: Build = {
      home,
      from: upstream,
      now: new Date('2026-08-21T23:00:00Z'),
      sources,
      only: new Set(sources.map(({ slug }) => slug)),
      sample: false,
      base: '',
      expected: true,
      progress: () => {},
      limits: { memory: '700MB', threads: 2 },
    };
    context = await openBuildContext(world);
    const { inputs } = await fetch(context.snapshots, world);
    await context.raiseMemoryLimit(inputs);
    await ingest(context, inputs, world);
    await resolve(context.store, world.now);
  }, 900_000);
  afterAll(async () => {
    await context?.close();
    await removeFolder(home);
  });

  test('a release of the real files knows it', async () => {
    const wrong: string[] = [];
    for (const { norad_cat_id: id, field, expected, why } of truths) {
      const [name, of] = field.split('.');
      const [row] = await context.store.rows<{ value: unknown }>(
        of === undefined
          ? `SELECT ${name} AS value FROM satellites WHERE norad_cat_id = ${id}`
          : `SELECT ${of} AS value FROM provenance WHERE norad_cat_id = ${id} AND field = '${name}'`,
      );
      if (String(row?.value) !== expected) wrong.push(`${id} ${field} is ${row?.value}, not ${expected}: ${why}`);
    }
    expect(wrong).toEqual([]);
  });
});
