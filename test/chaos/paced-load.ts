import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answered, Question, Truth } from './truth.ts';

/** What readers saw. */
export interface Seen {
  readonly requests: number;
  /** Requests that one server did not answer, and the other one was asked. */
  readonly retried: number;
  /** What no server answered, or not with 200, in words. */
  readonly failed: readonly string[];
  /** Answers that are not those of the release that they name, in words. */
  readonly mixed: readonly string[];
  readonly requests_s: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly most_ms: number;
}

/** A request that no server has answered after so many tries has failed: as nginx with two servers has it. */
const TRIES = 2;
/** Longer than any machine that also builds releases keeps a reader waiting: what is slow is not lost. */
const PATIENCE = 30_000;
/** The pace is kept by looking this often at how many requests are owed. */
const TICK = 5;

/**
 * Asks servers by turns, so many times a second whatever they answer, until it is stopped. A request whose connection breaks
 * is sent again, once, to the next server: what a balancer in front does.
 */
export class PacedLoad {
  readonly #servers: readonly { readonly base: string; readonly agent: Agent }[];
  readonly #questions: readonly Question[];
  readonly #truth: Truth;
  readonly #running = new Set<Promise<void>>();
  readonly #times: number[] = [];
  readonly #failed: string[] = [];
  readonly #mixed: string[] = [];
  #retried = 0;
  #retrying = 0;
  #stopped = false;

  constructor(bases: readonly string[], questions: readonly Question[], truth: Truth) {
    this.#servers = bases.map((base) => ({ base, agent: new Agent({ keepAlive: true, maxSockets: 64 }) }));
    this.#questions = questions;
    this.#truth = truth;
  }

  /** Runs until `stop` is called. */
  async run(rate: number): Promise<Seen> {
    const began = performance.now();
    let sent = 0;
    while (!this.#stopped) {
      for (const owed = Math.floor(((performance.now() - began) / 1000) * rate); sent < owed; sent++) {
        const one: Promise<void> = this.#ask(sent).finally(() => this.#running.delete(one));
        this.#running.add(one);
      }
      await wait(TICK);
    }
    const seconds = (performance.now() - began) / 1000;
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
      most_ms: at(1),
    };
  }

  /** Requests that are on their second try now. */
  get retrying(): number {
    return this.#retrying;
  }

  stop(): void {
    this.#stopped = true;
  }

  async #ask(number: number): Promise<void> {
    const question = this.#questions[number % this.#questions.length]!;
    const began = performance.now();
    let broken = '';
    for (let attempt = 0; attempt < TRIES; attempt++) {
      // By turns over the servers for each question: the number of questions may be even.
      const turn = number + Math.floor(number / this.#questions.length) + attempt;
      const { base, agent } = this.#servers[turn % this.#servers.length]!;
      if (attempt > 0) this.#retrying++;
      try {
        const answer = await fetched(base, question, agent);
        this.#times.push(performance.now() - began);
        const wrong = await this.#truth.check(question, answer);
        if (wrong !== null) (answer.status === 200 ? this.#mixed : this.#failed).push(wrong);
        return;
      } catch (error) {
        if (attempt + 1 < TRIES) this.#retried++;
        broken = (error as Error).message;
      } finally {
        if (attempt > 0) this.#retrying--;
      }
    }
    this.#failed.push(`${question.path}: ${broken}`);
  }
}

/** One whole answer; rejects where the connection breaks before its last byte. */
function fetched(base: string, { path, headers = {} }: Question, agent: Agent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const outgoing = get(base + path, { agent, headers, timeout: PATIENCE }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        if (!response.complete) return reject(new Error('the answer was cut off'));
        const release = response.headers['x-catalog-release'] as string | undefined;
        resolve({ status: response.statusCode!, release, body: Buffer.concat(parts) });
      });
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${PATIENCE} ms`)));
    outgoing.on('error', reject);
  });
}
