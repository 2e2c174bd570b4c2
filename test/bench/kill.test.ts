import { beforeAll, expect, test } from 'vitest';
import { killRun } from '../../bench/kill/kill.ts';
import { builtSite } from '../built-site.ts';

beforeAll(async () => {
  await builtSite();
}, 180_000);

// The long form, by hand: npm run bench -- kill
test('refreshes and servers that are killed under load: no answer fails or is mixed, and nothing is left', async () => {
  const outcome = await killRun({ kills: 5, rate: 40, light: true, print: () => {} });
  expect(outcome).toMatchObject({
    ...{ refreshes_killed: 3, servers_killed: 2 },
    ...{ failed: [], mixed: [], leftovers: [], deleted_held: 0 },
  });
  expect(outcome.requests).toBeGreaterThan(100);
  expect(outcome.releases_seen).toBeGreaterThan(1);
}, 180_000);
