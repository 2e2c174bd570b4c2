import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteAccount, resume, suspend } from '../../src/accounts/auth/account-store.ts';
import {
  createFeed,
  feedTokenPattern,
  isFeedToken,
  listFeeds,
  type NewFeed,
  newFeedToken,
  revokeFeed,
} from '../../src/accounts/feeds/feed-store.ts';
import { isKeyShaped } from '../../src/accounts/keys/key.ts';
import { loggedUrl } from '../../src/http/request-target.ts';
import { redact } from '../../src/redact.ts';
import { type AccountWorld, accountWorld, holder } from '../accounts/account-world.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { ask, type RunningServer, startServer, tinySite } from '../server/running-server.ts';

const python = '/usr/bin/python3';
const hasModule = (name: string) => {
  try {
    execFileSync(python, ['-c', `import ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

let world: AccountWorld;
let home: string;
let server: RunningServer;
let owner: Awaited<ReturnType<typeof holder>>;
beforeAll(async () => {
  world = await accountWorld();
  world.time = Date.UTC(2026, 7, 22);
  home = await copySample();
  const { accounts } = world;
  const gateway = {
    admit: accounts.admit,
    addressOf: (_proxy: string | undefined, socket: string) => socket,
    accounts,
  };
  server = await startServer(home, tinySite, undefined, gateway, 'https://orbweaver.example');
  owner = await holder(world, { daily: 10_000, burst: 1000 });
});
afterAll(async () => {
  await server?.stop();
  await world?.close();
  await removeFolder(home);
});

const berlin = 'lat=52.5&lon=13.4';
const make = (query: string, name = 'Over Berlin') =>
  createFeed(world.other, owner.accountId, { name, query }, world.time);
const get = (feed: Pick<NewFeed, 'feed_token'>, form = 'json', headers: Record<string, string> = {}, method = 'GET') =>
  ask(server.base, `/feeds/${feed.feed_token}.${form}`, headers, method);
describe('a token', () => {
  test('is no key, has a checksum, and never gets into a log', () => {
    const token = newFeedToken();
    expect(token).toMatch(feedTokenPattern);
    expect([isFeedToken(token), isKeyShaped(token), isFeedToken(`${token}0`)]).toEqual([true, false, false]);
    const wrong = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    expect(isFeedToken(wrong)).toBe(false);
    for (const text of [redact(`GET /feeds/${token}.ics 200`), loggedUrl(`/feeds/${token}.ics`)])
      expect(text).not.toContain(token.slice(4, 20));
  });
});

describe('a feed', () => {
  test('has the same passes in each form, by time, and is private for an hour', async () => {
    const feed = await make(`${berlin}&ids=25544,20580&days=3`);
    const { status, headers, json } = await get(feed);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'private, max-age=3600',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-type': 'application/json; charset=utf-8',
    });
    const { data, meta } = json();
    expect(meta).toMatchObject({ name: 'Over Berlin', from: '2026-08-22T00:00:00.000Z', objects: 2, omitted: [] });
    expect(data.length).toBeGreaterThan(6);
    const rises = data.map(({ rise }: { rise: { at: string } }) => rise.at);
    expect(rises).toEqual([...rises].sort());
    const ids = data.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const calendar = (await get(feed, 'ics')).body.toString().replaceAll('\r\n ', '');
    expect([...calendar.matchAll(/^UID:(.*)@orbweaver\r$/gm)].map(([, id]) => id)).toEqual(ids);
    expect(calendar).toContain('\r\nX-WR-CALNAME:Over Berlin\r\n');
    const csv = (await get(feed, 'csv')).body.toString().trim().split('\r\n');
    expect(csv).toHaveLength(data.length + 1);
    const atom = (await get(feed, 'atom')).body.toString();
    expect([...atom.matchAll(/<id>tag:orbweaver,2026:pass\/([^<]*)<\/id>/g)].map(([, id]) => id)).toEqual(ids);
    // Whoever gets a copy of the feed does not get its address.
    for (const text of [atom, calendar, JSON.stringify(json())]) expect(text).not.toContain(feed.feed_token);
    for (const href of atom.matchAll(/href="([^"]*)"/g)) expect(href[1]).toMatch(/^https:\/\/orbweaver\.example\//);
  });

  test.skipIf(!hasModule('yaml') || !hasModule('jinja2'))(
    `gives Home Assistant the next pass, with the sensor of the documentation${hasModule('yaml') && hasModule('jinja2') ? '' : ' (no python3-yaml or python3-jinja2)'}`,
    async () => {
      const { json } = await get(await make(`${berlin}&ids=25544&days=3`));
      const page = readFileSync(join(import.meta.dirname, '../../src/content/docs/docs/feeds.md'), 'utf8');
      // Home Assistant renders templates with Jinja, with its own utcnow().
      const program = `
import datetime, jinja2, json, sys, yaml
given = json.load(sys.stdin)
environment = jinja2.Environment()
environment.globals['utcnow'] = lambda: datetime.datetime.fromisoformat(given['now'])
[rest] = yaml.safe_load(given['sensor'])['rest']
[sensor] = rest['sensor']
print(json.dumps([rest['scan_interval'], environment.from_string(sensor['value_template']).render(value_json=given['feed']).strip()]))`;
      const { data } = json();
      const now = data[1].rise.at.replace('Z', '+00:00');
      const sensor = /^```yaml\n([\s\S]*?)^```$/m.exec(page)![1];
      const input = JSON.stringify({ now, sensor, feed: json() });
      const output = execFileSync(python, ['-c', program], { input, encoding: 'utf8' });
      // The pass that is in progress is the next one.
      expect(JSON.parse(output)).toEqual([3600, data[1].rise.at]);
    },
  );

  test('says in every form with a place for it what was searched, and which objects have no position', async () => {
    // Sputnik 1 has decayed.
    const feed = await make(`${berlin}&ids=25544,2&days=1`);
    const { meta } = (await get(feed)).json();
    expect(meta.omitted).toEqual([{ norad_cat_id: 2, reason: expect.any(String) }]);
    const words = /^Searched 2 objects from \S+ \S+ to \S+ \S+ UTC\. No position in this time: 2 \([a-z ]+\)\.$/;
    const calendar = (await get(feed, 'ics')).body.toString().replaceAll('\r\n ', '').replaceAll('\\,', ',');
    for (const name of ['DESCRIPTION', 'X-WR-CALDESC'])
      expect(new RegExp(`^${name}:(.*)\r$`, 'm').exec(calendar)![1]).toMatch(words);
    expect(/<subtitle>(.*)<\/subtitle>/.exec((await get(feed, 'atom')).body.toString())![1]).toMatch(words);
  });

  test('can be the plan of one antenna, as a calendar too', async () => {
    const query = `${berlin}&group=stations&days=1`;
    const all = (await get(await make(query))).json().data;
    const plan = (await get(await make(`${query}&plan=true&priority=25544:2`))).json().data;
    expect(plan.length).toBeGreaterThan(1);
    expect(plan.length).toBeLessThan(all.length);
    for (const [n, { rise }] of plan.entries()) if (n > 0) expect(rise.at >= plan[n - 1].set.at).toBe(true);
    const calendar = (await get(await make(`${query}&plan=true&priority=25544:2`), 'ics')).body.toString();
    expect(calendar.match(/^BEGIN:VEVENT/gm)).toHaveLength(plan.length);
  });

  test('is computed once an hour: a second request has the same ETag, and a conditional one is free', async () => {
    const feed = await make(`${berlin}&group=active&days=2&min_elevation_deg=30`);
    const left = ({ headers }: { headers: Record<string, unknown> }) => Number(headers['x-ratelimit-remaining']);
    const first = await get(feed, 'csv');
    const second = await get(feed, 'csv');
    expect([first.status, second.headers.etag]).toEqual([200, first.headers.etag]);
    const same = await get(feed, 'csv', { 'if-none-match': first.headers.etag! });
    expect([left(second), same.status, left(same)]).toEqual([left(first) - 1, 304, left(second)]);
  });

  test('is computed once if two first requests come at the same time', async () => {
    const feed = await make(`${berlin}&group=active&days=2&min_elevation_deg=35`);
    const left = ({ headers }: { headers: Record<string, unknown> }) => Number(headers['x-ratelimit-remaining']);
    const before = left(await get(await make(`${berlin}&ids=25544`), 'csv'));
    const two = await Promise.all([get(feed, 'csv'), get(feed, 'csv')]);
    const after = left(await get(feed, 'csv'));
    const alone = await make(`${berlin}&group=active&days=2&min_elevation_deg=36`);
    const cost = after - left(await get(alone, 'csv'));
    expect(two.map(({ status }) => status)).toEqual([200, 200]);
    expect(cost).toBeGreaterThan(1);
    // The first of them, the second, and the third.
    expect(before - after).toBe(cost + 2);
  });

  test('counts against its account, and shows when it was last used', async () => {
    const feed = await make(`${berlin}&ids=25544`);
    expect((await get(feed)).headers['x-ratelimit-limit']).toBe('10000');
    await expect
      .poll(async () => (await listFeeds(world.other, owner.accountId)).find((one) => one.feed_id === feed.feed_id))
      .toMatchObject({ last_used_at: world.time, hint: `${feed.feed_token.slice(0, 11)}…` });
  });

  test('can be read with HEAD alone, and takes no parameters', async () => {
    const feed = await make(`${berlin}&ids=25544`);
    expect((await get(feed, 'ics', {}, 'HEAD')).status).toBe(200);
    const post = await get(feed, 'ics', {}, 'POST');
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const more = await ask(server.base, `/feeds/${feed.feed_token}.json?days=3`);
    expect([more.status, more.json().parameter]).toEqual([400, 'days']);
  });

  test('is 404 once it is revoked, as an address that never was, and stays in no table and no log', async () => {
    const feed = await make(`${berlin}&ids=25544`);
    expect((await get(feed)).status).toBe(200);
    const stored = JSON.stringify(await world.other.rows({ sql: 'select * from feed', values: [] }));
    expect(stored).not.toContain(feed.feed_token.slice(11));
    await revokeFeed(world.other, owner.accountId, feed.feed_id, world.time);
    await world.accounts.refresh();
    const bodies = await Promise.all(
      [feed.feed_token, newFeedToken(), 'ow_feed', 'x', owner.key].map(async (feed_token) => {
        const { status, body, headers } = await get({ feed_token });
        return [status, body.toString(), headers['cache-control'], headers['referrer-policy']];
      }),
    );
    expect(bodies[0]![0]).toBe(404);
    expect(new Set(bodies.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(JSON.stringify(server.lines)).not.toContain(feed.feed_token.slice(8));
    // Its token is no key either.
    const asKey = await ask(server.base, '/api/v1/satellites/25544', { authorization: `Bearer ${feed.feed_token}` });
    expect([asKey.status, asKey.json().code]).toEqual([401, 'malformed_api_key']);
  });

  test('is refused while its account is suspended, and gone with its account', async () => {
    const other = await holder(world);
    const feed = await createFeed(
      world.other,
      other.accountId,
      { name: 'x', query: `${berlin}&ids=25544` },
      world.time,
    );
    await suspend(world.other, other.accountId, 'a test', world.time);
    await world.accounts.refresh();
    expect((await get(feed)).json().code).toBe('account_suspended');
    await resume(world.other, other.accountId, world.time);
    await world.accounts.refresh();
    expect((await get(feed)).status).toBe(200);
    await deleteAccount(world.other, other.accountId, world.time);
    await world.accounts.refresh();
    expect((await get(feed)).status).toBe(404);
    for (const table of ['feed', 'use_by_day'])
      expect(JSON.stringify(await world.other.rows({ sql: `select * from ${table}`, values: [] }))).not.toContain(
        feed.feed_id,
      );
  });

  test('is limited in number by the tier', async () => {
    const { accountId } = await holder(world);
    const one = () => createFeed(world.other, accountId, { name: 'x', query: berlin }, world.time);
    for (let n = 0; n < 5; n++) await one();
    await expect(one()).rejects.toThrow('This account has 5 feeds, as many as its tier allows');
    await expect(make(berlin, '')).rejects.toThrow('1 to 60 characters');
  });

  test.skipIf(!existsSync(python) || !hasModule('icalendar'))(
    'is a calendar that python3-icalendar reads, with a name, an interval, and revisions',
    async () => {
      const feed = await make(
        `${berlin}&ids=25544,20580&days=3`,
        'ISS, Hubble; “both” – über Berlin und noch ein Stück weiter',
      );
      const { body } = await get(feed, 'ics');
      for (const line of body.toString().split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      const read = execFileSync(python, ['-c', script], { input: body }).toString();
      const { name, refresh, events } = JSON.parse(read) as Record<string, never> & {
        events: Record<string, string>[];
      };
      expect([name, refresh]).toEqual(['ISS, Hubble; “both” – über Berlin und noch ein Stück weiter', 'PT6H']);
      const { data } = (await get(feed)).json();
      expect(events.map(({ start }) => start)).toEqual(
        data.map(({ rise }: { rise: { at: string } }) => `${rise.at.slice(0, 19)}+00:00`),
      );
      expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
      for (const { sequence, modified, stamp, end, start } of events) {
        expect(Number(sequence)).toBeGreaterThan(36_000_000);
        expect(stamp).toBe(modified);
        expect(end! > start!).toBe(true);
      }
    },
  );
});

/** Reads a calendar with python3-icalendar, and prints its events as JSON. */
const script = `
import sys, json
from icalendar import Calendar
c = Calendar.from_ical(sys.stdin.buffer.read())
events = [{"uid": str(e["UID"]), "start": e["DTSTART"].dt.isoformat(), "end": e["DTEND"].dt.isoformat(), "sequence": int(e["SEQUENCE"]),
  "modified": e["LAST-MODIFIED"].dt.isoformat(), "stamp": e["DTSTAMP"].dt.isoformat()} for e in c.walk("VEVENT")]
bad = [e.errors for e in c.walk() if e.errors]
assert not bad, bad
refresh = c["REFRESH-INTERVAL"]
print(json.dumps({"name": str(c["X-WR-CALNAME"]), "refresh": refresh.to_ical().decode() if hasattr(refresh, "to_ical") else str(refresh), "events": events}))
`;
