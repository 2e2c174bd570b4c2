import { Worker } from 'node:worker_threads';
import { BadField } from './field.ts';
import type { FromThread, SkyQuestions, SkySets, ToThread } from './sky-thread.ts';

/** A whole sky: its identity, and its element sets if a thread does not have them yet. */
export interface Sky {
  readonly key: string;
  load(): SkySets | Promise<SkySets>;
}

/** An idle thread ends after this time, and frees its memory, ms. */
const IDLE_MILLISECONDS = 300_000;

/** Computes over whole skies in threads. The queue of routes that compute decides the order of requests. */
export class SkyThreads {
  readonly #idle: Thread[] = [];
  readonly #all = new Set<Thread>();
  #closed = false;

  /** The answer to a question about a sky. Throws BadField. */
  async ask<K extends keyof SkyQuestions>(
    sky: Sky,
    kind: K,
    question: SkyQuestions[K]['question'],
  ): Promise<SkyQuestions[K]['answer']> {
    if (this.#closed) throw new Error('the threads are closed');
    // The thread that has the sky, else the last used one.
    const at = Math.max(
      this.#idle.findLastIndex(({ skies }) => skies.has(sky.key)),
      this.#idle.length === 0 ? -1 : 0,
    );
    const thread = this.#idle.splice(at, at < 0 ? 0 : 1)[0] ?? new Thread();
    this.#all.add(thread);
    try {
      const message = { kind, key: sky.key, question } as ToThread;
      let answer = await thread.ask(message);
      if (answer.kind === 'unknown_sky') {
        await thread.ask({ kind: 'open', key: sky.key, sky: await sky.load() });
        thread.skies.add(sky.key);
        answer = await thread.ask(message);
      }
      if (answer.kind === 'bad_field') throw new BadField(answer.parameter, answer.message);
      if (answer.kind !== 'answer') throw new Error(`a thread sent ${answer.kind} to a question`);
      return answer.answer as SkyQuestions[K]['answer'];
    } finally {
      if (thread.ended || this.#closed) this.#end(thread);
      else {
        this.#idle.push(thread);
        thread.restUntil(IDLE_MILLISECONDS, () => this.#end(thread));
      }
    }
  }

  /** Ends the threads. */
  close(): void {
    this.#closed = true;
    for (const thread of this.#all) this.#end(thread);
  }

  #end(thread: Thread): void {
    const at = this.#idle.indexOf(thread);
    if (at >= 0) this.#idle.splice(at, 1);
    this.#all.delete(thread);
    thread.end();
  }
}

/**
 * The heap of a thread, MB. One with 20,000 objects needs less than 96; without a limit, V8 collects so late that two of them took 700 MB
 * of memory instead of 370.
 */
const heap = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 8 };

class Thread {
  readonly #worker = new Worker(new URL('./sky-thread.ts', import.meta.url), { resourceLimits: heap });
  #rest: NodeJS.Timeout | undefined;
  /** The skies that it has received; it may have dropped the older ones. */
  readonly skies = new Set<string>();
  ended = false;

  constructor() {
    this.#worker.unref();
    this.#worker.once('exit', () => {
      this.ended = true;
    });
  }

  ask(message: ToThread): Promise<FromThread> {
    clearTimeout(this.#rest);
    const worker = this.#worker;
    return new Promise<FromThread>((resolve, reject) => {
      const settle = () => {
        worker.off('message', answered);
        worker.off('error', failed);
        worker.off('exit', exited);
      };
      const answered = (answer: FromThread) => {
        settle();
        resolve(answer);
      };
      const failed = (error: Error) => {
        settle();
        this.ended = true;
        reject(error);
      };
      const exited = (code: number) => failed(new Error(`a sky thread ended with code ${code}`));
      worker.on('message', answered);
      worker.on('error', failed);
      worker.on('exit', exited);
      worker.postMessage(message);
    });
  }

  restUntil(milliseconds: number, work: () => void): void {
    this.#rest = setTimeout(work, milliseconds).unref();
  }

  end(): void {
    clearTimeout(this.#rest);
    void this.#worker.terminate();
  }
}
