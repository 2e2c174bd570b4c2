import { EventEmitter } from 'node:events';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import type { Refusal } from '../../src/http/errors.ts';
import { inPortions } from '../../src/http/in-portions.ts';
import { handleError } from '../../src/http/middleware/errors.ts';
import { LargeResponses } from '../../src/http/middleware/large-responses.ts';
import { CatalogTimeout } from '../../src/release/database.ts';
import { serveSample } from '../api/sample-server.ts';

/** A queue, what was begun in it, and how each is ended. */
function queue() {
  const large = new LargeResponses();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, address = name) => {
    const socket = new EventEmitter() as never;
    const answer = large
      .make({ address, request: { socket } }, () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      })
      .catch((error: Refusal) => `${error.status} ${error.code} ${error.headers['Retry-After']}`);
    return { answer, gone: () => (socket as EventEmitter).emit('close') };
  };
  const end = async (name: string, { answer }: { answer: Promise<string> }) => {
    ends.get(name)!();
    expect(await answer).toBe(name);
  };
  return { begun, ask, end };
}

test('two are made at a time, the others in the order in which they came; who has gone loses the turn', async () => {
  const { begun, ask, end } = queue();
  const [one, two, three, four, five] = ['one', 'two', 'three', 'four', 'five'].map((name) => ask(name));
  expect(begun).toEqual(['one', 'two']);
  three!.gone();
  expect(await three!.answer).toMatch(/^503/);
  await end('two', two!);
  expect(begun).toEqual(['one', 'two', 'four']);
  await end('one', one!);
  expect(begun).toEqual(['one', 'two', 'four', 'five']);
  await end('four', four!);
  await end('five', five!);
  const again = ask('again');
  expect(begun.at(-1)).toBe('again');
  await end('again', again);
});

test('a client may have 16 that wait, all clients 64', async () => {
  const { begun, ask } = queue();
  for (const name of ['one', 'two']) ask(name);
  for (let n = 0; n < 16; n += 1) ask(`mine ${n}`, 'mine');
  expect(await ask('mine 16', 'mine').answer).toBe('429 too_many_queries 5');
  for (let n = 0; n < 48; n += 1) ask(`other ${n}`);
  expect(await ask('late').answer).toBe('503 queries_busy 5');
  expect(begun).toEqual(['one', 'two']);
});

test('a read of the catalog that took too long is a 503 with Retry-After, and logged', async () => {
  const reported: unknown[] = [];
  const context = {
    headers: {},
    target: { isApi: true, path: '/api/v1/x' },
    report: (error: unknown) => reported.push(error),
  };
  const app = new Hono();
  app.onError(handleError as never);
  app.get('/api/v1/x', () => {
    throw new CatalogTimeout('a read of the catalog took too long');
  });
  const answer = await app.fetch(new Request('http://localhost/api/v1/x'), { context, outgoing: {} });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.json()).toMatchObject({ code: 'queries_busy', retry_after: 5 });
  expect(reported).toHaveLength(1);
});

test('all are made in their order, and other work gets its turn after every 500, or as many as are asked for', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const items = Array.from({ length: 2001 }, (_, at) => at);
  const made = await inPortions(items, (item) => ({ item, turns }));
  const began = turns;
  const few = await inPortions(items.slice(0, 100), () => turns - began, 10);
  clearImmediate(next);
  expect(few.every((had, at) => had >= Math.floor(at / 10))).toBe(true);
  expect(made.map(({ item }) => item)).toEqual(items);
  expect(made.every((one) => one.turns >= Math.floor(one.item / 500))).toBe(true);
  expect(await inPortions([], (item) => item)).toEqual([]);
});

const server = await serveSample();
afterAll(() => server.remove());

test.each(['/NORAD/elements/gp.php?NAME=A&FORMAT=XML', '/api/v1/elements/all.xml?as_of=2026-08-22T12:00:00Z'])(
  '%s: each of 100 concurrent requests is answered, or refused with 429 and Retry-After',
  async (path) => {
    const [file, ...answers] = await Promise.all([
      server.get('/api/v1/elements/active.tle'),
      ...Array.from({ length: 100 }, () => server.get(path)),
    ]);
    expect(file!.status).toBe(200);
    for (const { status, headers } of answers)
      expect([200, 429], `${status}`).toContain(status === 429 && headers['retry-after'] !== '5' ? 0 : status);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(18);
    expect((await server.get(path)).status).toBe(200);
  },
);
