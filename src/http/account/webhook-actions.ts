import { AccountProblem } from '../../accounts/database.ts';
import { objectsOf } from '../../features/webhooks/http/webhook-filter.ts';
import type { WebhookSettings } from '../../features/webhooks/webhook-store.ts';
import { webhookTypes } from '../../schema/changes/event-words.ts';
import type { PeopleAccounts } from '../accounts-gateway.ts';
import { ApiError } from '../errors.ts';
import { type AccountAction, type ActionContext, type Field, overlapOf } from './account-action.ts';
import type { Notice } from './account-notice.ts';

const page = '/account/webhooks';
const settingNames = ['url', 'description', 'query', ...webhookTypes.map((type) => `type_${type}`)];

/** The settings of a webhook in a form. Throws AccountProblem. */
async function settingsOf(field: Field, { served }: ActionContext): Promise<WebhookSettings> {
  const query = field('query').trim().replace(/^\?/, '');
  if (!served) throw new AccountProblem('There is no catalog yet. Try again in a minute.');
  await objectsOf(served.catalog, query).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    throw new AccountProblem(`These filters cannot be used, see “${error.body.parameter}”: ${error.message}`);
  });
  return {
    url: field('url').trim(),
    description: field('description').trim().slice(0, 200),
    types: webhookTypes.filter((type) => field(`type_${type}`) === 'on'),
    query,
  };
}

const noWebhook = () => new AccountProblem('This account has no such webhook.');

/** A form about one webhook, which it names. */
const onWebhook = (
  notice: Notice,
  change: (
    webhooks: PeopleAccounts['webhooks'],
    accountId: string,
    id: string,
    field: Field,
    context: ActionContext,
  ) => Promise<unknown>,
): AccountAction => ({
  page,
  run: ({ own, webhooks }, visitor, field, context) =>
    own.change(visitor, async (accountId) => {
      if (!(await change(webhooks, accountId, field('webhook_id'), field, context))) throw noWebhook();
      return null;
    }),
  to: page,
  notice,
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
  [`${page}/update`]: onWebhook('webhook_changed', async (webhooks, accountId, id, field, context) =>
    webhooks.update(accountId, id, await settingsOf(field, context)),
  ),
  [`${page}/test`]: onWebhook('webhook_tested', (webhooks, accountId, id) => webhooks.test(accountId, id)),
  [`${page}/rotate`]: {
    page,
    run: ({ own, webhooks }, visitor, field) =>
      own.change(visitor, async (accountId) => {
        const rotated = await webhooks.rotate(accountId, field('webhook_id'), overlapOf(field));
        if (!rotated) throw noWebhook();
        return rotated;
      }),
    to: page,
  },
  [`${page}/enable`]: onWebhook('webhook_enabled', (webhooks, accountId, id) =>
    webhooks.update(accountId, id, { enabled: true }),
  ),
  [`${page}/disable`]: onWebhook('webhook_disabled', (webhooks, accountId, id) =>
    webhooks.update(accountId, id, { enabled: false }),
  ),
  [`${page}/delete`]: onWebhook('webhook_deleted', (webhooks, accountId, id) => webhooks.delete(accountId, id)),
};
