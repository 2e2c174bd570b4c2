import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freshnessAt, type Refreshing } from '../../schema/release/freshness.ts';
import type { Manifest } from '../../schema/release/manifest.ts';
import {
  type Build,
  buildLog,
  isWaiting,
  type RefreshRecord,
  refreshRecord,
} from '../../schema/release/refresh-record.ts';
import type { Source } from '../../schema/release/source.ts';
import type { PeopleAccounts } from '../accounts-gateway.ts';
import { answeringObjectives, freshnessObjectives, type Measured, type Objective, sumOf } from './service-levels.ts';

/** The state of one publisher. */
interface SourceState extends Pick<Source, 'slug' | 'name' | 'url' | 'status' | 'problem' | 'refresh'> {
  /** When the newest file of the source was downloaded. */
  readonly fetched_at: string | null;
  /** When one of the source's files was last confirmed to be the newest, by a download or by a response that it is unchanged. */
  readonly checked_at: string | null;
  readonly asked_at: string | null;
  readonly next_ask_at: string | null;
  /** Kept after recovery; null if none is recorded. */
  readonly last_failure: { readonly at: string; readonly file: string; readonly reason: string } | null;
  /** Until when the source is not requested, because it demanded so or refused a request; otherwise null. */
  readonly left_alone: { readonly until: string; readonly because: string } | null;
}

/** The state of the service: `/status` shows it, `/status.json` returns it. Times are ISO 8601 UTC. */
export interface ServiceStatus {
  readonly generated_at: string;
  readonly state: 'operational' | 'degraded' | 'unavailable';
  /** Reasons why the service is not operational, as text; empty if it is. */
  readonly reasons: readonly string[];
  readonly release: (Pick<Manifest, 'id' | 'generated_at' | 'sample'> & { readonly objects: number }) | null;
  readonly sources: readonly SourceState[];
  readonly objectives: readonly Objective[];
  /**
   * Start of the count of this server's responses: the start of its process, or of the oldest one if it has several.
   */
  readonly measured_since: string;
  /** The newest first. */
  readonly builds: readonly Build[];
}

/** A build that has run for longer than this was killed; the next one records that. */
const LONGEST_BUILD = 3.5 * 3_600_000;
/** How many builds are shown. */
const SHOWN = 20;

/** Dependencies of `serviceStatus`. */
export interface StatusOptions {
  readonly home: string;
  /** Whether this server keeps the schedule. */
  readonly scheduled: boolean;
  /** The counts of each process of this server, and when it started, in milliseconds since 1970. */
  measured(): Promise<readonly { readonly began: number; readonly counts: Measured }[]>;
  /** Problems of the release that should be served, as text. */
  problems(): readonly string[];
  /** The accounts of this server; absent if it has none. */
  readonly accounts?: Pick<PeopleAccounts, 'ready' | 'paused'> | undefined;
  now(): number;
}

/** Determines the current state of the service. `manifest` is that of the served release; null if there is none. */
export async function serviceStatus(
  { home, scheduled, measured: measure, now: clock, problems, accounts }: StatusOptions,
  manifest: Manifest | null,
): Promise<ServiceStatus> {
  const [refreshes, builds, measured] = await Promise.all([readRefreshes(home), readBuilds(home), measure()]);
  const now = new Date(clock());
  const sources = (manifest?.sources ?? []).map((source) => sourceState(source, { scheduled, record: refreshes }, now));
  const objectives = [
    ...answeringObjectives(sumOf(measured.map(({ counts }) => counts))),
    ...freshnessObjectives(refreshes, now),
  ];
  const shown = builds.slice(0, SHOWN).map((build) => stated(build, now));
  const reasons = [
    ...problems(),
    ...(manifest || problems().length > 0 ? [] : ['no release is published yet']),
    ...(accounts?.paused ? ['the operator has paused the API'] : []),
    ...(accounts?.ready === false ? ['API keys cannot be checked, so requests that need one are refused'] : []),
    ...sources.filter(({ status }) => status !== 'fresh').map(({ name, status }) => `${name} is ${status}`),
    ...lastBuild(shown),
    ...objectives.filter(({ met }) => met === false).map(({ name }) => `objective not met: ${name}`),
  ];
  return {
    generated_at: now.toISOString(),
    state: manifest === null ? 'unavailable' : reasons.length > 0 ? 'degraded' : 'operational',
    reasons,
    release: manifest && {
      id: manifest.id,
      generated_at: manifest.generated_at,
      sample: manifest.sample,
      objects: manifest.counts.satellites,
    },
    sources,
    objectives,
    measured_since: new Date(Math.min(...measured.map(({ began }) => began))).toISOString(),
    builds: shown,
  };
}

/** The last finished build, if it should have published a release and did not. */
function lastBuild(builds: readonly Build[]): string[] {
  const last = builds.find(({ outcome }) => outcome !== 'running');
  if (last?.outcome === 'failed') return ['the last build failed'];
  return last?.outcome === 'killed' ? ['the last build was stopped before its end'] : [];
}

const stated = (build: Build, now: Date): Build =>
  build.outcome === 'running' && Math.abs(now.getTime() - Date.parse(build.began_at)) > LONGEST_BUILD
    ? { ...build, outcome: 'killed', reason: 'it never ended' }
    : build;

function sourceState(source: Source, refreshing: Refreshing, now: Date): SourceState {
  const { slug, name, url, refresh, fetched_at } = source;
  const { status, problem, next_refresh_at } = freshnessAt(source, refreshing, now);
  const refreshes = refreshing.record;
  const files = Object.entries(refreshes?.files ?? {}).filter(([key]) => key.startsWith(`${slug}/`));
  const failures = files.flatMap(([key, { failed_at, failure }]) =>
    failed_at && failure ? [{ at: failed_at, file: key.slice(slug.length + 1), reason: failure }] : [],
  );
  const wait = refreshes?.waiting[slug];
  return {
    ...{ slug, name, url, status, problem, refresh, fetched_at },
    checked_at: latest(files.map(([, { good_at }]) => good_at)),
    // Files skipped because an earlier one failed were not requested.
    asked_at: latest(
      files.map(([, file]) => (/^(skipped|not asked for):/.test(file.problem ?? '') ? null : file.asked_at)),
    ),
    next_ask_at: next_refresh_at,
    last_failure: failures.reduce<SourceState['last_failure']>(
      (last, one) => (last === null || one.at > last.at ? one : last),
      null,
    ),
    left_alone: wait && isWaiting(wait.until, now) ? { until: wait.until, because: wait.because } : null,
  };
}

const latest = (times: readonly (string | null)[]): string | null =>
  times.reduce((last, time) => (time !== null && (last === null || time > last) ? time : last), null);

/** The record of refreshes; null if there is none, or it can't be read. */
export async function readRefreshes(home: string): Promise<RefreshRecord | null> {
  try {
    return refreshRecord.parse(JSON.parse(await readFile(join(home, 'refresh.json'), 'utf8')));
  } catch {
    return null;
  }
}

/** The last builds, the newest first; empty if there is no log, or it can't be read. */
async function readBuilds(home: string): Promise<readonly Build[]> {
  try {
    return buildLog.parse(JSON.parse(await readFile(join(home, 'builds.json'), 'utf8'))).builds;
  } catch {
    return [];
  }
}
