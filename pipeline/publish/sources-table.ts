import { createHash } from 'node:crypto';
import { createTable } from '../../src/schema/field.ts';
import { nextTime } from '../../src/schema/release/refresh-times.ts';
import { type Source as SourceRecord, source as sourceRecord } from '../../src/schema/release/source.ts';
import type { Ingested } from '../parse.ts';
import type { Source } from '../sources/source.ts';
import type { Store } from '../store.ts';

/** The result of a source in this build. */
interface SourceOutcome {
  readonly source: Source;
  readonly fetchedAt: Date | null;
  readonly sha256: string | null;
  readonly problem: string | null;
  /** Rows that were read from the source's files. */
  readonly records: number;
}

/** Fills the table `sources`: the sources whose rows are in the release, with their terms, counts and freshness. */
export async function buildSources(
  store: Store,
  built: { read: readonly Ingested[]; sources: readonly Source[] },
  now: Date,
): Promise<SourceRecord[]> {
  await store.run(createTable('sources', sourceRecord));
  const claims = await store.rows<{ slug: string; n: number }>(
    'SELECT source AS slug, count(*)::INTEGER AS n FROM claims GROUP BY source',
  );
  const table = outcomes(built.read, built.sources)
    .filter((outcome) => outcome.fetchedAt !== null || outcome.problem !== null)
    .map(
      ({ source, fetchedAt, sha256, problem, records }): SourceRecord => ({
        slug: source.slug,
        name: source.name,
        url: source.url,
        license: source.license,
        license_url: source.license_url,
        attribution: source.attribution,
        records,
        claims: claims.find((row) => row.slug === source.slug)?.n ?? 0,
        fetched_at: fetchedAt ? iso(fetchedAt) : null,
        snapshot_sha256: sha256,
        refresh: source.refresh,
        next_refresh_at: iso(nextTime(now, Object.values(source.times))),
        status: problem === null ? 'fresh' : fetchedAt ? 'stale' : 'failed',
        problem,
      }),
    );
  for (const row of table) {
    const names = Object.keys(row);
    await store.run(
      `INSERT INTO sources (${names.join(', ')}) VALUES (${names.map((name) => `$${name}`).join(', ')})`,
      {
        ...row,
        fetched_at: row.fetched_at?.replace('Z', '') ?? null,
        next_refresh_at: row.next_refresh_at?.replace('Z', '') ?? null,
      },
    );
  }
  return table;
}

function iso(date: Date): string {
  return date.toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** The result of each source: its newest file, a hash over its files, and why it is not fresh, if it isn't. */
function outcomes(read: readonly Ingested[], sources: readonly Source[]): SourceOutcome[] {
  return sources.map((source) => {
    const files = read.filter(({ input }) => input.source === source);
    const used = files.flatMap((file) => file.used ?? []);
    const problems = files.flatMap(({ input, problem }) => (problem ? [`${input.name}: ${problem}`] : []));
    const times = used.map((snapshot) => Date.parse(snapshot.fetched_at));
    return {
      source,
      fetchedAt: times.length > 0 ? new Date(Math.max(...times)) : null,
      sha256:
        used.length > 0
          ? createHash('sha256')
              .update(used.map((one) => one.sha256).join('\n'))
              .digest('hex')
          : null,
      problem: problems.length > 0 ? problems.join('; ') : null,
      records: files.reduce((sum, { count }) => sum + count.rows, 0),
    };
  });
}
