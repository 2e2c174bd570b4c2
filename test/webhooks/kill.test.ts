import { describe, expect, test } from 'vitest';
import { has, named, startPostgres } from '../accounts/services.ts';
import { killSoak } from './kill-soak.ts';

/** `ORBWEAVER_WEBHOOK_KILLS=100 npx vitest run test/webhooks/kill.test.ts` kills 100 times. */
const kills = Number(process.env.ORBWEAVER_WEBHOOK_KILLS ?? 4);
const TIMEOUT_MILLISECONDS = 60_000 + kills * 5000;

async function expectNoLoss(databaseUrl: string | undefined, processes: number) {
  const { events, messages, releases, lost, misplaced, repeated, problems } = await killSoak({
    kills,
    databaseUrl,
    processes,
  });
  if (kills > 10) console.log({ kills, processes, releases, events, messages, repeated, lost, misplaced });
  expect({ lost, misplaced, problems }).toEqual({
    lost: 0,
    misplaced: 0,
    problems: '',
  });
  expect(releases).toBeGreaterThan(kills);
  expect(messages).toBeGreaterThan(kills);
}

describe(`kill -9, ${kills} times, while releases are published`, () => {
  test('loses no event of a webhook, and keeps their order', () => expectNoLoss(undefined, 1), TIMEOUT_MILLISECONDS);

  test.skipIf(!has.postgres)(
    named('loses no event if two servers share PostgreSQL, and keeps their order', 'postgres'),
    async () => {
      const postgres = await startPostgres();
      try {
        await expectNoLoss(postgres.url, 2);
      } finally {
        await postgres.stop();
      }
    },
    TIMEOUT_MILLISECONDS,
  );

  test.skipIf(!has.postgres)(
    named('of PostgreSQL, while messages are claimed and recorded, loses no event, and keeps their order', 'postgres'),
    async () => {
      const postgres = await startPostgres();
      const interrupt = async () => {
        await postgres.halt();
        await postgres.start();
      };
      try {
        const options = { kills, databaseUrl: postgres.url, processes: 2, interrupt };
        const { messages, releases, lost, misplaced, problems } = await killSoak(options);
        expect({ lost, misplaced }).toEqual({ lost: 0, misplaced: 0 });
        expect(releases).toBeGreaterThan(kills);
        expect(messages).toBeGreaterThan(kills);
        // It was noticed, and said so.
        expect(problems).toMatch(/webhooks could not be sent and will be retried|the accounts database is unavailable/);
      } finally {
        await postgres.stop();
      }
    },
    TIMEOUT_MILLISECONDS,
  );
});
