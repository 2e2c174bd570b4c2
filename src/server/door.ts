import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { type AccountsOptions, openAccounts } from '../accounts/accounts.ts';
import { clientAddress } from '../accounts/limits/address.ts';
import type { Admission, AuthRequest } from '../accounts/limits/admission.ts';
import type { Config } from '../config.ts';
import type { PeopleAccounts } from './account-actions.ts';

/** What the server asks of the accounts for each request to the API. */
export interface Door {
  admit(request: AuthRequest): Admission | Promise<Admission>;
  /** Where a request comes from: the address of its socket, or what a trusted proxy says. */
  addressOf(forwardedFor: string | undefined, socketAddress: string): string;
  /** The accounts, for their owners' pages; where there are none, the pages say so. */
  readonly accounts?: PeopleAccounts;
}

/** Asks the door about a request. */
export function admitter(door: Door) {
  return ({ headers, socket }: IncomingMessage, access: AuthRequest['access']): Admission | Promise<Admission> =>
    door.admit({
      authorization: headers.authorization,
      apiKey: one(headers['x-api-key']),
      address: door.addressOf(one(headers['x-forwarded-for']), socket.remoteAddress ?? ''),
      access,
      sameOrigin: headers['sec-fetch-site'] === 'same-origin',
    });
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(', ') : header);

/** Opens the accounts as the door of a server. Where their database can't be opened, keyed routes answer 503 until it can. */
export async function openDoor(
  config: Config,
  { now, log }: { now: AccountsOptions['now']; log: Logger },
): Promise<Door & { close(): Promise<void> }> {
  const accounts = await openAccounts({ ...config, now, log });
  return {
    admit: (ask) => accounts.admit(ask),
    addressOf: clientAddress(config.trustProxy),
    accounts,
    close: () => accounts.close(),
  };
}
