import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '../../accounts/audit-log.ts';
import type { AccountRecord } from '../../accounts/auth/account-store.ts';
import { shortestPassword } from '../../accounts/auth/password-rule.ts';
import { done, type ErrorCode, type Result } from '../../accounts/auth/result.ts';
import type { ShownFactors, ShownStep } from '../../accounts/auth/second-factors.ts';
import type { SessionRecord } from '../../accounts/auth/session-store.ts';
import type { Visitor } from '../../accounts/auth/visitor.ts';
import type { ShownDigest } from '../../accounts/digest/digests.ts';
import type { FeedRecord, NewFeed } from '../../accounts/feeds/feed-store.ts';
import { type KeyRecord, longestOverlapHours, type NewKey } from '../../accounts/keys/key-store.ts';
import { type Limits, tiers } from '../../accounts/keys/tier.ts';
import type { DayUse, RouteUse } from '../../accounts/limits/usage.ts';
import type { DeliveryRecord } from '../../accounts/webhooks/delivery-queue.ts';
import type { WebhookRecord } from '../../accounts/webhooks/webhook-store.ts';
import type { NewWebhook } from '../../accounts/webhooks/webhooks.ts';
import type { PeopleAccounts } from '../accounts-gateway.ts';

/** The problem with a submitted form. */
export interface AccountProblem {
  /** The path that the form was sent to. */
  readonly form: string;
  /** The error code; `form` if the form could not be read. */
  readonly code: ErrorCode | 'form';
  /** A sentence for the person. */
  readonly error: string;
  /** The field that it is about; null for the whole form. */
  readonly field: string | null;
}

/** The result of a submitted form, for the page that has it. */
export interface FormResult {
  readonly status: number;
  readonly problem: AccountProblem | null;
  /** The submitted values, without passwords. */
  readonly values: Readonly<Record<string, string>>;
  /** A new key: only this page shows it. */
  readonly newKey: NewKey | null;
  /** A new feed: only this page shows its address. */
  readonly newFeed: NewFeed | null;
  /** New recovery codes: only this page shows them. */
  readonly newCodes: readonly string[] | null;
  /** A webhook with its new secret: only this page shows it. */
  readonly newWebhook: NewWebhook | null;
}

/** A webhook with its last messages. */
export interface ShownWebhook extends WebhookRecord {
  readonly deliveries: readonly DeliveryRecord[];
}

/** Messages of a webhook that its page shows. */
const SHOWN_DELIVERIES = 10;

/** Everything that a page below `/account` is given, as `Astro.locals.account`. */
export interface AccountData extends FormResult {
  /** The page's path, such as `/account/keys`. */
  readonly page: string;
  /** A sentence about the action just completed; null if there was none. */
  readonly notice: string | null;
  /** The parameters of the address. They are kept out of the address that Astro is given, and so out of logs. */
  readonly query: URLSearchParams;
  /** The outbox, with its folder if the visitor is on this machine. Null if emails are sent. */
  readonly outbox: { readonly folder: string | null } | null;
  readonly shortestPassword: number;
  readonly longestOverlapHours: number;
  readonly freeLimits: Limits;
  /** Identifies one form on one page: if it is sent twice, it is processed once. */
  readonly formId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The account of the signed-in visitor; null if signed out. Always set on pages of an account. */
  readonly record: AccountRecord | null;
  /** Newest first, on the page of keys; those that work, on the page that resets the password. */
  readonly keys: readonly KeyRecord[];
  /** Oldest first, on the pages of feeds and on the page that resets the password. */
  readonly feeds: readonly FeedRecord[];
  /** The last 30 days, today the last, on the page of usage. */
  readonly usage: readonly DayUse[];
  /** Responses by key, route and status in the same days, the most first, on the page of usage. */
  readonly routes: readonly RouteUse[];
  /** Newest first, on the page of sessions. */
  readonly sessions: readonly SessionRecord[];
  /** The account's security log, newest first, on the page of sessions. */
  readonly activity: readonly AuditEntry[];
  /** On the page of second factors. */
  readonly factors: ShownFactors | null;
  /** On the page of the second step of a sign-in; null if it has expired. */
  readonly step: ShownStep | null;
  /** On the page of the email digest. */
  readonly digest: ShownDigest | null;
  /** Oldest first, on the page of webhooks. */
  readonly webhooks: readonly ShownWebhook[];
}

