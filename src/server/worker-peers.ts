import cluster from 'node:cluster';
import { IDLE_MILLISECONDS } from '../http/node-server.ts';
import { type Channel, LeaderLost, type Peers } from '../peers.ts';
import type { Manifest } from '../schema/release/manifest.ts';
import { fromPeerError, type PeerError, toPeerError } from './peer-error.ts';

/** How long a process may take to answer the question of another, ms. */
const ANSWER_MILLISECONDS = 2000;

/**
 * How long the leader may take to answer, ms: guesses of a password are slowed down to one in 30 s. Shorter than the
 * lifetime of the visitor's connection, so that the response still arrives.
 */
const LEADER_MILLISECONDS = IDLE_MILLISECONDS - 10_000;

/** Set for the process that is the leader. */
export const leaderVariable = 'ORBWEAVER_WORKER_LEADS';

/** A message of one process to another, which the main process passes on. */
export interface PeerMessage {
  /** The id of a process, or which ones. */
  readonly to: number | 'leader' | 'others';
  /** The sender; added by the main process. */
  readonly from?: number;
  readonly topic: string;
  readonly body: unknown;
  /** The number of a question, which its answer repeats. */
  readonly question?: number;
  /** The number of the question that this answers; with `error` if there is no result. */
  readonly answers?: number;
  readonly error?: PeerError;
}

/** Messages of the main process to a server process. */
export type MainMessage =
  | { readonly kind: 'peer'; readonly message: PeerMessage }
  | { readonly kind: 'workers'; readonly configured: number; readonly serving: number }
  /** The leader has ended before it answered this question. */
  | { readonly kind: 'lost'; readonly question: number }
  | { readonly kind: 'stop' };

/** Messages of a server process to the main process. */
export type WorkerMessage =
  | { readonly kind: 'peer'; readonly message: PeerMessage }
  | { readonly kind: 'serves'; readonly serving: Serving };

/** The release and the address that a server process serves. */
export interface Serving {
  readonly address: string;
  /** Null if no release is published yet. */
  readonly release: Pick<Manifest, 'id' | 'sample' | 'counts'> | null;
}

/** Reports to the main process that this one accepts connections. */
export function reportServing({ address, release }: Serving): void {
  const facts = release && { id: release.id, sample: release.sample, counts: release.counts };
  process.send?.({ kind: 'serves', serving: { address, release: facts } } satisfies WorkerMessage);
}

interface Pending {
  answer(message: PeerMessage): void;
  lost(): void;
}

/** The messages of this process to and from the others: questions, and their answers. */
class PeerMessages {
  readonly #listeners = new Map<string, (message: PeerMessage) => void>();
  readonly #pending = new Map<number, Pending>();
  #questions = 0;

  send(message: PeerMessage): void {
    // The main process has ended, and this one is about to.
    if (!process.connected) return;
    process.send!({ kind: 'peer', message } satisfies WorkerMessage);
  }

  receive(message: PeerMessage): void {
    if (message.answers === undefined) this.#listeners.get(message.topic)?.(message);
    else this.#pending.get(message.answers)?.answer(message);
  }

  lost(question: number): void {
    this.#pending.get(question)?.lost();
  }

  onMessage(topic: string, listener: (message: PeerMessage) => void): void {
    this.#listeners.set(topic, listener);
  }

  /** Runs `run` for questions of a topic. */
  answer<Question, Answer>(topic: string, run: (question: Question) => Promise<Answer>): void {
    this.onMessage(topic, ({ from, question, body }) => {
      const reply = { to: from!, topic, answers: question! };
      run(body as Question).then(
        (result) => this.send({ ...reply, body: result }),
        (error: unknown) => this.send({ ...reply, body: null, error: toPeerError(error) }),
      );
    });
  }

  /** The answer of the leader. Rejects with its error, or with LeaderLost. */
  askLeader<Answer>(topic: string, body: unknown, milliseconds: number): Promise<Answer> {
    const question = ++this.#questions;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const lost = () => reject(new LeaderLost('the process that should have answered has ended, or does not answer'));
    const late = setTimeout(lost, milliseconds).unref();
    this.#pending.set(question, {
      answer: ({ body: result, error }) => (error ? reject(fromPeerError(error)) : resolve(result as Answer)),
      lost,
    });
    this.send({ to: 'leader', topic, body, question });
    return promise.finally(() => {
      clearTimeout(late);
      this.#pending.delete(question);
    });
  }

  /** The answers of the other processes that answer in time; without those that fail. */
  async askOthers<Answer>(topic: string, others: number): Promise<Answer[]> {
    if (others === 0) return [];
    const question = ++this.#questions;
    const results: Answer[] = [];
    let answered = 0;
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    const late = setTimeout(resolve, ANSWER_MILLISECONDS).unref();
    this.#pending.set(question, {
      answer: ({ body, error }) => {
        if (!error) results.push(body as Answer);
        answered += 1;
        if (answered === others) resolve();
      },
      lost: () => {},
    });
    this.send({ to: 'others', topic, body: null, question });
    await arrived;
    clearTimeout(late);
    this.#pending.delete(question);
    return results;
  }
}

/** The peers of this process, which `cluster` has started. `stop` is called when the main process demands it. */
export function workerPeers(stop: () => void): Peers {
  const messages = new PeerMessages();
  let workers: Peers['workers'] = null;
  process.on('message', (received: MainMessage) => {
    if (received.kind === 'stop') stop();
    else if (received.kind === 'workers') workers = { configured: received.configured, serving: received.serving };
    else if (received.kind === 'lost') messages.lost(received.question);
    else if (received.kind === 'peer') messages.receive(received.message);
  });
  const isLeader = process.env[leaderVariable] === '1';
  return {
    isLeader,
    worker: cluster.worker!.id,
    get workers() {
      return workers;
    },
    channel<T>(topic: string): Channel<T> {
      return {
        shared: true,
        send: (body) => messages.send({ to: 'others', topic, body }),
        onMessage: (listener) => messages.onMessage(topic, ({ body }) => listener(body as T)),
      };
    },
    byLeader<Question, Answer>(
      topic: string,
      run: (question: Question) => Promise<Answer>,
      answerMilliseconds = LEADER_MILLISECONDS,
    ) {
      if (!isLeader) return (body: Question) => messages.askLeader<Answer>(topic, body, answerMilliseconds);
      messages.answer(topic, run);
      return run;
    },
    byAll<Answer>(topic: string, run: () => Promise<Answer>) {
      messages.answer(topic, run);
      return async () => {
        const [own, others] = await Promise.all([
          run(),
          messages.askOthers<Answer>(topic, (workers?.serving ?? 1) - 1),
        ]);
        return [own, ...others];
      };
    },
  };
}
