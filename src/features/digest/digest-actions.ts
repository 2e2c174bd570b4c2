import { done, fail } from '../../accounts/auth/result.ts';
import { AccountProblem } from '../../accounts/database.ts';
import type { Seen } from '../../accounts/digest/digest-store.ts';
import { unsubscribePath } from '../../accounts/digest/digests.ts';
import type { AccountAction, ActionContext, Field } from '../../http/account/account-action.ts';
import { type FollowedSubject, isFollowedKind, isWhole } from '../../schema/changes/followed.ts';
import { subjectName } from '../events/http/subject-events.ts';
import { seenIn } from './digest-content.ts';

const page = '/account/digest';

/** Without a release, everything that the first one has was seen. */
const seenBy = ({ served, now }: ActionContext): Seen => seenIn({ modified: served?.modified ?? now });

/** The subject that a form names. Throws AccountProblem. */
function subjectOf(field: Field): FollowedSubject {
  const [kind, subject] = [field('kind'), field('subject')];
  if (!isFollowedKind(kind)) throw new AccountProblem('This cannot be followed by email. Use Follow on a page.');
  return { kind, subject: isWhole(kind) ? '' : subject };
}

/** The subject with its name in the served release. Throws AccountProblem if the release does not have it. */
async function named(one: FollowedSubject, { served }: ActionContext): Promise<FollowedSubject & { name: string }> {
  const { kind, subject } = one;
  if (kind === 'reentries') return { ...one, name: 'reentries' };
  if (kind === 'conflicts') return { ...one, name: 'conflicts between sources' };
  if (!served) throw new AccountProblem('There is no catalog yet. Try again in a minute.');
  const name = await subjectName(served.catalog, served.release.folder, kind, subject);
  if (name === null) throw new AccountProblem(`The catalog has no page /${kind}/${subject.slice(0, 60)}.`);
  return { ...one, name };
}

/** The forms of the page of the email digest, and of its link to unsubscribe. */
export const digestActions: Readonly<Record<string, AccountAction>> = {
  [page]: {
    page,
    run: ({ own, digests }, visitor, field, context) =>
      own.change(visitor, async (accountId) => {
        const choice = { daily: field('daily') === 'on', weekly: field('weekly') === 'on' };
        await digests.choose(accountId, choice, seenBy(context));
        return null;
      }),
    to: page,
    notice: 'digest_chosen',
  },
  [`${page}/follow`]: {
    page,
    run: ({ own, digests }, visitor, field, context) =>
      own.change(visitor, async (accountId) => {
        await digests.follow(accountId, await named(subjectOf(field), context), seenBy(context));
        return null;
      }),
    to: page,
    notice: 'followed',
    refill: ['kind', 'subject'],
  },
  [`${page}/unfollow`]: {
    page,
    run: ({ own, digests }, visitor, field) =>
      own.change(visitor, async (accountId) => {
        await digests.unfollow(accountId, subjectOf(field));
        return null;
      }),
    to: page,
    notice: 'unfollowed',
  },
  [unsubscribePath]: {
    page: unsubscribePath,
    run: async ({ digests }, _visitor, field) =>
      (await digests.unsubscribe(field('token'))) ? done(null) : fail('bad_link', badLink),
    to: unsubscribePath,
    notice: 'unsubscribed',
  },
};

const badLink = 'This link belongs to no account of this server: it is incomplete, or the account was deleted.';
