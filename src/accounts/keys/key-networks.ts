import type { SecurityLog } from '../audit-log.ts';
import { type Database, sql } from '../database.ts';
import type { KnownKey } from './key-cache.ts';

/**
 * Maximum number of networks stored per key: a key used from more than these runs in a cloud, and new networks of it
 * mean nothing.
 */
export const MAX_NETWORKS = 50;

interface Seen {
  readonly keyId: string;
  readonly accountId: string;
  readonly network: string;
  readonly at: number;
  /** The first network is not reported: the key was just created. */
  readonly first: boolean;
}

/** The networks that keys are used from, written in the background. A new one is added to the account's log. */
export class KeyNetworks {
  readonly #log: SecurityLog;
  #waiting: Seen[] = [];

  constructor(log: SecurityLog) {
    this.#log = log;
  }

  /** A key was used from a network that is not in `key.networks`. */
  add(key: KnownKey, network: string, at: number): void {
    const { networks, accountId, subject } = key;
    if (networks.size >= MAX_NETWORKS || !subject.key) return;
    this.#waiting.push({ keyId: subject.key.id, accountId, network, at, first: networks.size === 0 });
    networks.add(network);
  }

  /** Writes the networks seen since the last flush. If writing fails, they are kept for the next one. */
  async flush(database: Database): Promise<void> {
    for (let seen = this.#waiting[0]; seen; seen = this.#waiting[0]) {
      const { keyId, accountId, network, at, first } = seen;
      const [inserted] = await database.write([
        sql`insert into key_network (key_id, network, first_used_at) values (${keyId}, ${network}, ${at})
           on conflict (key_id, network) do nothing returning key_id`,
      ]);
      this.#waiting.shift();
      if (inserted!.length > 0 && !first)
        this.#log.add({ at, action: 'key used from a new network', account_id: accountId, network, key_id: keyId });
    }
  }
}
