import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { isForPeople } from '../log-format.ts';
import { mirrorSetting } from '../schema/release/publishers.ts';
import { runBeside } from './child.ts';
import { keepSchedule } from './schedule.ts';

/**
 * Heap limit of a refresh, MB, or the memory of its database if that is more. The real files fit in 256 MB; with a higher limit, V8
 * collects garbage later.
 */
export const REFRESH_HEAP = 512;
/** Heap limit of a search of close approaches, MB. */
export const SEARCH_HEAP = 1024;
/** A refresh that takes longer is killed, ms. */
const LONGEST = 3 * 3_600_000;

/** Settings that a refresh must share with this server, from the environment or its `.env`. */
export function settingsOf({
  home,
  publicUrl,
  contact,
  upstream,
  wikidataSecond,
  spacetrack,
  commons,
  logFormat,
  downloadDeadline,
  refreshMemory,
}: Config): Record<string, string> {
  const addresses = Object.entries(upstream).map(([slug, url]) => [mirrorSetting(slug), url]);
  return {
    ORBWEAVER_HOME: home,
    ORBWEAVER_DOWNLOAD_DEADLINE: String(downloadDeadline),
    ORBWEAVER_REFRESH_MEMORY: String(refreshMemory),
    ORBWEAVER_COMMONS_URL: commons ?? 'off',
    // The child writes to a pipe, so it cannot detect a terminal itself.
    ORBWEAVER_LOG_FORMAT: isForPeople(logFormat) ? 'pretty' : 'json',
    ...(publicUrl === undefined ? {} : { ORBWEAVER_PUBLIC_URL: publicUrl }),
    ...(contact === undefined ? {} : { ORBWEAVER_CONTACT: contact }),
    ...Object.fromEntries(addresses),
    ...(spacetrack === null
      ? {}
      : {
          ORBWEAVER_SPACETRACK_IDENTITY: spacetrack.account.identity,
          ORBWEAVER_SPACETRACK_PASSWORD: spacetrack.account.password,
          ORBWEAVER_SPACETRACK_PUBLISH: spacetrack.publish ? 'on' : 'off',
        }),
    ...(wikidataSecond === undefined ? {} : { ORBWEAVER_WIKIDATA_SECOND_URL: wikidataSecond }),
  };
}

/** Searches close approaches in a child process of the lowest priority, for the release that is current when it starts. */
async function searchApproaches(root: string, { home }: Config, log: Logger, signal: AbortSignal): Promise<void> {
  try {
    await runBeside(
      root,
      ['src/features/conjunctions/command.ts'],
      { ORBWEAVER_HOME: home },
      {
        memory: SEARCH_HEAP,
        signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST)]),
        line: (text) => log.info({ approaches: text }, 'close approaches'),
      },
    );
    log.info('close approaches searched');
  } catch (error) {
    if (!signal.aborted) log.error({ reason: (error as Error).message }, 'search of close approaches failed');
  }
}

/**
 * Runs each scheduled refresh as a child process: its memory is freed afterwards, and a crash does not affect serving. Another one then
 * searches close approaches; the next refresh does not wait for it.
 */
export async function startSchedule(root: string, config: Config, log: Logger, signal: AbortSignal): Promise<void> {
  const search = backgroundTask(() => searchApproaches(root, config, log, signal));
  await keepSchedule(
    {
      now: Date.now,
      sleep: (milliseconds, stopped) =>
        setTimeout(milliseconds, undefined, { signal: stopped, ref: false }).catch(() => undefined),
      refresh: async (stopped) => {
        await runBeside(root, ['pipeline/refresh.ts'], settingsOf(config), {
          memory: Math.max(REFRESH_HEAP, config.refreshMemory),
          signal: AbortSignal.any([stopped, AbortSignal.timeout(LONGEST)]),
          line: (text) => log.info({ refresh: text }, 'refresh'),
        }).finally(() => config.conjunctions && !stopped.aborted && search.start());
      },
      log,
    },
    signal,
  );
  await search.ended();
}

/** Work that runs in the background, one run at a time. */
interface BackgroundTask {
  /** Starts the work; if it is running, it runs once more afterwards. Returns immediately. */
  start(): void;
  /** Resolves when no run is in progress. */
  ended(): Promise<void>;
}

/** `work` must not reject. */
export function backgroundTask(work: () => Promise<void>): BackgroundTask {
  let running: Promise<void> | null = null;
  let again = false;
  const run = async () => {
    while (again) {
      again = false;
      await work();
    }
    running = null;
  };
  return {
    start() {
      again = true;
      running ??= run();
    },
    ended: () => running ?? Promise.resolve(),
  };
}
