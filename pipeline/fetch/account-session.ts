import type { Source } from '../sources/source.ts';
import type { Budget } from './daily-budget.ts';
import type { FetchSession } from './download.ts';
import { FetchFailure, readRetryAfter } from './failure.ts';
import type { RequestInit, Response } from './fetch-deps.ts';
import { pieces } from './request.ts';

/** The operator's account at a publisher. */
export interface Account {
  readonly identity: string;
  readonly password: string;
}

/** Maximum number of characters of a sign-in response that are read and searched for a refusal. */
const MAX_ANSWER = 4096;

/** A session of an account, from its sign-in to its sign-out, with the cookie for every request in between. */
export class AccountSession {
  readonly cookie: string;
  readonly #close: () => Promise<void>;

  private constructor(cookie: string, close: () => Promise<void>) {
    this.cookie = cookie;
    this.#close = close;
  }

  /** Signs in. Throws FetchFailure, whose message has neither the identity nor the password. */
  static async open(session: FetchSession, source: Source, account: Account, budget: Budget): Promise<AccountSession> {
    const { signIn, signOut } = source.account!;
    const base = session.baseOf(source).replace(/\/+$/, '');
    const { host } = new URL(base);
    const answer = await ask(session, source, budget, `${base}${signIn}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ identity: account.identity, password: account.password }).toString(),
    });
    const { response, text } = answer;
    const refused = (why: string) =>
      new FetchFailure(`${host} ${why}`, {
        status: response.status,
        retryAfter: readRetryAfter(response.headers.get('retry-after'), session.deps.now()),
      });
    if (response.status !== 200) throw refused(`answered ${response.status} to the sign-in`);
    if (/"Login"\s*:\s*"Failed"/i.test(text)) throw refused('refused the identity or the password');
    const cookie = response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0]!.trim())
      .filter((one) => /^[\x21-\x3a\x3c-\x7e]+$/.test(one))
      .join('; ');
    if (cookie === '') throw refused('answered the sign-in without a cookie');
    return new AccountSession(cookie, async () => {
      await ask(session, source, budget, `${base}${signOut}`, { headers: { Cookie: cookie } });
    });
  }

  /** Signs out. A failure changes nothing: sessions end by themselves. */
  async close(): Promise<void> {
    try {
      await this.#close();
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
    }
  }
}

/** Sends one request of a session, counted and queued like any other, and reads its short response. */
function ask(
  { deps, queue, userAgent }: FetchSession,
  { fetchPolicy }: Source,
  budget: Budget,
  url: string,
  init: RequestInit & { readonly headers: Record<string, string> },
): Promise<{ response: Response; text: string }> {
  return queue.run(url, fetchPolicy.pause, async () => {
    await budget.request();
    const signal = AbortSignal.timeout(deps.timeout.response);
    const headers = { 'User-Agent': userAgent, ...init.headers };
    try {
      const response = await deps.fetch(url, { ...init, headers, redirect: 'manual', signal });
      budget.status(response.status);
      let text = '';
      const decoder = new TextDecoder();
      for await (const piece of pieces(deps, response)) {
        budget.bytes(piece.length);
        text += decoder.decode(piece, { stream: true });
        if (text.length >= MAX_ANSWER) break;
      }
      return { response, text: text.slice(0, MAX_ANSWER) };
    } catch (error) {
      if (error instanceof FetchFailure) throw error;
      throw new FetchFailure(`the connection to ${new URL(url).host} failed`, { passing: true });
    }
  });
}