/** A part of an account that a page shows. */
type Part = 'factors' | 'keys' | 'feeds' | 'usage' | 'routes' | 'sessions' | 'activity' | 'webhooks' | 'digest';
type Read<P extends Part> = (accounts: PeopleAccounts, visitor: Visitor) => Promise<Result<AccountData[P]>>;

const readers: { readonly [P in Part]: Read<P> } = {
  keys: ({ own }, visitor) => own.keys(visitor),
  feeds: ({ own }, visitor) => own.feeds(visitor),
  usage: ({ own }, visitor) => own.usage(visitor),
  routes: ({ own }, visitor) => own.usageByRoute(visitor),
  sessions: ({ own }, visitor) => own.sessions(visitor),
  activity: ({ own }, visitor) => own.activity(visitor),
  digest: ({ own, digests }, visitor) => own.read(visitor, (accountId) => digests.shown(accountId)),
  factors: ({ factors }, visitor) => factors.shown(visitor),
  webhooks: ({ own, webhooks }, visitor) =>
    own.read(visitor, async (accountId) => {
      const page = { limit: SHOWN_DELIVERIES, offset: 0 };
      const shown: ShownWebhook[] = [];
      for (const webhook of await webhooks.list(accountId)) {
        const log = await webhooks.deliveries(accountId, webhook.webhook_id, page);
        shown.push({ ...webhook, deliveries: log?.deliveries ?? [] });
      }
      return shown;
    }),
};

interface AccountPage {
  readonly for: 'all' | 'owner' | 'stranger';
  /** The parts of the signed-in visitor's account that it shows. */
  readonly shows?: readonly Part[];
}

/** Every page and its audience: everyone, signed-in visitors, or others. A test compares it with the page files. */
export const accountPages: Readonly<Record<string, AccountPage>> = {
  '/account': { for: 'all', shows: ['usage'] },
  '/account/sign-up': { for: 'stranger' },
  '/account/check-email': { for: 'all' },
  '/account/confirm': { for: 'all' },
  '/account/sign-in': { for: 'stranger' },
  '/account/forgot': { for: 'all' },
  '/account/reset': { for: 'all' },
  '/account/keys': { for: 'owner', shows: ['keys'] },
  '/account/feeds': { for: 'owner', shows: ['feeds'] },
  '/account/webhooks': { for: 'owner', shows: ['webhooks'] },
  '/account/digest': { for: 'owner', shows: ['digest'] },
  '/account/unsubscribe': { for: 'all' },
  '/account/usage': { for: 'owner', shows: ['usage', 'routes', 'keys'] },
  '/account/sessions': { for: 'owner', shows: ['sessions', 'activity'] },
  '/account/second-factor': { for: 'owner', shows: ['factors'] },
  '/account/second-step': { for: 'all' },
  '/account/settings': { for: 'owner' },
  '/account/unavailable': { for: 'all' },
};

/** Reads the parts of the visitor's account that a page shows. */
export async function readParts(
  { shows = [] }: AccountPage,
  accounts: PeopleAccounts,
  visitor: Visitor,
): Promise<Result<Partial<Pick<AccountData, Part>>>> {
  const read: Partial<Record<Part, unknown>> = {};
  for (const part of shows) {
    const outcome = await readers[part](accounts, visitor);
    if (!outcome.done) return outcome;
    read[part] = outcome.value;
  }
  return done(read as Partial<Pick<AccountData, Part>>);
}

/** Data that every page gets. */
export function frameOf(
  page: string,
  { query, outbox, now, local }: { query: string; outbox: string | null; now: number; local: boolean },
): AccountData {
  return {
    page,
    query: new URLSearchParams(query),
    outbox: outbox === null ? null : { folder: local ? outbox : null },
    shortestPassword,
    longestOverlapHours,
    freeLimits: tiers.free,
    formId: randomUUID(),
    now,
    status: 200,
    problem: null,
    values: {},
    newKey: null,
    newFeed: null,
    newWebhook: null,
    newCodes: null,
    factors: null,
    step: null,
    notice: null,
    record: null,
    keys: [],
    feeds: [],
    usage: [],
    routes: [],
    sessions: [],
    activity: [],
    webhooks: [],
    digest: null,
  };
}
