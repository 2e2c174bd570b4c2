import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import { openGateway } from '../http/accounts-gateway.ts';
import { createOrbweaver, type Orbweaver } from '../http/orbweaver.ts';
import { openSite } from '../http/pages/site.ts';
import { SiteMissing, siteIsStale } from '../http/pages/site-build.ts';
import { openLog } from '../log-format.ts';
import { redact } from '../redact.ts';
import { currentReleaseId, readManifest } from '../release/release.ts';
import { readsFormat } from '../schema/manifest.ts';
import { ChildFailed, runNode } from './child.ts';
import { startSchedule } from './refresh-child.ts';

const help = `Orbweaver: an open API and website over the catalog of everything in orbit.

  npm start        builds the website if needed, publishes the embedded sample if there is no release, then serves and
                   refreshes on schedule
  npm run serve    serves what is there, publishes nothing and refreshes nothing

Options
  --no-schedule    serve only
  --help           this text

Settings, from the environment or .env
  HOST 127.0.0.1 · PORT 4321 · ORBWEAVER_HOME ./var · ORBWEAVER_PUBLIC_URL · ORBWEAVER_LOG_LEVEL info · ORBWEAVER_LOG_FORMAT auto
  ORBWEAVER_SCHEDULE on · ORBWEAVER_CONTACT (whom publishers may write to)`;

const root = join(import.meta.dirname, '../..');
const say = (line: string) => console.log(line);

/** Reads the command line, makes ready what is missing, serves until told to stop. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'no-schedule': { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) return say(help);
  const config = readConfig();
  if (await siteIsStale(root)) {
    say('Building the website: it is missing or older than its sources.');
    await runNode(root, ['node_modules/astro/bin/astro.mjs', 'build', '--silent']);
  }
  if (!values['no-schedule'] && (await needsSample(config.home))) {
    say('There is no release yet that this version serves: publishing the embedded sample.');
    await runNode(root, ['pipeline/refresh.ts', '--sample'], { ORBWEAVER_HOME: config.home });
  }
  const log = await openLog(config);
  const gateway = await openGateway(config, { now: Date.now, log });
  const world = { now: Date.now, requestId: randomUUID, log, gateway };
  const scheduled = !values['no-schedule'] && config.schedule;
  const orbweaver = await createOrbweaver({ ...config, schedule: scheduled }, world, openSite(join(root, 'dist')));
  const address = await orbweaver.listen();
  announce(config.publicUrl ?? address, orbweaver, scheduled);
  const stopping = new AbortController();
  const schedule = scheduled ? startSchedule(root, config, log, stopping.signal) : Promise.resolve();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      say('Stopping: finishing the requests that run.');
      stopping.abort();
      orbweaver.drain();
      void Promise.all([setTimeout(config.stopAfter * 1000).then(() => orbweaver.stop()), schedule])
        .then(() => gateway.close())
        .finally(() => process.exit(0));
    });
  }
}

/** Whether there is nothing to serve before the first refresh: no release, or a sample that another version built. */
async function needsSample(home: string): Promise<boolean> {
  // A damaged `current` is reported by the server, which serves the newest intact release.
  const id = await currentReleaseId(home).catch(() => '');
  if (id === '') return false;
  if (id === null) return true;
  // One that cannot be read is refused below, with its reason.
  const manifest = await readManifest(join(home, 'releases', id, 'manifest.json')).catch(() => null);
  return manifest?.sample === true && !readsFormat(manifest.format);
}

function announce(address: string, { served }: Orbweaver, scheduled: boolean): void {
  const lease = served.hold();
  say(`Orbweaver serves ${address}`);
  if (lease) {
    const { id, sample, counts } = lease.value.release.manifest;
    say(
      `  release  ${id}${sample ? ', the embedded sample' : ''}: ${counts.satellites} objects, ${counts.claims} claims`,
    );
  } else {
    say('  release  none yet: the API answers 503 until one is published');
  }
  say(`  try      curl ${address}/api/v1/elements`);
  say(
    `  refresh  ${scheduled ? 'on schedule, what is due now begins at once' : 'npm run refresh   (this server does not refresh by itself)'}`,
  );
  lease?.end();
}

main().catch((error: unknown) => {
  console.error(redact(wordsFor(error)));
  process.exit(1);
});

/** What the person at the terminal reads; only what nobody foresaw comes with its stack. */
function wordsFor(error: unknown): string {
  if (error instanceof ConfigError) return `Wrong setting.\n${error.message}`;
  if (error instanceof ChildFailed) return `Cannot start: ${error.message}. What it says above is the reason.`;
  if (error instanceof SiteMissing) return error.message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `Another program listens there already (${message}). Stop it, or set PORT to another number.`;
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${message}\n\n${help}`;
  return stack ?? message;
}
