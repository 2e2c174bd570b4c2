import { fetchReentryEnds } from './reentry-ends.ts';
import type { SkyRequest } from './sky-worker.ts';

/** The set of every active object. */
export const ACTIVE = 'active';

/** The element sets of the page. Each is loaded once and opened by the worker; a request contains only the name of the set. */
export class ElementSets {
  readonly #status: HTMLElement;
  readonly #post: (request: SkyRequest, transfer: Transferable[]) => void;
  readonly #counts = new Map<string, number | 'loading'>();
  /** Status text with the load time of saved elements; empty if there is a network. */
  #saved = '';

  constructor(status: HTMLElement, post: (request: SkyRequest, transfer: Transferable[]) => void) {
    this.#status = status;
    this.#post = post;
  }

  /** The number of objects of a set; null until the worker has opened it. */
  count(set: string): number | null {
    const count = this.#counts.get(set);
    return typeof count === 'number' ? count : null;
  }

  async load(set: string): Promise<void> {
    if (this.#counts.has(set)) return;
    this.#counts.set(set, 'loading');
    this.#status.textContent = 'Loading elements…';
    try {
      const [response, ends] = await Promise.all([
        fetch(set === ACTIVE ? '/api/v1/elements' : `/api/v1/elements/${set}`, {
          headers: { Accept: 'application/json' },
        }),
        fetchReentryEnds(),
      ]);
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      const date = Date.parse(response.headers.get('date') ?? '');
      this.#saved =
        navigator.onLine || Number.isNaN(date)
          ? ''
          : `Offline: using elements loaded ${new Date(date).toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
      const body = await response.arrayBuffer();
      this.#post({ kind: 'open', set, body, ends, now: Date.now() }, [body]);
    } catch {
      this.failed(set);
    }
  }

  opened(set: string, count: number): void {
    this.#counts.set(set, count);
    this.#status.textContent = this.#saved;
  }

  failed(set: string): void {
    this.#counts.delete(set);
    this.#status.textContent = 'The elements could not be loaded. Choose the group again, or reload the page.';
  }
}
