import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../accounts/services.ts';
import { startServer } from '../../chaos/server-process.ts';
import type { AttackName } from './attacks.ts';
import { honestClient } from './honest-client.ts';
import { createSoakAccounts } from './soak-accounts.ts';

/** A soak: a home that may be written, how long, and which attacks. */
export interface SoakOptions {
  readonly home: string;
  readonly seconds: number;
  readonly attacks: readonly AttackName[];
  /**
   * A second home that may be written: its server is not attacked, and answers the same honest client at the same time on the same
   * machine, for comparison.
   */
  readonly beside?: string;
  /** More that is done meanwhile, until the signal; returns how often it had each outcome. */
  readonly meanwhile?: (ended: AbortSignal) => Promise<Readonly<Record<string, number>>>;
}

/** The response times of one kind of request, ms. */
export interface HonestFigures {
  readonly kind: string;
  readonly requests: number;
  readonly p50: number;
  readonly p95: number;
  readonly most: number;
  readonly failed: readonly string[];
}

/** The result of a soak. */
export interface SoakResult {
  readonly honest: readonly HonestFigures[];
  /** The honest client of the server that was not attacked; empty if there was none. */
  readonly beside: readonly HonestFigures[];
  /** How often attackers, and what was done meanwhile, had each outcome. */
  readonly attackers: Readonly<Record<string, number>>;
  /** Resident memory of the server process before the attacks and at most, MB; of it and its children together at most. */
  readonly memory: { readonly before: number; readonly most: number; readonly all: number };
}

/** A soak ends this long after its time even if an attack has had no outcome, ms. */
const FIRST_OUTCOME_MS = 120_000;

/** Starts a server on a home, attacks it, and measures an honest client beside. */
export async function soak({ home, seconds, attacks, beside, meanwhile }: SoakOptions): Promise<SoakResult> {
  await using stack = new AsyncDisposableStack();
  const { port, server, accounts, client } = await honestServer(home, stack);
  const other = beside === undefined ? null : await honestServer(beside, stack);
  const memory = { before: residentMb(server.pid), most: 0, all: 0 };
  const measure = setInterval(() => {
    const own = residentMb(server.pid);
    memory.most = Math.max(memory.most, own);
    memory.all = Math.max(memory.all, own + childrenOf(server.pid).reduce((sum, id) => sum + residentMb(id), 0));
  }, 200);
  stack.defer(() => clearInterval(measure));
  const attackers = startAttackers({ port, accounts, names: attacks });
  stack.defer(() => void attackers.kill());
  const end = new AbortController();
  const running = Promise.all([client.run(end.signal), other?.client.run(end.signal)]);
  const others = meanwhile?.(end.signal);
  await Promise.race([pause(seconds * 1000), attackers.failed]);
  // On a slow machine, the first outcome of an attack can take longer.
  await Promise.race([attackers.reached, pause(FIRST_OUTCOME_MS), attackers.failed]);
  end.abort();
  const outcomes = await attackers.stop();
  await running;
  return {
    honest: figuresOf(client),
    beside: other === null ? [] : figuresOf(other.client),
    attackers: { ...outcomes, ...(await others) },
    memory,
  };
}

type HonestClient = Awaited<ReturnType<typeof honestClient>>;

/** Starts a server on a home, with an honest client of it. */
async function honestServer(home: string, stack: AsyncDisposableStack) {
  const port = await freePort();
  const settings = { HOST: '127.0.0.1', ORBWEAVER_WEBHOOK_NETWORKS: '127.0.0.0/8' };
  const server = await startServer(home, port, settings);
  stack.defer(() => server.kill());
  const accounts = await createSoakAccounts(home);
  const client = await honestClient(port, accounts.honest);
  stack.defer(() => client.close());
  // The first request of each kind opens what later ones use; the network of the client becomes known.
  await client.check();
  return { port, server, accounts, client };
}

const figuresOf = ({ measured }: HonestClient): HonestFigures[] =>
  Object.entries(measured).map(([kind, { times, failed }]) => {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return { kind, requests: times.length, p50: at(0.5), p95: at(0.95), most: at(1), failed };
  });

function startAttackers(options: { port: number; accounts: object; names: readonly AttackName[] }) {
  const program = join(import.meta.dirname, 'attack-process.ts');
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  /** Resolves when every attack has had an outcome. */
  const reached = once(child, 'message');
  const outcomes = new Promise<Record<string, number>>((resolve) => {
    child.on('message', (message) => message !== 'reached' && resolve(message as Record<string, number>));
  });
  const exit = once(child, 'exit').then(([code, signal]) => {
    process.off('exit', kill);
    return signal ?? code;
  });
  return {
    reached,
    failed: exit.then((how) => Promise.reject(new Error(`the attackers ended with ${how}`))),
    async stop() {
      child.send('end');
      const found = await outcomes;
      await exit;
      return found;
    },
    kill,
  };
}

/** Resident memory of a process, MB; 0 if it has ended. */
function residentMb(pid: number): number {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return 0;
  try {
    return (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] ?? 0) * 1024) / 1e6;
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Whether every request of the honest client succeeded, and every refusal of an attacker says when to try again. */
export const isSound = ({ honest, attackers }: SoakResult): boolean =>
  honest.every(({ failed }) => failed.length === 0) &&
  Object.keys(attackers).every((outcome) => !outcome.endsWith('without Retry-After'));

/** The result as lines of text. */
export function soakLines({ honest, beside, attackers, memory }: SoakResult): string[] {
  const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0).padStart(6);
  const linesOf = (figures: readonly HonestFigures[]) =>
    figures.map(
      ({ kind, requests, p50, p95, most, failed }) =>
        `  ${kind.padEnd(18)} ${String(requests).padStart(9)} ${ms(p50)} ${ms(p95)} ${ms(most)}${failed.length > 0 ? `  FAILED ${failed.length}: ${failed[0]}` : ''}`,
    );
  return [
    'honest client, ms     requests    p50    p95   most',
    ...linesOf(honest),
    ...(beside.length > 0 ? ['of a server beside it that is not attacked, ms', ...linesOf(beside)] : []),
    'attackers',
    ...Object.entries(attackers)
      .sort()
      .map(([outcome, count]) => `  ${outcome.padEnd(40)} ${String(count).padStart(9)}`),
    `memory of the server: ${Math.round(memory.before)} MB before, ${Math.round(memory.most)} MB at most; with its children ${Math.round(memory.all)} MB`,
  ];
}
