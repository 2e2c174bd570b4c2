import { afterAll, beforeAll, expect, test } from 'vitest';
import { copySample, removeFolder } from '../../pipeline/sample-build.ts';
import { type HonestFigures, soak, soakLines } from './soak.ts';

const SECONDS = 15;
/** The longest response times of 95 % of the honest requests while other clients load the expensive routes, ms. */
const bounds = { healthz: 50, record: 200 };
/**
 * On a busy machine, responses of a server wait for a processor whether or not it is attacked. A server beside it that is not attacked
 * shows how long: the bound is extended by this multiple of the time of 95 % of its responses.
 */
const BUSY = 3;

let home: string;
let beside: string;
beforeAll(async () => {
  [home, beside] = [await copySample(), await copySample()];
});
afterAll(() => Promise.all([home, beside].map(removeFolder)));

test('while expensive routes are under load, an honest client is answered in time, and every refusal says when to try again', async () => {
  const attacks = ['above', 'passes', 'field', 'gp'] as const;
  const result = await soak({ home, beside, seconds: SECONDS, attacks });
  const lines = soakLines(result).join('\n');
  console.log(lines);
  for (const { kind, failed } of [...result.honest, ...result.beside])
    expect([kind, failed], lines).toEqual([kind, []]);
  // Each route was under load, and nothing but answers and refusals with Retry-After came back (400: a made-up streak that is too fast).
  const outcomes = Object.keys(result.attackers);
  for (const route of ['above', 'above, free', 'passes', 'ephemeris', 'fov', 'identify', 'sightings', 'gp.php'])
    expect(outcomes, lines).toContain(`${route} 200`);
  expect(
    outcomes.filter((outcome) => !/ (200|400|429|503)$/.test(outcome)),
    lines,
  ).toEqual([]);
  const p95 = (figures: readonly HonestFigures[], kind: string) => figures.find((one) => one.kind === kind)!.p95;
  for (const [kind, bound] of Object.entries(bounds))
    expect(p95(result.honest, kind), lines).toBeLessThan(bound + BUSY * p95(result.beside, kind));
}, 120_000);
