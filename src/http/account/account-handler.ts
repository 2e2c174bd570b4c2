import type { HttpBindings } from '@hono/node-server';
import type { Handler } from 'hono';
import { LRUCache } from 'lru-cache';
import type { SignInStep } from '../../accounts/auth/authentication.ts';
import { done, type ErrorCode, fail, type Result } from '../../accounts/auth/result.ts';
import { newSignUpCookie, signUpTokenOf } from '../../accounts/auth/session-cookie.ts';
import { isCrossSite, type Visitor } from '../../accounts/auth/visitor.ts';
import { unsubscribePath } from '../../accounts/digest/digests.ts';
import { LeaderLost, type Peers } from '../../peers.ts';
import type { Lease } from '../../release/follow.ts';
import { type AccountsGateway, requestAddress } from '../accounts-gateway.ts';
import { ApiError } from '../errors.ts';
import type { CurrentRelease } from '../opened-release.ts';
import type { PageDeps } from '../pages/page-data.ts';
import { type Site, sendPage } from '../pages/site.ts';
import type { HttpEnv, RequestContext } from '../request-context.ts';
import type { ServedRoute } from '../served-route.ts';
import { type AccountAction, type ShownOnce, withCookies } from './account-action.ts';
import { accountActions } from './account-actions.ts';
import {
  type AccountData,
  type AccountProblem,
  accountPages,
  type FormResult,
  frameOf,
  readParts,
} from './account-data.ts';
import { readForm } from './account-form.ts';
import { clearNotice, type Notice, noticeOf, setNotice } from './account-notice.ts';
import { answerSatellites, satellitesPath } from './own-satellites.ts';

const allow = 'GET, HEAD, OPTIONS';
/** `Retry-After` while accounts are unavailable, s. */
const RETRY_SECONDS = 30;
const unavailablePage = '/account/unavailable';
const resetPage = '/account/reset';
const stepPage = '/account/second-step';
const signUpPage = '/account/sign-up';
const keysPage = '/account/keys';
const exportPath = '/account/settings/export';
/** How long a repeated form gets the same response, ms: long enough for a double click, not for a reload. */
const REPEAT_MILLISECONDS = 5000;
/** Maximum length of a field that is filled in again after an error: as long as the filters of a webhook. */
const MAX_REFILLED = 8000;
/** Maximum number of stored responses. */
const MAX_RESPONSES = 1000;

/** The statuses of errors; 422 for the others. */
const statuses: Readonly<Partial<Record<ErrorCode, number>>> = {
  cross_site: 403,
  by_email: 403,
  too_many_tries: 429,
  busy: 503,
};

/** These pages are not cached, send no referrer to other sites, and are not indexed. */
const headers = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
  Vary: 'Cookie',
} as const;

interface AccountPagesDeps extends PageDeps {
  readonly site: Site;
  readonly gateway: AccountsGateway;
  readonly publicUrl: string | undefined;
  readonly current: () => Lease<CurrentRelease> | null;
  readonly peers: Peers;
}

/** One request to the account pages. */
interface AccountRequest extends AccountPagesDeps {
  readonly context: RequestContext;
  readonly bindings: HttpBindings;
  /** Its path without a trailing slash. */
  readonly path: string;
  readonly visitor: Visitor;
  readonly secure: boolean;
}

type Answer = (call: AccountRequest) => Response | Promise<Response>;

/**
 * The account's pages, and their forms. The response about a form allows no other site to send it. Astro only renders
 * pages, by path, so that it cannot log tokens of emails.
 */
export function accountRoutes(deps: AccountPagesDeps): ServedRoute[] {
  const run = formRunner(deps);
  const facts = { name: 'site', access: 'open', kind: 'page', burst: true, level: 'pages', corsHeaders: null } as const;
  const at = (path: string, method: 'get' | 'post', answer: Answer): ServedRoute => ({
    ...facts,
    method,
    paths: [path, `${path}/`],
    handle: answering(deps, answer),
  });
  const pages = ['/account', '/account/*'];
  return [
    at(satellitesPath, 'get', satellites),
    { ...at(satellitesPath, 'post', satellites), unlisted: true },
    at(exportPath, 'get', sendExport),
    { ...at(unsubscribePath, 'post', unsubscribeByLink), only: (context) => linkedToken(context) !== null },
    ...Object.entries(accountActions).flatMap(([path, action]) => [
      at(path, 'get', (call) => (accountPages[path] ? show(call, path) : redirect(call, action.page))),
      at(path, 'post', (call) => post(call, path, action, run)),
    ]),
    { ...facts, method: 'get', paths: pages, handle: answering(deps, (call) => show(call, call.path)) },
    { ...facts, method: 'post', paths: pages, unlisted: true, handle: answering(deps, refusePost) },
  ];
}

