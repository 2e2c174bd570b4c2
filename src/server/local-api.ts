import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { pino } from 'pino';
import { free } from '../accounts/limits/admission.ts';
import { createOrbweaver } from '../http/orbweaver.ts';
import { BrokenRelease, currentReleaseId } from '../release/release.ts';

/**
 * Serves the API of the release in a home folder on a free port of this machine, without keys and limits, until it is
 * closed. Throws BrokenRelease if there is no release that can be served.
 */
export async function openLocalApi(folder: string): Promise<{ base: string; close(): Promise<void> }> {
  const home = resolve(folder);
  if ((await currentReleaseId(home)) === null) throw new BrokenRelease(`there is no release in ${home}`);
  const orbweaver = await createOrbweaver(
    { home, host: '127.0.0.1', port: 0, publicUrl: undefined },
    {
      now: Date.now,
      requestId: randomUUID,
      log: pino({ level: 'silent' }),
      gateway: { admit: () => free, addressOf: (_forwarded, socket) => socket },
    },
    { files: new Map(), prerendered: new Map(), render: async () => null },
  );
  const base = await orbweaver.listen();
  return { base, close: () => orbweaver.stop(0) };
}
