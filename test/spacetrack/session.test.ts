import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { accountSources } from '../../pipeline/sources/sources.ts';
import { readConfig } from '../../src/config.ts';
import { acceptAll, fetchOnly, type SimulatedDeps, simulated } from '../fetch/fetch-world.ts';
import { FIRST, makeFolder, removeFolder } from '../pipeline/sample-build.ts';
import { identity, password, refusals, SpaceTrackStandIn } from './stand-in.ts';

const HOUR = 3_600_000;
const folders: string[] = [];
afterAll(() => Promise.all(folders.map(removeFolder)));

let server: SpaceTrackStandIn;
let deps: SimulatedDeps;
let home: string;
beforeEach(async () => {
  deps = simulated(FIRST);
  server = new SpaceTrackStandIn(() => deps.time);
  server.answers.set('gp', '[{"NORAD_CAT_ID":"5"}]').set('tip', '[]').set('decay', '[]');
  await server.start();
  home = await makeFolder();
  folders.push(home);
  return () => server.stop();
});

const fetchNow = (accounts = { spacetrack: { identity, password } }, all = false) =>
  fetchOnly(deps, home, {
    sources: accountSources,
    only: new Set(['spacetrack']),
    bases: { spacetrack: server.base },
    accounts,
    all,
  });

const session = ['POST /ajaxauth/login', 'GET gp', 'GET tip', 'GET decay', 'GET /ajaxauth/logout'];

test('one session: sign-in, a query for each file, sign-out, at most 20 requests a minute', async () => {
  const memory = await fetchNow();
  const times = server.seen.map(({ at }) => at);
  expect(server.seen.every(({ agent }) => /^Orbweaver\/.*test@example\.org/.test(agent))).toBe(true);
  expect(server.lines()).toEqual(session);
  for (const [n, at] of times.slice(1).entries()) expect(at - times[n]!).toBeGreaterThanOrEqual(3000);
  for (const file of ['gp', 'tip', 'decay']) expect(memory.file(`spacetrack/${file}.json`).problem).toBeNull();
});

test('never more than one session an hour, and decays once a day', async () => {
  await fetchNow();
  await acceptAll(home);
  server.lines();
  deps.time += HOUR / 2;
  await fetchNow(undefined, true);
  expect(server.lines()).toEqual([]);
  // Scheduled times are 00:00, 06:00, 12:00 and 18:00: FIRST is at 23:00.
  deps.time = FIRST.getTime() + 3 * HOUR;
  await fetchNow();
  await acceptAll(home);
  expect(server.lines()).toEqual(['POST /ajaxauth/login', 'GET gp', 'GET tip', 'GET /ajaxauth/logout']);
  deps.time = FIRST.getTime() + 4 * HOUR;
  await fetchNow();
  expect(server.lines()).toEqual([]);
});

test('five days on schedule stay within the limits, and conjunction messages are never read', async () => {
  for (let hour = 0; hour < 24 * 5; hour += 1) {
    deps.time = Math.max(deps.time, FIRST.getTime() + hour * HOUR);
    await fetchNow();
    await acceptAll(home);
  }
  const lines = server.seen.map(({ line }) => line);
  expect(lines.filter((line) => line === 'GET gp').length).toBe(21);
  expect(lines.filter((line) => line === 'GET decay').length).toBe(6);
  expect(lines.filter((line) => /cdm/i.test(line))).toEqual([]);
  const busiest = server.seen.map(({ at }) => server.seen.filter((one) => one.at <= at && at - one.at < HOUR).length);
  expect(Math.max(...busiest)).toBeLessThanOrEqual(5);
});

describe.each(Object.entries(refusals))('a refusal (%s)', (_name, refusal) => {
  test('of a query ends the day after the sign-out', async () => {
    server.refuse = refusal;
    const memory = await fetchNow();
    expect(server.lines()).toEqual(['POST /ajaxauth/login', 'GET gp', 'GET /ajaxauth/logout']);
    expect(memory.file('spacetrack/gp.json').problem).toMatch(/refused|answered/);
    expect(memory.file('spacetrack/tip.json').problem).toMatch(/^skipped: gp\.json/);
    server.refuse = null;
    // FIRST is at 23:00.
    deps.time = FIRST.getTime() + 0.9 * HOUR;
    await fetchNow(undefined, true);
    expect(server.lines()).toEqual([]);
    deps.time = FIRST.getTime() + 8 * HOUR;
    await fetchNow();
    expect(server.lines()).toEqual(session);
  });

  test('of the sign-in ends the day, without a query', async () => {
    server.refuseSignIn = refusal;
    await fetchNow();
    expect(server.lines()).toEqual(['POST /ajaxauth/login']);
    server.refuseSignIn = null;
    deps.time = FIRST.getTime() + 0.9 * HOUR;
    await fetchNow(undefined, true);
    expect(server.lines()).toEqual([]);
  });
});

test('a wrong password is tried once a day, and neither it nor the cookie is stored or logged', async () => {
  const memory = await fetchNow({ spacetrack: { identity, password: 'wrong battery' } });
  expect(server.lines()).toEqual(['POST /ajaxauth/login']);
  expect(memory.file('spacetrack/gp.json').problem).toMatch(/refused the identity or the password/);
  await fetchNow({ spacetrack: { identity, password: 'wrong battery' } }, true);
  expect(server.lines()).toEqual([]);
  deps.time += 24 * HOUR;
  await fetchNow();
  const texts = [deps.logged.join('\n')];
  for (const entry of await readdir(home, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) texts.push(await readFile(join(entry.parentPath, entry.name), 'utf8'));
  for (const secret of ['wrong battery', password, identity, 'chocolatechip', encodeURIComponent(password)])
    expect(texts.filter((text) => text.includes(secret))).toEqual([]);
});

test('without an account nothing is sent', async () => {
  await fetchNow({} as never);
  expect(server.lines()).toEqual([]);
});

describe('the settings', () => {
  const read = (more: Record<string, string>) => readConfig(more, '/nowhere').spacetrack;
  const [user, secret] = [{ ORBWEAVER_SPACETRACK_IDENTITY: 'a' }, { ORBWEAVER_SPACETRACK_PASSWORD: 'b-secret' }];

  test('are off without both halves of the account, and publish nothing by default', () => {
    expect(read({})).toBeNull();
    expect(read({ ORBWEAVER_SPACETRACK_PUBLISH: 'on' })).toBeNull();
    const account = { identity: 'a', password: 'b-secret' };
    expect(read({ ...user, ...secret })).toEqual({ account, publish: false });
    expect(read({ ...user, ...secret, ORBWEAVER_SPACETRACK_PUBLISH: 'on' })).toEqual({ account, publish: true });
  });

  test('name the missing half, and never show the password', () => {
    expect(() => read(user)).toThrow(/ORBWEAVER_SPACETRACK_PASSWORD is not set/);
    expect(() => read(secret)).toThrow(/ORBWEAVER_SPACETRACK_IDENTITY is not set/);
    try {
      read({ ...secret, ORBWEAVER_SPACETRACK_PUBLISH: 'perhaps' });
    } catch (error) {
      expect(String(error)).toMatch(/ORBWEAVER_SPACETRACK_PUBLISH/);
      expect(String(error)).not.toMatch(/b-secret/);
    }
  });
});
