import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { isForPeople } from '../log-format.ts';
import { mirrorSetting } from '../schema/publishers.ts';
import { runBeside } from './child.ts';
import { keepSchedule } from './schedule.ts';

/** Heap of a refresh, in MB. The database has its own limit beside it, which the pipeline sets. */
const MEMORY = 1024;
/** A refresh that has not ended by then hangs. */
const LONGEST = 3 * 3_600_000;

/** What a refresh must read as this server does, wherever this server has read it. */
function settingsOf({
  home,
  publicUrl,
  contact,
  upstream,
  logFormat,
  downloadDeadline,
}: Config): Record<string, string> {
  const addresses = Object.entries(upstream).map(([slug, url]) => [mirrorSetting(slug), url]);
  return {
    ORBWEAVER_HOME: home,
    ORBWEAVER_DOWNLOAD_DEADLINE: String(downloadDeadline),
    // It writes into a pipe: whether somebody reads it, this server knows.
    ORBWEAVER_LOG_FORMAT: isForPeople(logFormat) ? 'pretty' : 'json',
    ...(publicUrl === undefined ? {} : { ORBWEAVER_PUBLIC_URL: publicUrl }),
    ...(contact === undefined ? {} : { ORBWEAVER_CONTACT: contact }),
    ...Object.fromEntries(addresses),
  };
}

/** Keeps the schedule with refreshes as processes of their own: their memory goes back, and their end harms no reader. */
export function startSchedule(root: string, config: Config, log: Logger, signal: AbortSignal): Promise<void> {
  return keepSchedule(
    {
      now: Date.now,
      sleep: (milliseconds, stopped) =>
        setTimeout(milliseconds, undefined, { signal: stopped, ref: false }).catch(() => undefined),
      refresh: async (stopped) => {
        await runBeside(root, ['pipeline/refresh.ts'], settingsOf(config), {
          memory: MEMORY,
          signal: AbortSignal.any([stopped, AbortSignal.timeout(LONGEST)]),
          line: (text) => log.info({ refresh: text }, 'refresh'),
        });
      },
      log,
    },
    signal,
  );
}
