/** How long a repeated form gets the same response, ms: long enough for a double click, not for a reload. */
const REPEAT_MILLISECONDS = 5000;
/** Maximum number of stored responses. */
const MAX_RESPONSES = 1000;

/**
 * Forms that must not run twice: a key is shown once, and a second click must neither create another nor hide the
 * first. Responses are kept for seconds, only in memory.
 */
export class AccountRepeats {
  readonly #answers = new Map<string, Promise<unknown>>();

  /**
   * Runs the work, or returns the result of the same `id` just before. `id` includes the visitor's cookies, so it is
   * private.
   */
  once<T>(id: string, work: () => Promise<T>): Promise<T> {
    const running = this.#answers.get(id);
    if (running) return running as Promise<T>;
    const answer = work();
    if (this.#answers.size >= MAX_RESPONSES) return answer;
    this.#answers.set(id, answer);
    setTimeout(() => this.#answers.delete(id), REPEAT_MILLISECONDS).unref();
    return answer;
  }
}
