import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRefresh } from '../../chaos/refresh-process.ts';
import { mutated, numbersFrom } from '../../mutated/mutations.ts';
import { sample } from '../../pipeline/sample-build.ts';

const FIRST = Date.parse('2026-08-22T15:00:00Z');
const HOUR_MS = 3_600_000;

/** Publishes a release of the sample's files in a home, as if their publishers had sent them. Returns the exit code; null if it was ended. */
async function refresh(home: string, from: string, hour: number, ended?: AbortSignal): Promise<number | null> {
  const now = new Date(FIRST + hour * HOUR_MS).toISOString();
  const { child, ended: finished } = startRefresh({
    home,
    args: ['--from', from, '--now', now, '--compression', 'fast'],
  });
  const kill = () => child.kill('SIGKILL');
  ended?.addEventListener('abort', kill, { once: true });
  const { code } = await finished;
  ended?.removeEventListener('abort', kill);
  return code;
}

/** Publishes the sample in an empty home. */
export async function publishSample(home: string): Promise<void> {
  const code = await refresh(home, join(sample, 'first'), 0);
  if (code !== 0) throw new Error(`the sample was not published: exit code ${code}`);
}

/** Refreshes a home with damaged files of the sample, one after the other, until the signal. Returns how often each exit code came. */
export async function mutatedRefreshes(home: string, ended: AbortSignal): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  const pick = numbersFrom(36);
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-mutated-'));
  try {
    for (let hour = 1; !ended.aborted; hour++) {
      await cp(join(sample, hour % 2 === 0 ? 'first' : 'second'), folder, { recursive: true, force: true });
      for (const name of await readdir(folder, { recursive: true })) {
        const text = await readFile(join(folder, name), 'utf8').catch(() => null);
        if (text !== null) await writeFile(join(folder, name), mutated(text, pick).text);
      }
      const code = await refresh(home, folder, hour, ended);
      if (!ended.aborted) outcomes[`refresh exit code ${code}`] = (outcomes[`refresh exit code ${code}`] ?? 0) + 1;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return outcomes;
}
