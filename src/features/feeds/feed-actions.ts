import { AccountProblem } from '../../accounts/database.ts';
import type { AccountAction, ActionContext, Field } from '../../http/account/account-action.ts';
import { ApiError } from '../../http/errors.ts';
import { checkQuestion, feedParameters, readQuestion } from './feed-question.ts';

const page = '/account/feeds';
const names = Object.keys(feedParameters);

/** The fields of the form as a query string. Throws AccountProblem if a parameter is invalid or selects too many objects. */
async function queryOf(field: Field, { served, now }: ActionContext): Promise<string> {
  if (!served) throw new AccountProblem('There is no catalog yet. Try again in a minute.');
  const filled = names.map((name) => [name, field(name).trim()] as const).filter(([, value]) => value !== '');
  const query = new URLSearchParams(filled.map(([name, value]) => [name, value === 'on' ? 'true' : value])).toString();
  try {
    await checkQuestion(served.catalog, readQuestion(query), now);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { parameter, allowed } = error.body as { parameter?: string; allowed?: readonly string[] };
    const some = allowed && allowed.length > 0 && allowed.length <= 20 ? ` It may be: ${allowed.join(', ')}.` : '';
    throw new AccountProblem(`${error.message}${parameter ? ` See “${parameter}”.` : ''}${some}`);
  }
  return query;
}

/** The forms of the page of feeds. */
export const feedActions: Readonly<Record<string, AccountAction>> = {
  [page]: {
    page,
    run: ({ own }, visitor, field, context) =>
      own.createFeed(visitor, field('name').trim(), () => queryOf(field, context)),
    to: page,
    refill: ['name', ...names],
  },
  [`${page}/revoke`]: {
    page,
    run: ({ own }, visitor, field) => own.revokeFeed(visitor, field('feed_id')),
    to: page,
    notice: 'feed_revoked',
  },
};
