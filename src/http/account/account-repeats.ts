/** How long a form that is sent again gets the answer that it got, ms: two clicks, not a page that is loaded again. */
const remembered = 5000;
/** How many are remembered at once. */
const most = 1000;

/**
 * Forms that must not be done twice: a key is shown once, and a second click must neither make another nor hide the
 * first. What was answered is kept for seconds, in memory alone.
 */
export class AccountRepeats {
  readonly #answers = new Map<string, Promise<unknown>>();

  /** Does the work, or gives what it gave to the same `id` just before. `id` holds the visitor's cookies: nobody else has it. */
  once<T>(id: string, work: () => Promise<T>): Promise<T> {
    const running = this.#answers.get(id);
    if (running) return running as Promise<T>;
    const answer = work();
    if (this.#answers.size >= most) return answer;
    this.#answers.set(id, answer);
    setTimeout(() => this.#answers.delete(id), remembered).unref();
    return answer;
  }
}
