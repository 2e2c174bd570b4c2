import type { SignInStep } from '../../accounts/auth/authentication.ts';
import type { ErrorCode, Result } from '../../accounts/auth/result.ts';
import type { NewRecoveryCodes } from '../../accounts/auth/second-factors.ts';
import type { Visitor } from '../../accounts/auth/visitor.ts';
import type { NewFeed } from '../../accounts/feeds/feed-store.ts';
import type { NewKey } from '../../accounts/keys/key-store.ts';
import type { NewWebhook } from '../../features/webhooks/webhooks.ts';
import type { PeopleAccounts } from '../accounts-gateway.ts';
import type { RequestContext } from '../request-context.ts';
import type { Notice } from './account-notice.ts';

/** A field of the submitted form; empty if it is missing. */
export type Field = (name: string) => string;

/** Hours of an overlap, as a form has them; -1, which no action takes, for anything else. */
export const overlapOf = (field: Field): number => (/^\d{1,2}$/.test(field('overlap')) ? Number(field('overlap')) : -1);

/** A value that a page shows once, right after it was created. */
export type ShownOnce = NewKey | NewFeed | NewWebhook | NewRecoveryCodes | SignInStep;

/** The parts of a request that an action may use besides its visitor and its form. */
export type ActionContext = Pick<RequestContext, 'served' | 'now'>;

/** The action of a form, and the page that follows. */
export interface AccountAction {
  /** The page with the form, shown again after an error. */
  readonly page: string;
  /** The page that shows the value, if it differs from `page`. */
  readonly shownOn?: string;
  /**
   * Runs the action. The value is a new key or secret, shown once. It may run in another process of this port than the
   * one that received the request, so the result must be plain data.
   */
  run(
    accounts: PeopleAccounts,
    visitor: Visitor,
    field: Field,
    context: ActionContext,
  ): Promise<Result<ShownOnce | null>>;
  /** The page to redirect to afterwards. */
  readonly to: string;
  readonly notice?: Notice;
  /** Whether the form may name another account page as the next one. */
  readonly followsNext?: true;
  /** Fields to fill in again. Never passwords. */
  readonly refill?: readonly string[];
  /** The field of each error. */
  readonly fieldOf?: Readonly<Partial<Record<ErrorCode, string>>>;
  /** Custom messages for errors. */
  readonly messages?: Readonly<Partial<Record<ErrorCode, string>>>;
}

/** The visitor after a response with these `Set-Cookie` headers. */
export function withCookies(visitor: Visitor, cookies: readonly string[]): Visitor {
  const set = cookies.map((cookie) => cookie.slice(0, cookie.indexOf(';')));
  const names = new Set(set.map(nameOfPair));
  const kept = (visitor.headers.cookie ?? '').split(';').filter((pair) => pair !== '' && !names.has(nameOfPair(pair)));
  return { ...visitor, headers: { ...visitor.headers, cookie: [...kept, ...set].join('; ') } };
}

const nameOfPair = (pair: string): string => pair.slice(0, pair.indexOf('=')).trim();
