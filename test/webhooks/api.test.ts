import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { Webhook } from 'svix';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createConfirmedAccount } from '../../src/accounts/auth/account-store.ts';
import { sql } from '../../src/accounts/database.ts';
import { createKey } from '../../src/accounts/keys/key-store.ts';
import { openDatabase } from '../../src/accounts/open-database.ts';
import { readConfig } from '../../src/config.ts';
import { newestRun } from '../../src/features/conjunctions/run-folder.ts';
import type { ComparedObject } from '../../src/features/conjunctions/run-inputs.ts';
import { RunStore, writeRunStore } from '../../src/features/conjunctions/run-store.ts';
import type { ApproachEvent } from '../../src/features/webhooks/http/queue-approaches.ts';
import { webhookRoutes } from '../../src/features/webhooks/http/webhook-routes.ts';
import { openGateway } from '../../src/http/accounts-gateway.ts';
import type { Conjunction } from '../../src/schema/approaches/conjunction.ts';
import { type ChangeSet, changesPath } from '../../src/schema/changes/change-set.ts';
import type { Event } from '../../src/schema/changes/event.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { type Answer, ask, type RunningServer, startServer, tinySite } from '../server/running-server.ts';

interface Message {
  readonly headers: Record<string, string>;
  readonly body: string;
}

let home: string;
let releases: string[];
let gateway: Awaited<ReturnType<typeof openGateway>>;
let server: RunningServer;
let url: string;
let keys: string[];
const received: Message[] = [];
let status = 200;
/** Milliseconds by which the clock is ahead, one second more for each test, so that each test has a second's requests to itself. */
let ahead = 0;
const now = () => Date.now() + ahead;

const receiver = createServer(async (incoming, response) => {
  let body = '';
  for await (const part of incoming) body += part;
  received.push({ headers: incoming.headers as Record<string, string>, body });
  response.writeHead(status).end();
});

/** Makes a release the current one. */
async function publish(id: string): Promise<void> {
  await rm(join(home, 'next'), { force: true });
  await symlink(`releases/${id}`, join(home, 'next'));
  await rename(join(home, 'next'), join(home, 'current'));
}

beforeAll(async () => {
  home = await copySample();
  releases = (await readdir(join(home, 'releases'))).sort();
  await publish(releases[0]!);
  const settings = { ORBWEAVER_HOME: home, ORBWEAVER_WEBHOOK_NETWORKS: '127.0.0.1' };
  gateway = await openGateway(readConfig(settings, '/nowhere'), { now, log: pino({ level: 'silent' }) });
  server = await startServer(home, tinySite, undefined, gateway);
  const database = await openDatabase({ home, databaseUrl: undefined }, false);
  keys = [];
  for (const name of ['ada', 'bob']) {
    const account = await createConfirmedAccount(database, `${name}@example.org`, 'builder', Date.now());
    keys.push((await createKey(database, account, 'test', Date.now())).key);
  }
  await database.close();
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  await server.stop();
  await gateway.close();
  receiver.close();
  await removeFolder(home);
});
beforeEach(() => {
  received.length = 0;
  status = 200;
  ahead += 1000;
});

/** Sends a request with a body; a string is sent unchanged. */
function send(method: string, path: string, body?: unknown, key = keys[0]!, more = {}): Promise<Answer> {
  const { hostname, port } = new URL(server.base);
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Length': String(Buffer.byteLength(text)), ...more };
    const outgoing = request({ hostname, port, path: `/api/v1/webhooks${path}`, method, headers, agent: false });
    outgoing.on('error', reject);
    outgoing.on('response', async (incoming) => {
      const parts: Buffer[] = [];
      for await (const part of incoming) parts.push(part as Buffer);
      const bytes = Buffer.concat(parts);
      const json = () => JSON.parse(bytes.toString('utf8'));
      resolve({ status: incoming.statusCode!, headers: incoming.headers, body: bytes, json });
    });
    outgoing.end(text);
  });
}
const create = async (more: object) => {
  const response = await send('POST', '', { url, ...more });
  expect([response.status, response.body.toString()]).toEqual([201, expect.stringContaining('whsec_')]);
  return response.json().data as { id: string; secret: string };
};
const eventsOf = ({ body }: Message) => JSON.parse(body).data.events as Event[];

