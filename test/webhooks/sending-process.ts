import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAccounts } from '../../src/accounts/accounts.ts';
import { WebhookQueue } from '../../src/features/webhooks/http/queue-changes.ts';
import type { OpenedRelease } from '../../src/http/opened-release.ts';
import { eventsOfRelease, timeOfRelease } from './soak-events.ts';

/** The webhooks of a server, in a process that can be killed: queues and sends the events of each new release. */
const { home, databaseUrl, lease } = JSON.parse(process.argv[2]!) as {
  home: string;
  databaseUrl?: string;
  lease: number;
};

const accounts = await openAccounts({
  home,
  databaseUrl,
  smtpUrl: undefined,
  publicUrl: undefined,
  secret: 'a secret of the tests, longer than 32 characters',
  anonymousDailyQuota: 0,
  anonymousAccess: 'public',
  webhookNetworks: ['127.0.0.1'],
  webhookLeaseMilliseconds: lease,
  now: Date.now,
  log: { info() {}, warn: console.error, error: console.error },
});

/** A numbered release, with only the fields that the queue reads. */
const release = (number: number) =>
  ({
    release: { id: `release ${number}`, manifest: { previous: `release ${number - 1}` } },
    modified: timeOfRelease(number),
    catalog: {
      async queryEvents({ since }: { since: string }) {
        const texts: string[] = [];
        for (let earlier = number; timeOfRelease(earlier) >= Date.parse(since); earlier--)
          texts.push(...eventsOfRelease(earlier).map((event) => JSON.stringify(event)));
        return { total: texts.length, texts };
      },
    },
  }) as unknown as OpenedRelease;

let current = Number(readFileSync(join(home, 'released'), 'utf8'));
const queue = new WebhookQueue({
  webhooks: accounts.webhooks,
  current: () => ({ value: release(current), end() {} }),
  earlier: async () => null,
  approaches: { all: async () => [] },
  now: Date.now,
  warn: console.error,
});
queue.start();
console.log('ready');
setInterval(() => {
  const published = Number(readFileSync(join(home, 'released'), 'utf8'));
  if (published > current) {
    current = published;
    void queue.queueNew();
  }
  void accounts.webhooks.send();
}, 10);