/** A handler of requests to the account pages. */
function answering(parts: AccountPagesDeps, answer: Answer): Handler<HttpEnv> {
  return async (c) => {
    const { context } = c.env;
    const { target, request, base } = context;
    const { headers: sent, socket } = request;
    const visitor: Visitor = {
      address: requestAddress(parts.gateway, request),
      localPort: socket.localPort,
      origin: new URL(base).origin,
      headers: {
        cookie: sent.cookie,
        origin: sent.origin,
        'sec-fetch-site': first(sent['sec-fetch-site']),
        'user-agent': sent['user-agent'],
      },
    };
    const secure = parts.publicUrl?.startsWith('https:') ?? false;
    Object.assign(context.headers, headers);
    const path = target.path.replace(/\/$/, '');
    return answer({ ...parts, context, bindings: c.env, path, visitor, secure });
  };
}

/** The token in the address that an email's header names, for a program that unsubscribes; null if it has none. */
const linkedToken = ({ target }: RequestContext): string | null => new URLSearchParams(target.query).get('token');

const satellites: Answer = ({ gateway, visitor, context, bindings }) =>
  answerSatellites(gateway.accounts, visitor, { ...context, request: bindings.incoming });

/** Answers a POST to a path that has no form. An unread body would block the connection, so it is closed. */
const refusePost: Answer = (call) => {
  call.context.headers.Connection = 'close';
  if (!accountPages[call.path]) return show(call, call.path);
  throw new ApiError('method_not_allowed', { headers: { Allow: allow, Connection: 'close' } });
};

const first = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

type FormOutcome = ReturnType<AccountAction['run']>;
type Repeats = LRUCache<string, FormOutcome>;

/** A submitted form, as plain data. */
interface SubmittedForm {
  readonly path: string;
  readonly visitor: Visitor;
  readonly fields: ReadonlyMap<string, string>;
  /** When it was sent, milliseconds since 1970. */
  readonly now: number;
}

/** `Retry-After` after the process that runs forms was lost, s: another one is starting. */
const LOST_RETRY_SECONDS = 5;
const lostSentence =
  'The server did not say whether this was done. Wait a few seconds, see whether it was, and if not, try again.';

/**
 * Runs forms in one of the processes of a port, because the limits of guesses and emails, and repeated forms, are
 * tracked only there.
 */
function formRunner({ gateway, current, peers }: AccountPagesDeps): (form: SubmittedForm) => FormOutcome {
  // Results contain new keys, so nothing is stored longer than necessary.
  const repeats: Repeats = new LRUCache({ max: MAX_RESPONSES, ttl: REPEAT_MILLISECONDS, ttlAutopurge: true });
  const run = peers.byLeader('forms', async ({ path, visitor, fields, now }: SubmittedForm): FormOutcome => {
    const { accounts } = gateway;
    // Another process has read the form, and its accounts may be ready before these.
    if (!accounts?.ready) return fail('unavailable');
    const field = (name: string) => fields.get(name) ?? '';
    const work = async () => {
      const lease = current();
      try {
        return await accountActions[path]!.run(accounts, visitor, field, { served: lease?.value ?? null, now });
      } finally {
        lease?.end();
      }
    };
    const id = field('form_id');
    return id === '' ? work() : once(repeats, `${visitor.headers.cookie}\n${path}\n${id}`, work);
  });
  return (form) =>
    run(form).catch((error: unknown) => {
      if (error instanceof LeaderLost) return fail('busy', lostSentence, LOST_RETRY_SECONDS);
      throw error;
    });
}

/**
 * Runs the work, or returns the result of the same form just before, because a key is shown once: a second click must
 * neither create another key nor hide the first. `id` includes the visitor's cookies, so it is private.
 */
function once(repeats: Repeats, id: string, work: () => FormOutcome) {
  const known = repeats.get(id);
  if (known) return known;
  const result = work();
  repeats.set(id, result);
  return result;
}

