import cluster from 'node:cluster';
import { IDLE_MILLISECONDS } from '../http/node-server.ts';
import { type Channel, LeaderLost, type Peers } from '../peers.ts';
import type { Manifest } from '../schema/release/manifest.ts';

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
  readonly error?: string;
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

/** The peers of this process, which `cluster` has started. `stop` is called when the main process demands it. */
export function workerPeers(stop: () => void): Peers {
  const listeners = new Map<string, (message: PeerMessage) => void>();
  const pending = new Map<number, Pending>();
  let questions = 0;
  let workers: { readonly configured: number; readonly serving: number } | null = null;
  const send = (message: PeerMessage): void => {
    // The main process has ended, and this one is about to.
    if (!process.connected) return;
    process.send!({ kind: 'peer', message } satisfies WorkerMessage);
  };
  process.on('message', (received: MainMessage) => {
    if (received.kind === 'stop') stop();
    else if (received.kind === 'workers') workers = { configured: received.configured, serving: received.serving };
    else if (received.kind === 'lost') pending.get(received.question)?.lost();
    else if (received.kind === 'peer') {
      const { message } = received;
      if (message.answers === undefined) listeners.get(message.topic)?.(message);
      else pending.get(message.answers)?.answer(message);
    }
  });

  /** Runs `run` for questions of a topic. */
  const answer = <Question, Answer>(topic: string, run: (question: Question) => Promise<Answer>): void => {
    listeners.set(topic, ({ from, question, body }) => {
      const reply = { to: from!, topic, answers: question! };
      run(body as Question).then(
        (result) => send({ ...reply, body: result }),
        (error: Error) => send({ ...reply, body: null, error: error.message }),
      );
    });
  };

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
        tell: (body) => send({ to: 'others', topic, body }),
        hear: (listener) => void listeners.set(topic, ({ body }) => listener(body as T)),
      };
    },
    byLeader<Question, Answer>(topic: string, run: (question: Question) => Promise<Answer>) {
      if (isLeader) {
        answer(topic, run);
        return run;
      }
      return (body: Question) =>
        new Promise<Answer>((resolve, reject) => {
          const question = ++questions;
          const lost = () => {
            settled();
            reject(new LeaderLost('the process that should have answered has ended, or does not answer'));
          };
          const late = setTimeout(lost, LEADER_MILLISECONDS).unref();
          const settled = () => {
            clearTimeout(late);
            pending.delete(question);
          };
          pending.set(question, {
            answer: ({ body: result, error }) => {
              settled();
              if (error === undefined) resolve(result as Answer);
              else reject(new Error(error));
            },
            lost,
          });
          send({ to: 'leader', topic, body, question });
        });
    },
    byAll<Answer>(topic: string, run: () => Promise<Answer>) {
      answer(topic, run);
      return async () => {
        const others = (workers?.serving ?? 1) - 1;
        const results: Answer[] = [];
        const question = ++questions;
        const arrived = new Promise<void>((resolve) => {
          if (others === 0) return resolve();
          const late = setTimeout(resolve, ANSWER_MILLISECONDS).unref();
          pending.set(question, {
            answer: ({ body, error }) => {
              if (error === undefined) results.push(body as Answer);
              if (results.length < others) return;
              clearTimeout(late);
              resolve();
            },
            lost: () => {},
          });
          send({ to: 'others', topic, body: null, question });
        });
        const [own] = await Promise.all([run(), arrived]);
        pending.delete(question);
        return [own, ...results];
      };
    },
  };
}
