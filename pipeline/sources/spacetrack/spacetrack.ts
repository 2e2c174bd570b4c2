import { publisher } from '../../../src/schema/release/publishers.ts';
import type { Source } from '../source.ts';
import { gp } from './gp.ts';
import { decay, tip } from './reentry-messages.ts';

const terms = publisher('spacetrack');

/** Space-Track, by the account of the operator: one session a visit, and one query for each file. Its conjunction messages are never read. */
export const spacetrack: Source = {
  ...terms,
  downloads: [
    { file: 'gp.json', path: gp.path, schedule: terms.times.elements },
    { file: 'tip.json', path: tip.path, schedule: terms.times.elements },
    { file: 'decay.json', path: decay.path, schedule: terms.times.catalogEntries },
  ],
  account: { signIn: '/ajaxauth/login', signOut: '/ajaxauth/logout' },
  // At most 20 requests a minute, and 60 a day.
  fetchPolicy: {
    pause: 3000,
    interval: 1,
    retries: 0,
    retryStatuses: [],
    maxBytes: 128 * 2 ** 20,
    contact: false,
    budget: { requests: 60, megabytes: 400, notFound: 5 },
  },
  files: [gp, tip, decay],
};
