import { AccountProblem } from '../../accounts/database.ts';
import type { WebhookSettings } from '../../accounts/webhooks/webhook-store.ts';
import { webhookTypes } from '../../schema/webhook-type.ts';
import type { PeopleAccounts } from '../accounts-gateway.ts';
import { objectsOf } from '../api/webhooks/queue-changes.ts';
import { Refusal } from '../errors.ts';
import type { RequestContext } from '../request-context.ts';
import type { AccountAction, Field } from './account-action.ts';

const page = '/account/webhooks';
const settingNames = ['url', 'description', 'query', ...webhookTypes.map((type) => `type_${type}`)];

/** What a form says of a webhook. Throws AccountProblem. */
async function settingsOf(field: Field, { served }: RequestContext): Promise<WebhookSettings> {
  const query = field('query').trim().replace(/^\?/, '');
  if (!served) throw new AccountProblem('There is no catalog yet. Try again in a minute.');
  await objectsOf(served.catalog, query).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    const { parameter } = JSON.parse(error.body()) as { parameter?: string };
    throw new AccountProblem(`These filters cannot be used, see “${parameter}”: ${error.message}`);
  });
  return {
    url: field('url').trim(),
    description: field('description').trim().slice(0, 200),
    types: webhookTypes.filter((type) => field(`type_${type}`) === 'on'),
    query,
  };
}

/** A change of one webhook, which its form names. */
const changing =
  (
    work: (webhooks: PeopleAccounts['webhooks'], accountId: string, id: string) => Promise<unknown>,
  ): AccountAction['run'] =>
  ({ own, webhooks }, visitor, field) =>
    own.change(visitor, async (accountId) => {
      const found = await work(webhooks, accountId, field('webhook_id'));
      if (found === null || found === false) throw new AccountProblem('This account has no such webhook.');
      return null;
    });

/** The forms of the page of webhooks. */
export const webhookActions: Readonly<Record<string, AccountAction>> = {
  [page]: {
    page,
    run: ({ own, webhooks }, visitor, field, context) =>
      own.change(visitor, async (accountId) => {
        const settings = await settingsOf(field, context);
        const { release, modified } = context.served!;
        return webhooks.create(accountId, settings, { id: release.id, at: modified });
      }),
    to: page,
    refill: settingNames,
  },
  [`${page}/update`]: {
    page,
    run: (accounts, visitor, field, context) =>
      changing(async (webhooks, accountId, id) => webhooks.update(accountId, id, await settingsOf(field, context)))(
        accounts,
        visitor,
        field,
        context,
      ),
    to: page,
    notice: 'webhook_changed',
  },
  [`${page}/test`]: {
    page,
    run: changing((webhooks, accountId, id) => webhooks.test(accountId, id)),
    to: page,
    notice: 'webhook_tested',
  },
  [`${page}/rotate`]: {
    page,
    run: ({ own, webhooks }, visitor, field) =>
      own.change(visitor, async (accountId) => {
        const overlap = /^\d{1,2}$/.test(field('overlap')) ? Number(field('overlap')) : -1;
        const rotated = await webhooks.rotate(accountId, field('webhook_id'), overlap);
        if (!rotated) throw new AccountProblem('This account has no such webhook.');
        return rotated;
      }),
    to: page,
  },
  [`${page}/enable`]: {
    page,
    run: changing((webhooks, accountId, id) => webhooks.update(accountId, id, { enabled: true })),
    to: page,
    notice: 'webhook_enabled',
  },
  [`${page}/disable`]: {
    page,
    run: changing((webhooks, accountId, id) => webhooks.update(accountId, id, { enabled: false })),
    to: page,
    notice: 'webhook_disabled',
  },
  [`${page}/delete`]: {
    page,
    run: changing((webhooks, accountId, id) => webhooks.delete(accountId, id)),
    to: page,
    notice: 'webhook_deleted',
  },
};
