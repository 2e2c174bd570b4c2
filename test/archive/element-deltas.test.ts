import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { elementRefreshes } from './element-series.ts';

/** A series of real snapshots, if it exists next to the repository. `ORBWEAVER_SKIP_REAL=1` skips it. */
const series = join(import.meta.dirname, '../../../shared/upstream/series-2026-07');
const skipped = !existsSync(series) || process.env['ORBWEAVER_SKIP_REAL'] === '1';

type Columns = { data: Record<string, string[]>; gone?: string[] };

/**
 * The columns of a document, with numbers as their text. Each line is a column, and columns of numbers are split at commas: a reviver
 * for JSON.parse takes twenty times as long.
 */
function parse(text: string): Columns {
  const columns = text.split('\n').flatMap((line) => {
    const [, name, values] = /"(\w+)":\[(.*)\]/.exec(line) ?? [];
    if (name === undefined || values === undefined) return [];
    return [[name, values.includes('"') ? JSON.parse(`[${values}]`) : values === '' ? [] : values.split(',')] as const];
  });
  const { gone, ...data } = Object.fromEntries<string[]>(columns);
  const document = JSON.parse(text) as { data: Record<string, unknown[]> };
  expect(Object.keys(data)).toEqual(Object.keys(document.data));
  return { data, ...(gone && { gone }) };
}

const rowsOf = ({ data }: Columns) =>
  new Map(
    data['norad_cat_id']!.map((id, at) => [
      id,
      Object.values(data)
        .map((values) => values[at]!)
        .join('\t'),
    ]),
  );

test.skipIf(skipped)(
  'real series (needs ../shared/upstream, and ORBWEAVER_SKIP_REAL unset): applying 40 deltas in sequence gives each refresh exactly',
  async () => {
    let sets: Map<string, string> | null = null;
    let [refreshes, changed] = [0, 0];
    for await (const { at, all, delta, changed: count } of elementRefreshes(series, 40)) {
      const expected = rowsOf(parse(all));
      if (sets === null) {
        sets = expected;
        continue;
      }
      const step = parse(delta);
      // One `expect` for all: 200,000 of them would take ten seconds.
      const needless = step.gone!.filter((id) => !sets!.delete(id));
      for (const [id, row] of rowsOf(step)) {
        if (sets.get(id) === row) needless.push(id);
        sets.set(id, row);
      }
      expect([at, needless]).toEqual([at, []]);
      expect([at, sets.size]).toEqual([at, expected.size]);
      for (const [id, row] of expected) if (sets.get(id) !== row) expect([at, sets.get(id)]).toEqual([at, row]);
      refreshes += 1;
      changed += count;
    }
    expect(refreshes).toBe(40);
    expect(changed).toBeGreaterThan(200_000);
  },
  300_000,
);
