import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type OpenedRelease, openRelease } from './release/opened-release.ts';
import { build, databaseOnly, FIRST, makeFolder, removeFolder } from './sample-build.ts';

const golden = join(import.meta.dirname, '../golden');
const update = process.env.ORBWEAVER_UPDATE_GOLDEN === '1';

/** The compared tables, in a stable order, without nulls and without columns that are the same in every row. */
const tables: Record<string, string> = {
  satellites: 'SELECT * EXCLUDE (updated_at) FROM satellites ORDER BY norad_cat_id',
  claims: `SELECT norad_cat_id AS id, field, coalesce(value_text, value_numeric::VARCHAR, value_date::VARCHAR) AS value, precision,
      nullif(uncertain, false) AS uncertain, confidence, nullif(selected, false) AS selected, source, source_record, raw
    FROM claims ORDER BY norad_cat_id, field, source, source_record, value, raw`,
  provenance:
    'SELECT norad_cat_id AS id, field, confidence, sources, rule FROM provenance ORDER BY norad_cat_id, field',
  rejects: 'SELECT * FROM rejects ORDER BY source, file, line, reason, column_name, value',
  elements: 'SELECT * FROM elements ORDER BY norad_cat_id',
};

async function dump(release: OpenedRelease, sql: string): Promise<string> {
  const rows = await release.rows(sql);
  const lines = rows.map((row) =>
    JSON.stringify(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))),
  );
  return `[\n${lines.join(',\n')}\n]\n`;
}

let home: string;
let release: OpenedRelease | undefined;
afterEach(async () => {
  release?.close();
  await removeFolder(home);
});

describe('golden cases', async () => {
  const cases = (await readdir(golden, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  test.each(cases.map(({ name }) => name))('%s', async (name) => {
    home = await makeFolder();
    await build(home, join(golden, name, 'upstream'), FIRST, databaseOnly);
    release = await openRelease(home);
    const folder = join(golden, name, 'release');
    for (const [table, sql] of Object.entries(tables)) {
      const path = join(folder, `${table}.json`);
      const text = await dump(release, sql);
      if (update) {
        await mkdir(folder, { recursive: true });
        await writeFile(path, text);
      } else expect(text, table).toBe(await readFile(path, 'utf8'));
    }
  });
});
