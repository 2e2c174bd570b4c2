import { fileFacts } from '../../src/file-bytes.ts';
import { sqlText, sqlTexts, sqlTime } from '../../src/schema/escaped-text.ts';
import { plural } from '../../src/schema/plain-text.ts';
import type { ArchiveIndex } from '../../src/schema/release/archive.ts';
import { archivedElements, archiveFiles } from '../../src/schema/release/archive.ts';
import { Archive, type ArchiveOptions } from './archive.ts';
import { contentHash, monthOf } from './element-rows.ts';

/** The problems of an archive, as text; empty if it is intact. */
export async function verifyArchive(options: ArchiveOptions): Promise<string[]> {
  const archive = await Archive.openExisting(options);
  try {
    const damaged = await damagedFiles(archive);
    return damaged.length > 0 ? damaged : [...wrongTimes(archive.index), ...(await wrongRows(archive))];
  } finally {
    await archive.close();
  }
}

/** Files that are missing, or whose bytes differ from those written. */
async function damagedFiles(archive: Archive): Promise<string[]> {
  const found: string[] = [];
  for (const { file, bytes, sha256 } of archiveFiles(archive.index)) {
    const facts = await fileFacts(archive.path(file)).catch(() => null);
    if (!facts) found.push(`${file} is missing or cannot be read`);
    else if (facts.bytes !== bytes || facts.sha256 !== sha256) found.push(`${file} is not as it was written`);
  }
  return found;
}

function wrongTimes({ snapshots }: ArchiveIndex): string[] {
  return snapshots.some(({ at }, place) => place > 0 && at <= snapshots[place - 1]!.at)
    ? ['the snapshots are not in the order of their times']
    : [];
}

/** Checks rules that every row satisfies, and describes those that are broken. */
async function wrongRows(archive: Archive): Promise<string[]> {
  const { store, index } = archive;
  const paths = (files: readonly { readonly file: string }[]) => files.map(({ file }) => archive.path(file));
  const found: string[] = [];
  for (const { file, month, rows } of index.elements) {
    const [row] = await store.rows<{ elsewhere: number; counted: number }>(
      `SELECT (count(*) FILTER (WHERE ${monthOf} <> '${month}'))::INTEGER AS elsewhere, count(*)::INTEGER AS counted
        FROM read_parquet(${sqlText(archive.path(file))})`,
    );
    if (row!.elsewhere > 0) found.push(`${file} has ${plural(row!.elsewhere, 'set')} of other months`);
    if (row!.counted !== rows) found.push(`${file} has ${plural(row!.counted, 'set')}, and the index says ${rows}`);
  }
  await store.run(`CREATE OR REPLACE TABLE every AS SELECT norad_cat_id, epoch, first_seen, last_seen, ${contentHash} AS content
    FROM (${archivedElements(paths(index.elements), paths(index.recent))})`);
  const count = async (what: string, query: string) => {
    const [row] = await store.rows<{ n: number }>(`SELECT count(*)::INTEGER AS n FROM (${query})`);
    if (row!.n > 0) found.push(`${row!.n} ${what}`);
  };
  await count(
    'element sets are there twice',
    'SELECT 1 FROM every GROUP BY norad_cat_id, epoch, content, first_seen HAVING count(*) > 1',
  );
  await count(
    'objects have two element sets at once',
    `SELECT 1 FROM (SELECT first_seen, lag(coalesce(last_seen, TIMESTAMP '9999-01-01')) OVER (PARTITION BY norad_cat_id, epoch, content ORDER BY first_seen) AS until
      FROM every WHERE first_seen IS NOT NULL) WHERE until >= first_seen`,
  );
  await count('element sets end before they begin', 'FROM every WHERE last_seen < first_seen');
  const times = index.snapshots.map(({ at }) => `(${sqlTime(at)})`).join(', ');
  await count(
    'element sets were first or last seen when nothing was looked at',
    `FROM every WHERE (first_seen IS NOT NULL AND first_seen NOT IN (${times || 'NULL'})) OR (last_seen IS NOT NULL AND last_seen NOT IN (${times || 'NULL'}))`,
  );
  if (index.groups.length > 0)
    await count(
      'members of groups were listed when nothing was looked at',
      `FROM read_parquet([${sqlTexts(paths(index.groups))}]) WHERE first_seen NOT IN (${times}) OR last_seen NOT IN (${times})`,
    );
  for (const list of ['values', 'claims'] as const) {
    if (index[list].length === 0) continue;
    const rows = `read_parquet([${sqlTexts(paths(index[list]))}])`;
    await count(`${list} are of no release`, `FROM ${rows} WHERE release_at NOT IN (${times})`);
    if (list === 'values')
      await count(
        'values have two versions of one release',
        `SELECT 1 FROM ${rows} GROUP BY norad_cat_id, field, release_at HAVING count(*) > 1`,
      );
  }
  return found;
}
