import { isIPv6 } from 'node:net';
import { alone, type Peers } from '../../peers.ts';
import { addressBlock, networkOf, plainAddress } from './address.ts';
import { FixedWindowLimiter } from './fixed-window-limiter.ts';

/** A provider's customer may have a whole /48, which is 65,536 networks of the size that is counted as one client. */
const WIDE_FACTOR = 10;

/**
 * Limits attempts by client: an IPv4 address or an IPv6 /64, and at ten times the rate an IPv6 /48. An attempt that is
 * refused counts for neither. `topic` names the limiter among the server processes that share it.
 */
export class NetworkLimiter {
  readonly #narrow: FixedWindowLimiter;
  readonly #wide: FixedWindowLimiter;

  constructor(limit: number, windowMilliseconds: number, topic = '', peers: Peers = alone) {
    this.#narrow = new FixedWindowLimiter(limit, windowMilliseconds, peers.channel(`${topic}, narrow`));
    this.#wide = new FixedWindowLimiter(limit * WIDE_FACTOR, windowMilliseconds, peers.channel(`${topic}, wide`));
  }

  /** Seconds until the next attempt is allowed; 0 if it is allowed now. */
  retryAfter(address: string, now: number): number {
    const narrow = this.#narrow.retryAfter(addressBlock(address), now);
    return isWide(address) ? Math.max(narrow, this.#wide.retryAfter(networkOf(address), now)) : narrow;
  }

  /** Counts an attempt if it is allowed; returns `retryAfter`, 0 if it was counted. */
  take(address: string, now: number): number {
    const wait = this.retryAfter(address, now);
    if (wait > 0) return wait;
    this.#narrow.count(addressBlock(address), now);
    if (isWide(address)) this.#wide.count(networkOf(address), now);
    return 0;
  }
}

const isWide = (address: string): boolean => isIPv6(plainAddress(address));
