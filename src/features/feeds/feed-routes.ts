import { LRUCache } from 'lru-cache';
import type { FairQueue } from '../../fair-queue.ts';
import type { AccountsGateway } from '../../http/accounts-gateway.ts';
import { readQuery } from '../../http/api/parameter.ts';
import { ApiError } from '../../http/errors.ts';
import { inTurn } from '../../http/in-turn.ts';
import { currentRelease, type RequestContext } from '../../http/request-context.ts';
import { respond } from '../../http/respond.ts';
import type { ServedRoute } from '../../http/served-route.ts';
import { feedText } from './feed-answer.ts';
import { type FeedForm, feedForms } from './feed-operation.ts';
import { readQuestion } from './feed-question.ts';

const HOUR_S = 3600;
/** Size limit of cached responses, UTF-16 code units: a calendar of 500 objects and two days has about two million. */
const MAX_KEPT_LENGTH = 16 * 2 ** 20;

interface FeedDeps {
  readonly gateway: AccountsGateway;
  readonly compute: FairQueue;
}

/**
 * Anyone with the address of a feed can read it, so it is not sent to other sites as a referrer, and search engines
 * must not index it.
 */
export const secretAddresses: NonNullable<ServedRoute['stack']>[number] = ({ env: { context } }, next) => {
  Object.assign(context.headers, { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' });
  return next();
};

/** The feeds of accounts: an address for each format. */
export function feedRoutes({ gateway, compute }: FeedDeps): ServedRoute[] {
  const kept = new LRUCache<string, { readonly text: string }>({
    maxSize: MAX_KEPT_LENGTH,
    sizeCalculation: ({ text }, key) => text.length + key.length,
  });

  /** The text of a feed, computed once per hour and release. */
  async function textOf(context: RequestContext, feedId: string, form: FeedForm): Promise<string> {
    const release = currentRelease(context);
    const feed = await gateway.accounts?.feed(feedId);
    if (!feed) throw new ApiError('auth_misconfigured', { headers: { 'Retry-After': '10' } });
    const hour = Math.floor(context.now / 1000 / HOUR_S);
    const key = [feedId, form, release.release.id, hour, context.base].join(' ');
    const known = kept.get(key);
    if (known) return known.text;
    const answered = { feedId, name: feed.name, question: readQuestion(feed.query) };
    return inTurn(compute, context, async () => {
      // Another request may have computed it meanwhile: it costs once.
      const text = kept.get(key)?.text ?? (await feedText(context, release, answered, form));
      kept.set(key, { text });
      return text;
    });
  }

  return (Object.keys(feedForms) as FeedForm[]).map((form) => ({
    method: 'get',
    name: `/feeds/{token}.${form}`,
    paths: [`/feeds/:file{[^/]+\\.${form}}`],
    access: 'keyed',
    kind: 'json',
    level: 'api',
    burst: true,
    feedToken: (request) => request.param('file')!.slice(0, -(form.length + 1)),
    handle: async ({ env: { context } }) => {
      readQuery(context.target.query, {});
      const feedId = context.admitted?.keyId ?? '';
      const body = await textOf(context, feedId, form);
      const release = currentRelease(context);
      const hour = Math.floor(context.now / 1000 / HOUR_S) * HOUR_S * 1000;
      const modified = Math.max(hour, release.modified);
      return respond(context, release, { type: feedForms[form], body, modified, privateMaxAge: HOUR_S });
    },
  }));
}
