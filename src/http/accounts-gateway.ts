import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { type Accounts, type AccountsOptions, openAccounts } from '../accounts/accounts.ts';
import { clientAddress } from '../accounts/limits/address.ts';
import type { Admission, AuthRequest } from '../accounts/limits/admission.ts';
import type { Config } from '../config.ts';

/** The part of the accounts that owners see and change. */
export type PeopleAccounts = Pick<
  Accounts,
  'people' | 'own' | 'factors' | 'webhooks' | 'digests' | 'feed' | 'outbox' | 'ready' | 'paused'
>;

/** The part of the accounts that the server uses for each API request. */
export interface AccountsGateway {
  admit(request: AuthRequest): Admission | Promise<Admission>;
  /** The client's IP address: that of the socket, or the one reported by a trusted proxy. */
  addressOf(forwardedFor: string | undefined, socketAddress: string): string;
  /** The accounts, for their owners' pages; absent if this server has none. */
  readonly accounts?: PeopleAccounts;
}

/** A header that was sent once or several times, as one text. */
export const joined = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header;

/** The IP address of the client of a request. */
export const requestAddress = (
  gateway: Pick<AccountsGateway, 'addressOf'>,
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
): string => gateway.addressOf(joined(headers['x-forwarded-for']), socket.remoteAddress ?? '');

/** Opens the accounts for a server. If their database can't be opened, keyed routes answer 503 until it can. */
export async function openGateway(
  config: Config,
  deps: Pick<AccountsOptions, 'now' | 'peers'> & { readonly log: Logger },
): Promise<AccountsGateway & { close(): Promise<void> }> {
  const accounts = await openAccounts({ ...config, ...deps });
  return {
    admit: (ask) => accounts.admit(ask),
    addressOf: clientAddress(config.trustProxy),
    accounts,
    close: () => accounts.close(),
  };
}
