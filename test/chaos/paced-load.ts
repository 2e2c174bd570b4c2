import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { CheckedRequest, CheckedResponse, Truth } from './truth.ts';

/** Results of the load. */
export interface Seen {
  readonly requests: number;
  /** Requests that were retried on the other server. */
  readonly retried: number;
  /** Requests without a response, or with another status than 200, as text. */
  readonly failed: readonly string[];
  /** Responses that differ from the release they name, as text. */
  readonly mixed: readonly string[];
  readonly requests_s: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly max_ms: number;
}

/** A request fails after this many tries without a response: like nginx with two servers. */
const MAX_TRIES = 2;
/** How long a client waits before it asks the same address again, ms: a dying process closes its connections before its listener. */
const SAME_ADDRESS_MS = 100;
/** Longer than any response takes on a machine that also builds releases: a slow response has not failed. */
const TIMEOUT_MS = 30_000;
/** How often due requests are sent, ms. */
const TICK_MS = 5;

/**
 * Sends requests to servers in turn at a fixed rate, regardless of their responses, until it is stopped. A request whose
 * connection breaks is retried once on the next server and a new connection, as a load balancer does; with one server, after a pause.
 */
export class PacedLoad {
  readonly #servers: readonly { readonly base: string; readonly agent: Agent }[];
  readonly #requests: readonly CheckedRequest[];
  readonly #truth: Truth;
  readonly #running = new Set<Promise<void>>();
  readonly #times: number[] = [];
  readonly #failed: string[] = [];
  readonly #mixed: string[] = [];
  #retried = 0;
  #retrying = 0;
  #stopped = false;

  constructor(bases: readonly string[], requests: readonly CheckedRequest[], truth: Truth) {
    this.#servers = bases.map((base) => ({ base, agent: new Agent({ keepAlive: true, maxSockets: 64 }) }));
    this.#requests = requests;
    this.#truth = truth;
  }

  /** Runs until `stop` is called. */
  async run(rate: number): Promise<Seen> {
    const startedAt = performance.now();
    let sent = 0;
    while (!this.#stopped) {
      for (const due = Math.floor(((performance.now() - startedAt) / 1000) * rate); sent < due; sent++) {
        const one: Promise<void> = this.#send(sent).finally(() => this.#running.delete(one));
        this.#running.add(one);
      }
      await wait(TICK_MS);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    await Promise.all(this.#running);
    for (const { agent } of this.#servers) agent.destroy();
    const times = this.#times.sort((a, b) => a - b);
    const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
    return {
      requests: sent,
      retried: this.#retried,
      failed: this.#failed,
      mixed: this.#mixed,
      requests_s: sent / seconds,
      p50_ms: at(0.5),
      p99_ms: at(0.99),
      max_ms: at(1),
    };
  }

  /** Requests that are on their second try now, or about to be. */
  get retrying(): number {
    return this.#retrying;
  }

  stop(): void {
    this.#stopped = true;
  }

  async #send(number: number): Promise<void> {
    const request = this.#requests[number % this.#requests.length]!;
    const startedAt = performance.now();
    let lastError = '';
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      // Each request alternates between the servers: the number of requests may be even.
      const turn = number + Math.floor(number / this.#requests.length) + attempt;
      const { base, agent } = this.#servers[turn % this.#servers.length]!;
      if (attempt > 0) this.#retrying++;
      try {
        const response = await fetchComplete(base, request, attempt === 0 ? agent : false);
        this.#times.push(performance.now() - startedAt);
        const problem = await this.#truth.check(request, response);
        if (problem !== null) (response.status === 200 ? this.#mixed : this.#failed).push(problem);
        return;
      } catch (error) {
        if (attempt + 1 < MAX_TRIES) {
          this.#retried++;
          if (this.#servers.length === 1) {
            this.#retrying++;
            await wait(SAME_ADDRESS_MS);
            this.#retrying--;
          }
        }
        lastError = (error as Error).message;
      } finally {
        if (attempt > 0) this.#retrying--;
      }
    }
    this.#failed.push(`${request.path}: ${lastError}`);
  }
}

/** Fetches one complete response; rejects if the connection breaks before its last byte. */
function fetchComplete(
  base: string,
  { path, headers = {} }: CheckedRequest,
  agent: Agent | false,
): Promise<CheckedResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = get(base + path, { agent, headers, timeout: TIMEOUT_MS }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        if (!response.complete) return reject(new Error('the response was cut off'));
        const release = response.headers['x-catalog-release'] as string | undefined;
        resolve({ status: response.statusCode!, release, body: Buffer.concat(parts) });
      });
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no response within ${TIMEOUT_MS} ms`)));
    outgoing.on('error', reject);
  });
}
