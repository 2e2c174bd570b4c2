import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Build, buildLog } from '../../schema/release/build-log.ts';
import { type RefreshRecord, refreshRecord } from '../../schema/release/refresh-record.ts';

/** The record of refreshes; null if there is none, or it can't be read. */
export async function readRefreshes(home: string): Promise<RefreshRecord | null> {
  try {
    return refreshRecord.parse(JSON.parse(await readFile(join(home, 'refresh.json'), 'utf8')));
  } catch {
    return null;
  }
}

/** The last builds, the newest first; empty if there is no log, or it can't be read. */
export async function readBuilds(home: string): Promise<readonly Build[]> {
  try {
    return buildLog.parse(JSON.parse(await readFile(join(home, 'builds.json'), 'utf8'))).builds;
  } catch {
    return [];
  }
}
