import { beforeAll, expect, onTestFailed, test } from 'vitest';
import { builtSite } from '../built-site.ts';
import { killRun } from './kill.ts';

beforeAll(async () => {
  await builtSite();
}, 180_000);

test('killing refreshes and servers under load fails no request, mixes no releases, and leaves nothing behind', async () => {
  const began = performance.now();
  const steps: string[] = [];
  onTestFailed(() => console.error(steps.join('\n')));
  const say = (step: string) => void steps.push(`${((performance.now() - began) / 1000).toFixed(1)} s: ${step}`);
  const outcome = await killRun({ kills: 5, rate: 40, say });
  expect(outcome).toMatchObject({
    ...{ refreshes_killed: 3, servers_killed: 2 },
    ...{ failed: [], mixed: [], leftovers: [], replaced_held: 0, deleted_held: 0 },
  });
  expect(outcome.requests).toBeGreaterThan(100);
  expect(outcome.releases_seen).toBeGreaterThan(1);
}, 180_000);
