import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConfirmedAccount } from '../../src/accounts/auth/account-store.ts';
import { openDatabase } from '../../src/accounts/open-database.ts';
import { createWebhook } from '../../src/features/webhooks/webhook-store.ts';
import { seeded } from '../seeded.ts';
import { eventsOfRelease, timeOfRelease } from './soak-events.ts';

interface SoakOptions {
  readonly kills: number;
  /** PostgreSQL; undefined: SQLite. */
  readonly databaseUrl?: string | undefined;
  /** Processes that send at the same time; one of them is killed at a time. */
  readonly processes?: number;
  /** What is killed instead of a process, and started again. */
  readonly interrupt?: () => Promise<void>;
}

/** The result of a soak. */
export interface SoakResult {
  readonly kills: number;
  readonly releases: number;
  /** Events that were expected, over all webhooks. */
  readonly events: number;
  readonly messages: number;
  /** Messages that arrived again, under the same id. */
  readonly repeated: number;
  /** Events that never arrived. */
  readonly lost: number;
  /** Events that arrived in two messages, or before an earlier event. */
  readonly misplaced: number;
  /** The standard error of the processes. */
  readonly problems: string;
}

const WEBHOOKS = 3;
/**
 * How long the claim of a killed process is valid, ms: short, so that a soak with many kills ends soon, but no attempt on a busy
 * machine takes three quarters of it.
 */
const LEASE_MILLISECONDS = 2000;
/** How long nothing may arrive until missing events count as lost, ms: long, for slow machines. */
const SILENT_MILLISECONDS = 40_000;
/** How often a release is published, ms. */
const PUBLISH_MILLISECONDS = 50;

/** Kills processes that queue and send webhooks while releases are published, and checks the messages that a receiver gets. */
export async function killSoak({ kills, databaseUrl, processes = 1, interrupt }: SoakOptions): Promise<SoakResult> {
  const home = await mkdtemp(join(tmpdir(), 'orbweaver-soak-'));
  const received: { webhook: string; id: string; events: string[] }[] = [];
  const receiver = createServer(async (incoming, response) => {
    let body = '';
    for await (const part of incoming) body += part;
    const events = (JSON.parse(body) as { data: { events: { id: string }[] } }).data.events.map(({ id }) => id);
    received.push({ webhook: incoming.url!, id: String(incoming.headers['webhook-id']), events });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const webhooks = Array.from({ length: WEBHOOKS }, (_, index) => `/${index}`);
  let released = 0;
  const publish = (number: number) => {
    released = number;
    writeFileSync(join(home, 'next'), String(number));
    renameSync(join(home, 'next'), join(home, 'released'));
  };
  let problems = '';
  const start = () => {
    const settings = JSON.stringify({ home, databaseUrl, lease: LEASE_MILLISECONDS });
    const child = spawn(process.execPath, [join(import.meta.dirname, 'sending-process.ts'), settings]);
    child.stderr.on('data', (part) => {
      problems += part;
    });
    const closed = once(child, 'close');
    return {
      ready: once(child.stdout, 'data'),
      kill: async () => {
        child.kill('SIGKILL');
        await closed;
      },
    };
  };
  const missing = () => {
    const arrived = new Set(received.flatMap(({ webhook, events }) => events.map((event) => `${webhook} ${event}`)));
    return webhooks.flatMap((webhook) => expected(released).filter((event) => !arrived.has(`${webhook} ${event}`)));
  };
  publish(0);
  const publishing = setInterval(() => publish(released + 1), PUBLISH_MILLISECONDS);
  const running = Array.from({ length: processes }, start);
  try {
    const database = await openDatabase({ home, databaseUrl }, true);
    const account = await createConfirmedAccount(database, `soak${port}@example.org`, 'builder', Date.now());
    for (const path of webhooks)
      await createWebhook(
        database,
        account,
        { url: `http://127.0.0.1:${port}${path}`, description: '', types: [], query: '' },
        { most: WEBHOOKS, now: Date.now(), release: { id: 'release 0', at: timeOfRelease(0) } },
      );
    const random = seeded(23);
    for (let killed = 0; killed < kills; killed++) {
      const victim = running[killed % processes]!;
      // One in five is killed while it starts.
      if (random() < 0.8 || interrupt) await victim.ready;
      await pause(random() * 300);
      if (interrupt) {
        await interrupt();
        continue;
      }
      await victim.kill();
      running[killed % processes] = start();
    }
    clearInterval(publishing);
    let [arrived, last] = [received.length, performance.now()];
    while (missing().length > 0 && performance.now() - last < SILENT_MILLISECONDS) {
      await pause(100);
      if (received.length > arrived) [arrived, last] = [received.length, performance.now()];
    }
    await database.write([{ sql: 'delete from account where account_id = ?', values: [account] }]);
    await database.close();
  } finally {
    clearInterval(publishing);
    await Promise.all(running.map(({ kill }) => kill()));
    receiver.closeAllConnections();
    receiver.close();
    await rm(home, { recursive: true, force: true });
  }
  const first = new Map(received.toReversed().map((message) => [message.id, message]));
  const inOrder = received.filter((message) => first.get(message.id) === message);
  return {
    kills,
    releases: released,
    events: WEBHOOKS * expected(released).length,
    messages: first.size,
    repeated: received.length - first.size,
    lost: missing().length,
    misplaced: webhooks.reduce((sum, webhook) => sum + misplaced(inOrder.filter((one) => one.webhook === webhook)), 0),
    problems,
  };
}

/** The events of releases up to a number, in their order. */
const expected = (released: number): string[] =>
  Array.from({ length: released }, (_, index) =>
    eventsOfRelease(index + 1)
      .map(({ id }) => id)
      .reverse(),
  ).flat();

/** The number of events of one webhook that repeat or precede the event before them. */
function misplaced(messages: readonly { readonly events: readonly string[] }[]): number {
  const numbers = messages.flatMap(({ events }) => events.map((id) => Number(id.slice('event-'.length))));
  return numbers.filter((number, index) => index > 0 && number <= numbers[index - 1]!).length;
}
