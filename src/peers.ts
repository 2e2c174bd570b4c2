/**
 * The other server processes on the same port (`ORBWEAVER_WORKERS`). Requests of one client reach any of them, so data
 * about clients has to be shared, or stored in only one of them.
 */
export interface Peers {
  /** True for one process of a port: it keeps the queue of webhooks and runs the forms of accounts. */
  readonly isLeader: boolean;
  /** The id of this process in metrics; null if there is only one. */
  readonly worker: number | null;
  /** How many processes there should be, and how many accept connections; null if there is only one. */
  readonly workers: { readonly configured: number; readonly serving: number } | null;
  /** Messages of a topic between the processes. */
  channel<T>(topic: string): Channel<T>;
  /**
   * A function that only the leader runs, for whichever process calls it. Rejects with LeaderLost if the leader ends meanwhile, or does not
   * answer within a number of milliseconds: by default, the time for a slow form.
   */
  byLeader<Question, Answer>(
    topic: string,
    run: (question: Question) => Promise<Answer>,
    answerMilliseconds?: number,
  ): (question: Question) => Promise<Answer>;
  /** A function that returns the results of every process, its own first. One that does not answer in time is left out. */
  byAll<Answer>(topic: string, run: () => Promise<Answer>): () => Promise<Answer[]>;
}

/** Messages to and from the other processes, within milliseconds. Values are copied. */
export interface Channel<T> {
  /** False if nobody listens: there is only one process. */
  readonly shared: boolean;
  send(message: T): void;
  onMessage(listener: (message: T) => void): void;
}

/** The process that should have done the work has ended, or does not answer. It may have done the work. */
export class LeaderLost extends Error {
  override name = 'LeaderLost';
}

/** The channel of a single process. */
export const noChannel = { shared: false, send() {}, onMessage() {} } as const satisfies Channel<unknown>;

/** The peers of a single process. */
export const alone: Peers = {
  isLeader: true,
  worker: null,
  workers: null,
  channel: () => noChannel,
  byLeader: (_topic, run) => run,
  byAll: (_topic, run) => async () => [await run()],
};