/** Processes a form: redirects to the next page, or shows the form again with the error. */
async function post(
  call: AccountRequest,
  path: string,
  action: AccountAction,
  run: (form: SubmittedForm) => FormOutcome,
): Promise<Response> {
  const { visitor, context } = call;
  const { headers: responseHeaders } = context;
  const { accounts } = call.gateway;
  const again = (status: number, problem: Omit<AccountProblem, 'form'>, values: FormResult['values'] = {}) =>
    show(call, action.page, { status, problem: { form: path, ...problem }, values });
  const form = await readForm(call.bindings.incoming);
  if (!form.fields) {
    // Unread bytes would be parsed as the next request.
    responseHeaders.Connection = 'close';
    return again(form.status, { code: 'form', error: form.error, field: null });
  }
  if (!accounts?.ready) return unavailable(call);
  const field = (name: string) => form.fields.get(name) ?? '';
  // Every function that changes something checks this as well, except the confirmation, which is not only sent by
  // forms.
  const outcome = isCrossSite(visitor)
    ? fail('cross_site')
    : await run({
        path,
        visitor,
        // If a field is repeated, its first value.
        fields: new Map([...form.fields].reverse()),
        now: context.now,
      });
  if (outcome.done) return finish(call, action, outcome, field('next'));
  const { code, error, retry_after } = outcome;
  if (code === 'unavailable') return unavailable(call);
  if (code === 'signed_out') return redirect(call, signInFor(action.page));
  if (retry_after !== null) responseHeaders['Retry-After'] = String(retry_after);
  const values = Object.fromEntries((action.refill ?? []).map((name) => [name, field(name).slice(0, MAX_REFILLED)]));
  return again(
    statuses[code] ?? 422,
    { code, error: action.messages?.[code] ?? error, field: action.fieldOf?.[code] ?? null },
    values,
  );
}

function finish(
  call: AccountRequest,
  action: AccountAction,
  { value, cookies }: Extract<Result<ShownOnce | null>, { done: true }>,
  next: string,
): Response | Promise<Response> {
  // Only this response contains the new key or secret: it is in no URL, cookie, or store that a redirect could read.
  if (value && 'step' in value) return show(call, stepPage, { values: { step: value.step, next } });
  if (value) {
    const after = { ...call, visitor: withCookies(call.visitor, cookies) };
    return show(after, action.shownOn ?? action.page, shownOnce(value), cookies);
  }
  const to = action.followsNext && isOwnPage(next) ? next : action.to;
  return redirect(call, to, { cookies, notice: action.notice ?? null });
}

const shownOnce = (value: Exclude<ShownOnce, SignInStep>): Partial<FormResult> =>
  'feed_token' in value
    ? { newFeed: value }
    : 'key' in value
      ? { newKey: value }
      : 'recovery_codes' in value
        ? { newCodes: value.recovery_codes }
        : { newWebhook: value };

/** Whether an address is that of a page of the account, with the parameters that fill its form. */
const isOwnPage = (address: string): boolean =>
  /^[!-~]+$/.test(address) && accountPages[address.split('?')[0]!]?.for === 'owner';

/** The sign-in page, which returns to a page of the account with the form values that its link has set. */
function signInFor(page: string, query = ''): string {
  if (accountPages[page]?.for !== 'owner') return '/account/sign-in';
  return `/account/sign-in?next=${query === '' ? page : encodeURIComponent(`${page}?${query}`)}`;
}

/** Redirects the browser to an account page. */
function redirect(
  { context, secure }: AccountRequest,
  to: string,
  { cookies = [], notice = null }: { cookies?: readonly string[]; notice?: Notice | null } = {},
): Response {
  const sent = new Headers({ ...context.headers, Location: to, 'Content-Length': '0' });
  for (const cookie of notice === null ? cookies : [...cookies, setNotice(notice, secure)])
    sent.append('Set-Cookie', cookie);
  return new Response(null, { status: 303, headers: sent });
}

