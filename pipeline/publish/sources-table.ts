import { Cron } from 'croner';
import { createTable } from '../../src/schema/field.ts';
import { type Source as SourceRecord, source as sourceRecord } from '../../src/schema/source.ts';
import type { Source } from '../sources/source.ts';
import type { Store } from '../store.ts';

/** What became of a source in this build. */
export interface SourceOutcome {
  readonly source: Source;
  readonly fetchedAt: Date | null;
  readonly sha256: string | null;
  readonly problem: string | null;
  /** Rows of its files that were read. */
  readonly records: number;
}

/** Fills the table `sources`: those whose rows are in the release, with their terms, counts and freshness. */
export async function buildSources(
  store: Store,
  outcomes: readonly SourceOutcome[],
  now: Date,
): Promise<SourceRecord[]> {
  await store.run(createTable('sources', sourceRecord));
  const claims = await store.rows<{ slug: string; n: number }>(
    'SELECT source AS slug, count(*)::INTEGER AS n FROM claims GROUP BY source',
  );
  const table = outcomes
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
        next_refresh_at: iso(nextRefresh(source, now)),
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

function nextRefresh(source: Source, now: Date): Date {
  const times = source.schedule.map((pattern) => new Cron(pattern, { timezone: 'UTC' }).nextRun(now)!.getTime());
  return new Date(Math.min(...times));
}

function iso(date: Date): string {
  return date.toISOString().replace(/\.\d{3}Z$/, 'Z');
}
