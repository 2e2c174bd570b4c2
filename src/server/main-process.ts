import cluster, { type Worker } from 'node:cluster';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { listen } from '../http/node-server.ts';
import { UserError } from '../user-error.ts';
import {
  leaderVariable,
  type MainMessage,
  type PeerMessage,
  type Serving,
  type WorkerMessage,
} from './worker-peers.ts';

/**
 * A process that ends sooner than this is replaced only after as long a pause, ms: a process that cannot start must not
 * use up the machine.
 */
const SHORT_LIFE_MILLISECONDS = 1000;

/** The port, which nothing else listens on. Processes that share a port would also share it with another server. */
async function freePort(address: Pick<Config, 'host' | 'port'>): Promise<number> {
  const server = createServer();
  const { port } = new URL(await listen(server, address));
  await new Promise((resolve) => server.close(resolve));
  return Number(port);
}

/** The server processes of one port. */
export interface ServerProcesses {
  /** Resolves when the first one accepts connections. Rejects if none of them can start. */
  readonly started: Promise<Serving>;
  /** Lets all of them finish their requests. Resolves when they have ended. */
  stop(): Promise<void>;
}

/** The callback of a message: without one, a failed write to a process that was just killed is an uncaught error. */
const ignore = () => {};

/**
 * Runs server processes on one port, and replaces those that end. This process passes messages between them. It opens no
 * release itself.
 */
export async function runServers(
  { workers: count, host, port: configured }: Pick<Config, 'workers' | 'host' | 'port'>,
  args: readonly string[],
  log: Logger,
): Promise<ServerProcesses> {
  const port = await freePort({ host, port: configured });

  cluster.setupPrimary({
    exec: join(import.meta.dirname, '../cli/bin.js'),
    args: ['serve', ...args],
    serialization: 'advanced',
  });
  const serving = new Set<number>();
  let leader = 0;
  /** Questions that the leader has not answered yet. */
  const asked = new Map<string, { readonly from: number; readonly message: PeerMessage }>();
  let stopping = false;
  const first = Promise.withResolvers<Serving>();
  const send = (worker: Worker | undefined, message: MainMessage) => {
    if (worker?.isConnected()) worker.send(message, ignore);
  };
  const all = (message: MainMessage) => {
    for (const worker of Object.values(cluster.workers ?? {})) send(worker, message);
  };
  const reportServing = () => all({ kind: 'workers', configured: count, serving: serving.size });

  const passOn = (from: number, { to, ...rest }: PeerMessage) => {
    const message: PeerMessage = { ...rest, to, from };
    if (to === 'others') {
      for (const id of serving) if (id !== from) send(cluster.workers?.[id], { kind: 'peer', message });
      return;
    }
    if (to !== 'leader') {
      asked.delete(`${to} ${message.answers}`);
      return send(cluster.workers?.[to], { kind: 'peer', message });
    }
    asked.set(`${from} ${message.question}`, { from, message });
    // Questions are queued while another leader starts.
    if (serving.has(leader)) send(cluster.workers?.[leader], { kind: 'peer', message });
  };

  const start = (leads: boolean) => {
    const began = performance.now();
    const worker = cluster.fork({ [leaderVariable]: leads ? '1' : '', PORT: String(port) });
    const { id } = worker;
    if (leads) leader = id;
    worker.on('message', (received: WorkerMessage) => {
      if (received.kind === 'peer') return passOn(id, received.message);
      serving.add(id);
      reportServing();
      if (id === leader) for (const { message } of asked.values()) send(worker, { kind: 'peer', message });
      first.resolve(received.serving);
    });
    worker.once('exit', (code, signal) => {
      serving.delete(id);
      reportServing();
      const wasLeader = id === leader;
      for (const [key, { from, message }] of asked) {
        if (from === id) asked.delete(key);
        else if (wasLeader) {
          asked.delete(key);
          send(cluster.workers?.[from], { kind: 'lost', question: message.question! });
        }
      }
      if (stopping) return;
      const lived = performance.now() - began;
      log.error(
        { worker: id, process: worker.process.pid, code, signal },
        'a server process has ended and is replaced',
      );
      setTimeout(() => !stopping && start(wasLeader), lived < SHORT_LIFE_MILLISECONDS ? SHORT_LIFE_MILLISECONDS : 0);
    });
  };

  cluster.on('exit', (_worker, code) => {
    // The process has reported the reason itself, such as a port in use.
    if (code > 0) first.reject(new UserError('The server cannot start: see its output above.'));
  });
  start(true);
  // Started one after the other, so that a port in use is reported once.
  void first.promise.then(
    () => {
      for (let number = 1; number < count && !stopping; number += 1) start(false);
    },
    () => {},
  );
  return {
    started: first.promise,
    async stop() {
      stopping = true;
      const running = Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? []);
      const ended = running.map((worker) => new Promise<void>((resolve) => worker.once('exit', () => resolve())));
      for (const worker of running)
        if (serving.has(worker.id)) send(worker, { kind: 'stop' });
        // A process that is starting does not receive messages yet, and has no requests.
        else worker.process.kill('SIGTERM');
      await Promise.all(ended);
    },
  };
}
