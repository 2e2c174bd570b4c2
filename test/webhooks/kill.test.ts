import { describe, expect, test } from 'vitest';
import { has, named, startPostgres } from '../accounts/services.ts';
import { killSoak } from './kill-soak.ts';

/** `ORBWEAVER_WEBHOOK_KILLS=100 npx vitest run test/webhooks/kill.test.ts` kills as often. */
const kills = Number(process.env.ORBWEAVER_WEBHOOK_KILLS ?? 4);
const longest = 60_000 + kills * 5000;

async function expectNoneLost(databaseUrl: string | undefined, processes: number) {
  const { events, messages, releases, lost, misplaced, repeated, problems } = await killSoak({
    kills,
    databaseUrl,
    processes,
  });
  if (kills > 10) console.log({ kills, processes, releases, events, messages, repeated, lost, misplaced });
  expect({ lost, misplaced, problems }).toEqual({ lost: 0, misplaced: 0, problems: '' });
  expect(releases).toBeGreaterThan(kills);
  expect(messages).toBeGreaterThan(kills);
}

describe(`kill -9, ${kills} times, while releases are published`, () => {
  test('loses no event of a webhook, and keeps their order', () => expectNoneLost(undefined, 1), longest);

  test.skipIf(!has.postgres)(
    named('nor where two servers share PostgreSQL', 'postgres'),
    async () => {
      const postgres = await startPostgres();
      try {
        await expectNoneLost(postgres.url, 2);
      } finally {
        await postgres.stop();
      }
    },
    longest,
  );
});