describe('a webhook', () => {
  test('is created, listed, read, changed, tested and deleted', async () => {
    const { id, secret } = await create({ description: 'mine', types: ['reentry'], query: '?group=stations' });
    const shown = (await send('GET', `/${id}`)).json().data;
    expect(shown).toMatchObject({
      id,
      url,
      description: 'mine',
      types: ['reentry'],
      query: 'group=stations',
      enabled: true,
      pending: 0,
      release: releases[0],
    });
    expect(JSON.stringify(shown)).not.toContain('whsec_');
    const list = await send('GET', '?limit=1');
    expect(list.json()).toEqual({ data: [shown], meta: { next: null, prev: null, limit: 1, offset: 0, total: 1 } });
    expect(list.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-ratelimit-limit': '50000' });
    const ifNoneMatch = { 'If-None-Match': list.headers.etag };
    const again = await send('GET', '?limit=1', undefined, keys[0], ifNoneMatch);
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, list.headers.etag]);
    expect(again.headers).toMatchObject({ 'cache-control': 'private, no-store', vary: list.headers.vary });
    expect((await send('GET', '', undefined, keys[0], ifNoneMatch)).status).toBe(200);
    const changed = (await send('PATCH', `/${id}`, { types: [], enabled: false })).json().data;
    expect(changed).toMatchObject({ types: [], query: 'group=stations', enabled: false, disabled_reason: 'owner' });
    const tested = (await send('POST', `/${id}/test`)).json().data;
    expect(tested).toMatchObject({
      type: 'webhook.test',
      state: 'delivered',
      attempts: [{ status: 200, problem: null }],
    });
    expect(received).toHaveLength(1);
    const verified = new Webhook(secret).verify(received[0]!.body, received[0]!.headers);
    expect(verified).toMatchObject({ type: 'webhook.test', data: { webhook_id: id } });
    const log = (await send('GET', `/${id}/deliveries`)).json();
    expect(log).toEqual({ data: [tested], meta: { next: null, prev: null, limit: 20, offset: 0, total: 1 } });
    const rotated = (await send('POST', `/${id}/rotate`, { overlap_hours: 0 })).json().data;
    expect(rotated.secret).not.toBe(secret);
    const expectNotFound = async (webhook: string, key: string) => {
      for (const [method, path] of [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['GET', '/deliveries'],
        ['POST', '/test'],
        ['POST', '/rotate'],
      ]) {
        const response = await send(method!, `/${webhook}${path}`, undefined, key);
        expect([response.status, response.json().code], `${method} ${path}`).toEqual([404, 'not_found']);
      }
    };
    // Another account neither reaches the webhook nor gets it by creating its own.
    await expectNotFound(id, keys[1]!);
    const other = await send('POST', '', { url }, keys[1]);
    expect([other.status, other.json().data.id === id]).toEqual([201, false]);
    const others = (await send('GET', '', undefined, keys[1])).json().data as { id: string }[];
    expect(others.map((webhook) => webhook.id)).toEqual([other.json().data.id]);
    expect((await send('DELETE', `/${other.json().data.id}`, undefined, keys[1])).status).toBe(204);
    const deleted = await send('DELETE', `/${id}`);
    expect([deleted.status, deleted.body.length]).toEqual([204, 0]);
    await expectNotFound(id, keys[0]!);
    await expectNotFound('wh_0000000000000000', keys[1]!);
  });

  test.each([
    [{}, 'url'],
    [{ url: 7 }, 'url'],
    [{ url: 'nonsense' }, 'url'],
    [{ url: 'ftp://example.org/' }, 'url'],
    [{ url: 'http://10.0.0.1/' }, 'url'],
    [{ url: 'https://[::ffff:10.0.0.1]/' }, 'url'],
    [{ url: 'https://169.254.169.254/latest' }, 'url'],
    [{ url: 'https://ada:secret@example.org/' }, 'url'],
    [{ url: 'https://example.org/#a' }, 'url'],
    [{ url: `https://example.org/${'a'.repeat(2000)}` }, 'url'],
    [{ url: 'https://example.org/', types: ['explosion'] }, 'types'],
    [{ url: 'https://example.org/', types: 'reentry' }, 'types'],
    [{ url: 'https://example.org/', description: 'a'.repeat(201) }, 'description'],
    [{ url: 'https://example.org/', description: 'a\u0000b' }, 'description'],
    [{ url: 'https://example.org/\u0000' }, 'url'],
    [{ url: 'https://example.org/', query: 'group=none-of-them' }, 'group'],
    [{ url: 'https://example.org/', query: 'color=red' }, 'color'],
    [{ url: 'https://example.org/', query: 'limit=3' }, 'limit'],
    [{ url: 'https://example.org/', query: 'ids=x' }, 'ids'],
    [{ url: 'https://example.org/', query: 'q=' }, 'q'],
    [{ url: 'https://example.org/', secret: 'mine' }, 'secret'],
  ])('with %j is rejected, and the error names %s', async (body, parameter) => {
    const response = await send('POST', '', body);
    expect([response.status, response.json()]).toEqual([
      400,
      {
        code: 'invalid_parameter',
        error: expect.any(String),
        hint: expect.any(String),
        parameter,
        allowed: expect.any(Array),
      },
    ]);
  });

  test.each(['', '[]', 'null', '{', '"a"', '{"url":'])('with the body %j is rejected', async (body) => {
    expect((await send('POST', '', body)).json()).toMatchObject({ code: 'invalid_parameter' });
  });

  test('requires a key, an allowed method and a body within the size limit', async () => {
    for (const { method, path } of webhookRoutes) {
      const real = path.replace('{webhook_id}', 'wh_0000000000000000');
      expect([path, (await ask(server.base, real, {}, method.toUpperCase())).status]).toEqual([path, 401]);
      const put = await ask(server.base, real, {}, 'PUT');
      expect([put.status, put.headers.allow]).toEqual([405, expect.stringContaining(method.toUpperCase())]);
      const { headers } = await ask(server.base, real, { 'Access-Control-Request-Headers': 'content-type' }, 'OPTIONS');
      expect(headers['access-control-allow-methods']).toContain(method.toUpperCase());
      expect(headers['access-control-allow-headers']).toMatch(/content-type/i);
    }
    expect((await send('GET', '/nonsense')).status).toBe(404);
    expect((await send('GET', '?color=red')).json()).toMatchObject({ code: 'invalid_parameter', parameter: 'color' });
    expect((await send('POST', '', 'x'.repeat(40_000))).json()).toMatchObject({
      error: 'The request body is too large.',
    });
  });
});

