import { retentionDays } from '../../src/accounts/prune.ts';
import { MAX_CHANGE_BYTES } from '../../src/features/history/http/changes.ts';
import { KEPT_MILLISECONDS } from '../../src/features/webhooks/http/queue-changes.ts';
import { MAX_EVENTS, MAX_QUEUED_EVENTS } from '../../src/features/webhooks/http/webhook-events.ts';
import { webhookRoutes } from '../../src/features/webhooks/http/webhook-routes.ts';
import { ATTEMPT_MILLISECONDS } from '../../src/features/webhooks/post-webhook.ts';
import { FAILING_MILLISECONDS, retryDelays } from '../../src/features/webhooks/webhook-sender.ts';
import { longestSecretOverlapHours } from '../../src/features/webhooks/webhook-store.ts';
import { MAX_PENDING, testLimit } from '../../src/features/webhooks/webhooks.ts';
import { materialDifference } from '../../src/schema/approaches/approach-news.ts';
import { MAX_CHANGE_SETS } from '../../src/schema/changes/change-set.ts';
import { code, table } from '../markdown.ts';

const minute = 60_000;
const duration = (milliseconds: number) =>
  milliseconds < minute
    ? `${milliseconds / 1000} s`
    : milliseconds < 60 * minute
      ? `${milliseconds / minute} min`
      : `${milliseconds / (60 * minute)} h`;

/** The tables of the docs page on webhooks, from the code. */
export const webhookTables = {
  'webhook-routes': () =>
    table(
      ['Request', 'What it does'],
      webhookRoutes.map(({ method, path, summary }) => [code(`${method.toUpperCase()} ${path}`), summary]),
    ),
  'material-differences': () =>
    table(
      ['Figure', 'Differs materially if it changed by'],
      [
        [
          'Distance',
          `a factor of ${materialDifference.rangeFactor} or more, and ${materialDifference.range_km * 1000} m or more`,
        ],
        [code('max_probability'), `more than a factor of ${materialDifference.probabilityFactor}`],
        ['Time', `${materialDifference.seconds} s or more`],
        [code('kind'), 'anything'],
      ],
    ),
  'webhook-limits': () =>
    table(
      ['What', 'Limit'],
      [
        ['Time until the status of a response', duration(ATTEMPT_MILLISECONDS)],
        [
          'Waits after a failed attempt',
          `${retryDelays.map(duration).join(', ')}, then every ${duration(retryDelays.at(-1)!)}`,
        ],
        ['Failures until a webhook is disabled', `${FAILING_MILLISECONDS / (24 * 60 * minute)} days`],
        ['Events of one message', MAX_EVENTS],
        [
          'Events of one webhook in one release or search',
          `${MAX_QUEUED_EVENTS.toLocaleString('en')}; ${code('omitted')} of the last message counts those beyond`,
        ],
        [
          'Change sets read for one release',
          `${MAX_CHANGE_BYTES / 2 ** 20} MB, and the last ${MAX_CHANGE_SETS} releases; ${code('omitted')} counts the changes in larger ones`,
        ],
        [
          'Pending messages of one webhook',
          `${MAX_PENDING.toLocaleString('en')}; events of later releases are queued when there is room`,
        ],
        ['Events that a webhook has missed while it was disabled', `${KEPT_MILLISECONDS / (24 * 60 * minute)} days`],
        ['Tests of one account', `${testLimit.count} an hour`],
        ['Overlap of a rotated secret', `0 to ${longestSecretOverlapHours} h`],
        ['Delivered messages in the log', `${retentionDays.deliveries} days`],
      ],
    ),
} as const;
