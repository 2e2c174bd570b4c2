import type { Logger } from 'pino';
import { type Accounts, type AccountsOptions, openAccounts } from '../accounts/accounts.ts';
import { clientAddress } from '../accounts/limits/address.ts';
import type { Admission, AuthRequest } from '../accounts/limits/admission.ts';
import type { Config } from '../config.ts';

/** The part of the accounts that owners see and change. */
export type PeopleAccounts = Pick<Accounts, 'people' | 'own' | 'factors' | 'webhooks' | 'feed' | 'outbox' | 'ready'>;

/** What the server needs of the accounts for each API request. */
export interface AccountsGateway {
  admit(request: AuthRequest): Admission | Promise<Admission>;
  /** Where a request comes from: the address of its socket, or what a trusted proxy says. */
  addressOf(forwardedFor: string | undefined, socketAddress: string): string;
  /** The accounts, for their owners' pages; where there are none, the pages say so. */
  readonly accounts?: PeopleAccounts;
}

/** A header that was sent once or several times, as one text. */
export const joined = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header;

/** Opens the accounts for a server. Where their database can't be opened, keyed routes answer 503 until it can. */
export async function openGateway(
  config: Config,
  { now, log }: { now: AccountsOptions['now']; log: Logger },
): Promise<AccountsGateway & { close(): Promise<void> }> {
  const accounts = await openAccounts({ ...config, now, log });
  return {
    admit: (ask) => accounts.admit(ask),
    addressOf: clientAddress(config.trustProxy),
    accounts,
    close: () => accounts.close(),
  };
}
