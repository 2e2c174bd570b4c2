import { afterAll, beforeAll, expect, test } from 'vitest';
import { copySample, removeFolder } from '../../pipeline/sample-build.ts';
import { attackNames } from './attacks.ts';
import { mutatedRefreshes } from './mutated-refreshes.ts';
import { isSound, soak, soakLines } from './soak.ts';

/** By hand: `node bench/soak.ts`, 30 minutes, also over all data. */
const SECONDS = 35;
/** What the systemd unit leaves to the server beside two processes of SQL, MB. */
const MEMORY_MB = 800;

let home: string;
beforeAll(async () => {
  home = await copySample();
});
afterAll(() => removeFolder(home));

test('every request of an honest client succeeds while a server is attacked in every way at once', async () => {
  const result = await soak({
    home,
    seconds: SECONDS,
    attacks: attackNames,
    meanwhile: (ended) => mutatedRefreshes(home, ended),
  });
  const { honest, attackers, memory } = result;
  const lines = soakLines(result).join('\n');
  expect(
    honest.flatMap(({ kind, failed }) => failed.map((why) => `${kind}: ${why}`)),
    lines,
  ).toEqual([]);
  expect(isSound(result), lines).toBe(true);
  expect(Object.fromEntries(honest.map(({ kind, requests }) => [kind, requests > 0]))).toEqual({
    ...{ healthz: true, record: true, list: true, page: true, file: true, 'sign-in': true, webhook: true },
  });
  // Each attack reached the server.
  const outcomes = Object.keys(attackers).join('\n');
  const computed = ['above', 'passes', 'ephemeris', 'fov', 'identify', 'sightings'];
  for (const attack of [...computed, 'page /identify', 'gp.php', 'unread', 'sql', 'guess', 'webhook', 'connection'])
    expect(outcomes, lines).toMatch(new RegExp(`^${attack} `, 'm'));
  expect(memory.most, lines).toBeLessThan(MEMORY_MB);
}, 300_000);