/** Shows a page to its audience, and redirects others. */
async function show(
  call: AccountRequest,
  page: string,
  result?: Partial<FormResult>,
  cookies: readonly string[] = [],
): Promise<Response> {
  const { visitor, context, secure, gateway } = call;
  const known = accountPages[page];
  if (!known) return sendPage(context, '/404', call, undefined, call.bindings);
  if (!gateway.accounts?.ready) return unavailable(call);
  if (page === unavailablePage) return redirect(call, '/account');
  const owner = await gateway.accounts.own.account(visitor);
  if (!owner.done && owner.code === 'unavailable') return unavailable(call);
  if (!owner.done && known.for === 'owner') return redirect(call, signInFor(page, result ? '' : context.target.query));
  if (owner.done && known.for === 'stranger' && !result)
    return redirect(call, page === signUpPage ? keysPage : '/account');
  const shown = owner.done ? await readParts(known, gateway.accounts, visitor) : done({});
  if (!shown.done) return shown.code === 'signed_out' ? redirect(call, signInFor(page)) : unavailable(call);
  const notice = noticeOf(visitor.headers.cookie);
  if (notice !== null) context.headers['Set-Cookie'] = clearNotice(secure);
  const record = owner.done ? owner.value : null;
  const { query } = context.target;
  const { people } = gateway.accounts;
  const token = page === resetPage ? (result?.values?.token ?? new URLSearchParams(query).get('token') ?? '') : '';
  const [keys, feeds] = await Promise.all([people.keysOfReset(token), people.feedsOfReset(token)]);
  const step = page === stepPage ? await gateway.accounts.factors.stepOf(visitor, result?.values?.step ?? '') : null;
  const isNew = page === signUpPage && signUpTokenOf(visitor.headers.cookie, secure) === null;
  return send(call, { ...frame(call, page), keys, feeds, step, ...shown.value, ...result, notice, record }, [
    ...cookies,
    ...(isNew ? [newSignUpCookie(secure)] : []),
  ]);
}

/** Shows the page for unavailable accounts. */
function unavailable(call: AccountRequest): Promise<Response> {
  call.context.headers['Retry-After'] = String(RETRY_SECONDS);
  return send(call, { ...frame(call, unavailablePage), status: 503 });
}

const frame = ({ visitor, context, gateway }: AccountRequest, page: string): AccountData =>
  frameOf(page, {
    query: context.target.query,
    outbox: gateway.accounts?.outbox ?? null,
    now: context.now,
    local: isLocal(visitor, context),
  });

/**
 * Whether the visitor is on this machine. Behind an untrusted proxy on the same machine every visitor appears to be;
 * its header reveals that.
 */
function isLocal({ address }: Visitor, { request: { headers, socket } }: RequestContext): boolean {
  const trusted = headers['x-forwarded-for'] === undefined || address !== socket.remoteAddress?.replace('::ffff:', '');
  return trusted && /^127\.|^::1$/.test(address);
}

async function send(call: AccountRequest, data: AccountData, cookies: readonly string[] = []): Promise<Response> {
  const response = await sendPage(call.context, data.page, call, data, call.bindings);
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}

/**
 * Unsubscribes for a mail program (RFC 8058): it sends no cookies, follows no redirect, and its body says only that it is
 * such a request.
 */
async function unsubscribeByLink({ context, gateway }: AccountRequest): Promise<Response> {
  context.headers.Connection = 'close';
  const { accounts } = gateway;
  const token = linkedToken(context) ?? '';
  const respond = (status: number, text: string) =>
    new Response(text, { status, headers: { ...context.headers, 'Content-Type': 'text/plain; charset=utf-8' } });
  const outcome = accounts?.ready ? await accounts.digests.unsubscribe(token).catch(() => null) : null;
  if (outcome === null) {
    context.headers['Retry-After'] = String(RETRY_SECONDS);
    return respond(503, 'Accounts are unavailable at the moment. Try again in a minute.\n');
  }
  return outcome
    ? respond(200, 'You are unsubscribed: no more digests are sent.\n')
    : respond(404, 'This link belongs to no account of this server.\n');
}

/** Everything stored about the account, as a file. */
async function sendExport(call: AccountRequest): Promise<Response> {
  const { context, visitor, gateway } = call;
  const outcome = gateway.accounts?.ready ? await gateway.accounts.own.exported(visitor) : null;
  if (!outcome?.done)
    return outcome?.code === 'signed_out' ? redirect(call, signInFor('/account/settings')) : unavailable(call);
  const day = new Date(context.now).toISOString().slice(0, 10);
  return new Response(`${JSON.stringify(outcome.value, null, 2)}\n`, {
    headers: {
      ...context.headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="orbweaver-account-${day}.json"`,
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
