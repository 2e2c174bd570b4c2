import { addressBlock } from '../../accounts/limits/address.ts';
import { FairQueue } from '../../fair-queue.ts';
import { type AccountsGateway, requestAddress } from '../accounts-gateway.ts';
import { inTurn } from '../in-turn.ts';
import type { RequestContext } from '../request-context.ts';

/**
 * How many pages are rendered at a time, and how many wait. One address may have as many as it may have connections: only a client
 * that pipelines has more.
 */
const limits = { places: 4, heavyPlaces: 2, placesOfClient: 3, waiting: 1000, perClient: 200 };

/**
 * The queue of pages that have to be rendered. A page takes up to a tenth of a second of the one thread: without a queue, a thousand
 * requests in one packet would delay everybody's next page until all of them are rendered.
 */
export class PageTurns {
  readonly #queue = new FairQueue(limits);
  readonly #gateway: Pick<AccountsGateway, 'addressOf'>;

  constructor(gateway: Pick<AccountsGateway, 'addressOf'>) {
    this.#gateway = gateway;
  }

  /** Renders a page when the fair queue reaches its client. Throws 429 and 503, as `inTurn` does. */
  take<T>({ request }: Pick<RequestContext, 'request'>, render: () => Promise<T>): Promise<T> {
    const address = addressBlock(requestAddress(this.#gateway, request));
    return inTurn(this.#queue, { request, address }, render);
  }
}
