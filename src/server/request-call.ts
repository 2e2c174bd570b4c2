import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { Admission } from '../accounts/limits/admission.ts';
import type { Call, OpenedRelease } from '../api/call.ts';
import type { PinnedReleases } from '../catalog/pinned.ts';
import { baseOf } from './base-address.ts';
import type { Exchange } from './exchange.ts';
import type { Served } from './served.ts';

/** What every call is given. */
export interface CallWorld {
  /** The address that visitors use; undefined: what each request says. */
  readonly publicUrl: string | undefined;
  readonly pinned: PinnedReleases<Served>;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  now(): number;
  admit(request: IncomingMessage, access: 'keyed' | 'public'): Admission | Promise<Admission>;
}

/** An exchange as the API sees it. A class: an object with a getter of its own is described anew by V8 for each request, which the collector pays for. */
export class RequestCall implements Call {
  readonly id: string;
  readonly request: IncomingMessage;
  readonly query: string;
  readonly served: Served | null;
  readonly now: number;
  readonly #exchange: Exchange;
  readonly #world: CallWorld;

  constructor(exchange: Exchange, world: CallWorld) {
    this.id = exchange.id;
    this.request = exchange.request;
    this.query = exchange.target.query;
    this.served = exchange.served;
    this.now = world.now();
    this.#exchange = exchange;
    this.#world = world;
  }

  get base(): string {
    return baseOf(this.request, this.#world.publicUrl);
  }

  async pinned(id: string): Promise<OpenedRelease | null> {
    const lease = await this.#world.pinned.hold(id);
    if (lease) this.#exchange.onClosed(() => lease.end());
    return lease?.value ?? null;
  }

  admit(access: 'keyed' | 'public'): Admission | Promise<Admission> {
    return this.#world.admit(this.request, access);
  }

  report(error: unknown): void {
    this.#world.log.error({ requestId: this.id, url: this.request.url, err: error }, 'request failed');
  }
}