describe('a release', () => {
  test('sends its new events to the webhooks that they match, once', async () => {
    const all = await create({ description: 'all' });
    const reentries = await create({ types: ['reentry'] });
    const second = await readFile(join(home, 'releases', releases[1]!, 'public/api/v1/events.json'), 'utf8');
    const expected = (JSON.parse(second).data as Event[]).filter(
      ({ detected_at }) => detected_at === '2026-08-22T14:00:00Z',
    );
    expect(expected.length).toBeGreaterThan(5);
    const reentered = expected.find(({ type }) => type === 'reentry')!.norad_cat_id;
    const one = await create({ query: `ids=${reentered}` });
    // The object was in orbit in the last release that the webhook has processed, and no longer is.
    const inOrbit = await create({ query: 'disposition=IN_ORBIT', types: ['reentry'] });
    const none = await create({ query: 'ids=25544', types: ['reentry'] });
    const values = await create({ types: ['value_changed', 'object_removed', 'reentry'] });
    const set = await readFile(join(home, 'releases', releases[1]!, `public${changesPath(releases[1]!)}.json`), 'utf8');
    const { data: changes } = JSON.parse(set) as ChangeSet;
    expect(changes.changed.length).toBeGreaterThan(5);
    await publish(releases[1]!);
    await server.served.check();
    await expect
      .poll(async () => (await send('GET', '?limit=100')).json().data.map((one: { release: string }) => one.release), {
        timeout: 20_000,
      })
      .toEqual(Array(6).fill(releases[1]));
    await gateway.accounts!.webhooks.send();
    const messages = ({ id, secret }: { id: string; secret: string }) =>
      received
        .filter(({ body }) => JSON.parse(body).data.webhook_id === id)
        .map((message) => {
          expect(new Webhook(secret).verify(message.body, message.headers)).toBeTruthy();
          return message;
        });
    const ids = (events: readonly Event[]) => events.map(({ id }) => id).sort();
    expect(ids(messages(all).flatMap(eventsOf))).toEqual(ids(expected));
    expect(messages(all).flatMap(eventsOf)).toEqual(expect.arrayContaining(expected));
    expect(JSON.parse(messages(all)[0]!.body)).toMatchObject({
      type: 'catalog.events',
      timestamp: expect.any(String),
      data: { webhook_id: all.id, release: releases[1], omitted: 0 },
    });
    const isReentry = ({ type }: Event) => type === 'reentry';
    expect(ids(messages(reentries).flatMap(eventsOf))).toEqual(ids(expected.filter(isReentry)));
    expect(ids(messages(one).flatMap(eventsOf))).toEqual(
      ids(expected.filter(({ norad_cat_id }) => norad_cat_id === reentered)),
    );
    expect(ids(messages(inOrbit).flatMap(eventsOf))).toContain(`reentry-${reentered}`);
    expect(messages(none)).toEqual([]);
    const sent = messages(values).flatMap(eventsOf);
    expect(sent.filter(isReentry)).toEqual(expected.filter(isReentry));
    const typed = (type: string) => sent.filter((one) => (one.type as string) === type);
    expect(typed('value_changed')).toEqual(changes.changed.map((change) => expect.objectContaining(change)));
    expect(typed('object_removed')).toEqual(changes.removed.map((object) => expect.objectContaining(object)));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length);
    expect(sent).toHaveLength(expected.filter(isReentry).length + changes.changed.length + changes.removed.length);
    for (const message of received) expect(eventsOf(message).length).toBeLessThanOrEqual(100);
    // After a rollback, the release is published again: nothing is sent twice.
    received.length = 0;
    await publish(releases[0]!);
    await server.served.check();
    await publish(releases[1]!);
    await server.served.check();
    await gateway.accounts!.webhooks.send();
    expect(received).toEqual([]);
  });
});

