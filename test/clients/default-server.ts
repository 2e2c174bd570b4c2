import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { openGateway } from '../../src/http/accounts-gateway.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { type RunningServer, startServer } from '../server/running-server.ts';

/**
 * A server on the sample without any settings, so that it limits strangers as it does for a newcomer. The clock of its limits
 * stands still: every request is in the same second.
 */
export async function serveDefaults(): Promise<RunningServer & { remove(): Promise<void> }> {
  const home = await copySample();
  const config = readConfig({ ORBWEAVER_HOME: home }, join(home, 'none'));
  const gateway = await openGateway(config, { now: () => Date.UTC(2026, 7, 22, 18), log: pino({ level: 'silent' }) });
  const server = await startServer(home, undefined, undefined, gateway);
  return {
    ...server,
    async remove() {
      await server.stop();
      await gateway.close();
      await removeFolder(home);
    },
  };
}
