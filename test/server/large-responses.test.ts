import { EventEmitter } from 'node:events';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import type { ApiError } from '../../src/http/errors.ts';
import { inPortions, LargeResponses } from '../../src/http/in-turn.ts';
import { handleError } from '../../src/http/middleware/errors.ts';
import { CatalogTimeout } from '../../src/release/database.ts';
import { serveSample } from '../api/sample-server.ts';

/** Resolves after all callbacks that are due in this turn of the event loop. */
const settled = () => new Promise((resume) => setImmediate(resume));

/** A queue, the jobs started in it, and functions that enqueue and finish a job. */
function queue() {
  const large = new LargeResponses();
  const started: string[] = [];
  const finishers = new Map<string, () => void>();
  const enqueue = (name: string, address = name) => {
    const socket = new EventEmitter() as never;
    const response = large
      .make({ address, request: { socket } }, () => {
        started.push(name);
        return new Promise<string>((resolve) => finishers.set(name, () => resolve(name)));
      })
      .catch((error: ApiError) => `${error.status} ${error.code} ${error.headers['Retry-After']}`);
    return { response, disconnect: () => (socket as EventEmitter).emit('close') };
  };
  const finish = async (name: string, { response }: { response: Promise<string> }) => {
    finishers.get(name)!();
    expect(await response).toBe(name);
    await settled();
  };
  return { started, enqueue, finish };
}

test('two responses are generated at a time, the others in order, without those of disconnected clients', async () => {
  const { started, enqueue, finish } = queue();
  const [one, two, three, four, five] = ['one', 'two', 'three', 'four', 'five'].map((name) => enqueue(name));
  await settled();
  expect(started).toEqual(['one', 'two']);
  three!.disconnect();
  expect(await three!.response).toMatch(/^503/);
  await finish('two', two!);
  expect(started).toEqual(['one', 'two', 'four']);
  await finish('one', one!);
  expect(started).toEqual(['one', 'two', 'four', 'five']);
  await finish('four', four!);
  await finish('five', five!);
  const again = enqueue('again');
  await settled();
  expect(started.at(-1)).toBe('again');
  await finish('again', again);
});

test('waiting requests are limited to 16 per client and 64 in total', async () => {
  const { started, enqueue } = queue();
  for (const name of ['one', 'two']) enqueue(name);
  for (let n = 0; n < 16; n += 1) enqueue(`mine ${n}`, 'mine');
  expect(await enqueue('mine 16', 'mine').response).toBe('429 too_many_queries 5');
  for (let n = 0; n < 48; n += 1) enqueue(`other ${n}`);
  expect(await enqueue('late').response).toBe('503 queries_busy 5');
  expect(started).toEqual(['one', 'two']);
});

test('a catalog read that times out returns 503 with Retry-After, and is logged', async () => {
  const reported: unknown[] = [];
  const context = {
    headers: {},
    request: { headers: {} },
    target: { isApi: true, path: '/api/v1/x' },
    route: { name: '/api/v1/x', kind: 'json' },
    report: (error: unknown) => reported.push(error),
  };
  const app = new Hono();
  app.onError(handleError as never);
  app.get('/api/v1/x', () => {
    throw new CatalogTimeout('a read of the catalog took too long');
  });
  const response = await app.fetch(new Request('http://localhost/api/v1/x'), { context, outgoing: {} });
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await response.json()).toMatchObject({ code: 'queries_busy', retry_after: 5 });
  expect(reported).toHaveLength(1);
});

test('items are processed in order, with other work after every 500 of them, or after the given number', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const items = Array.from({ length: 2001 }, (_, at) => at);
  const results = await inPortions(items, (item) => ({ item, turns }));
  const began = turns;
  const portions = await inPortions(items.slice(0, 100), () => turns - began, 10);
  clearImmediate(next);
  expect(portions.every((had, at) => had >= Math.floor(at / 10))).toBe(true);
  expect(results.map(({ item }) => item)).toEqual(items);
  expect(results.every((one) => one.turns >= Math.floor(one.item / 500))).toBe(true);
  expect(await inPortions([], (item) => item)).toEqual([]);
});

const server = await serveSample();
afterAll(() => server.remove());

test.each(['/NORAD/elements/gp.php?NAME=A&FORMAT=XML', '/api/v1/elements/all.xml?as_of=2026-08-22T12:00:00Z'])(
  '%s returns 200, or 429 with Retry-After, for each of 100 concurrent requests',
  async (path) => {
    const [file, ...responses] = await Promise.all([
      server.get('/api/v1/elements/active.tle'),
      ...Array.from({ length: 100 }, () => server.get(path)),
    ]);
    expect(file!.status).toBe(200);
    for (const { status, headers } of responses)
      expect([200, 429], `${status}`).toContain(status === 429 && headers['retry-after'] !== '5' ? 0 : status);
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(16);
    expect((await server.get(path)).status).toBe(200);
  },
);