describe('a search of close approaches', () => {
  /** Publishes a search with these rows, compared with the newest one, and has the server look for it. */
  async function publishSearch(id: string, change: (rows: readonly Conjunction[]) => readonly Conjunction[]) {
    const previous = (await newestRun(home))!;
    const before = new RunStore(join(previous.folder, 'conjunctions.sqlite'));
    const { rows } = before.read({ sort: 'tca', limit: 1000, offset: 0 });
    const folder = join(home, 'conjunctions', id);
    await mkdir(folder);
    const { from: searched_from, to: searched_to } = previous.run;
    const epoch = '2026-08-22T00:00:00';
    const elements = { operational_status: 'OPERATIONAL', epoch, searched_from, searched_to } as ComparedObject;
    const objects = rows.flatMap(({ first, second }) => [first, second]).map((party) => ({ ...elements, ...party }));
    const unique = [...new Map(objects.map((object) => [object.norad_cat_id, object])).values()];
    writeRunStore(join(folder, 'conjunctions.sqlite'), change(rows), unique, before);
    before.close();
    const generated_at = new Date(now()).toISOString();
    const run = { ...previous.run, id, generated_at, previous_run: previous.run.id };
    await writeFile(join(folder, 'run.json'), JSON.stringify({ ...previous, run }));
    received.length = 0;
    // A server looks for searches whenever it looks for webhooks that are behind.
    for (const release of releases.toReversed()) {
      await publish(release);
      await server.served.check();
    }
    const database = await openDatabase({ home, databaseUrl: undefined }, false);
    const moved = () => database.rows(sql`select distinct run_id from webhook_run`);
    await expect.poll(moved, { timeout: 20_000 }).toEqual([{ run_id: id }]);
    // The server may be sending already.
    await gateway.accounts!.webhooks.send();
    const pending = sql`select delivery_id from webhook_delivery where position is not null and delivered_at is null`;
    await expect.poll(() => database.rows(pending), { timeout: 20_000 }).toEqual([]);
    await database.close();
    return { rows, note: run.note };
  }

  test('sends what is new or materially different to the webhooks that name it, within their limits', async () => {
    for (const { id } of (await send('GET', '?limit=100')).json().data) await send('DELETE', `/${id}`);
    // The newest release: none of its events is new to the webhooks.
    await publish(releases[1]!);
    await server.served.check();
    const all = await create({ types: ['close_approach'] });
    const close = await create({ types: ['close_approach', 'reentry'], query: 'max_range_km=1' });
    const events = await create({});
    const refused = await send('POST', '', { url, types: ['close_approach'], query: 'max_range_km=9' });
    expect(refused.json()).toMatchObject({ code: 'invalid_parameter', parameter: 'max_range_km' });
    ahead += 1000;
    const sentTo = ({ id }: { id: string }) =>
      received
        .filter(({ body }) => JSON.parse(body).data.webhook_id === id)
        .flatMap((message) => eventsOf(message) as unknown as ApproachEvent[]);
    const passing = ({ kind }: Conjunction) => kind === 'encounter' || kind === 'same_operator';

    const first = await publishSearch('20260823T000000Z-00000001', (rows) =>
      rows.filter(passing).map((row, at) => ({ ...row, range_km: at === 0 ? row.range_km / 4 : row.range_km })),
    );
    const [one, ...others] = first.rows.filter(passing);
    expect(one!.range_km).toBeGreaterThan(0.2);
    expect(sentTo(all)).toMatchObject([
      {
        id: `close_approach-${one!.id}-20260823T000000Z-00000001`,
        type: 'close_approach',
        norad_cat_id: one!.first.norad_cat_id,
        run: '20260823T000000Z-00000001',
        approach: { ...one, range_km: one!.range_km / 4 },
        previous: { range_km: one!.range_km, tca: one!.tca },
        note: expect.stringContaining('not for operations'),
      },
    ]);
    expect(sentTo(events)).toEqual([]);

    // The second is gone, and another comes within 1 km; for one webhook, this search is the first since it was created.
    ahead += 1000;
    const late = await create({ types: ['close_approach'], query: `ids=${others[1]!.first.norad_cat_id}` });
    ahead += 1000;
    await publishSearch('20260823T060000Z-00000002', (rows) =>
      rows
        .filter(({ id }) => id !== others[0]!.id)
        .map((row) => (row.id === others[1]!.id ? { ...row, range_km: 0.001 } : row)),
    );
    for (const webhook of [all, close, late])
      expect(sentTo(webhook).map(({ approach }) => approach.id)).toEqual([others[1]!.id]);
    // A webhook that has seen a search that is no longer known gets everything within its limits.
    const database = await openDatabase({ home, databaseUrl: undefined }, false);
    await database.write([sql`update webhook_run set run_id = 'gone' where webhook_id = ${close.id}`]);
    await database.close();
    ahead += 1000;
    const { rows } = await publishSearch('20260823T120000Z-00000003', (same) => same);
    const within = rows.filter((row) => passing(row) && row.range_km <= 1).map(({ id }) => id);
    expect(within.length).toBeGreaterThan(0);
    expect(sentTo(close).map(({ approach }) => approach.id)).toEqual(expect.arrayContaining(within));
    expect(sentTo(close)).toHaveLength(within.length);
    expect(sentTo(all)).toEqual([]);
  });
});
