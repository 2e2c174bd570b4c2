import { EventEmitter } from 'node:events';
import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requestBeginner } from '../../src/http/begin-request.ts';
import { Follower, type Lease } from '../../src/release/follow.ts';
import { makeCurrent, makeHome, releaseId, removeHome } from '../server/release-folder.ts';

let home: string;
beforeEach(async () => {
  home = await makeHome();
  vi.useFakeTimers();
});
afterEach(async () => {
  vi.useRealTimers();
  await removeHome(home);
});

/** A follower whose releases are their ids, and the ids that it has closed. */
function follower() {
  const closed: string[] = [];
  const served = new Follower<string>({
    home,
    open: async (id) => id,
    close: (id) => void closed.push(id),
    onProblem: () => {},
    onSwitch: () => {},
    pollMilliseconds: 1_000_000_000,
    heldMilliseconds: 5000,
  });
  return { served, closed };
}

test('a hold of a replaced release is cut when it takes too long; those of the current release last', async () => {
  const { served, closed } = follower();
  await makeCurrent(home, releaseId(1));
  await served.check();
  const cut: string[] = [];
  const first: Lease<string> = served.hold(() => {
    cut.push('first');
    first.end();
  })!;
  await vi.advanceTimersByTimeAsync(60_000);
  await rm(`${home}/current`);
  await makeCurrent(home, releaseId(2));
  await served.check();
  const second = served.hold(() => void cut.push('second'))!;
  await vi.advanceTimersByTimeAsync(4999);
  expect({ cut, closed }).toEqual({ cut: [], closed: [] });
  await vi.advanceTimersByTimeAsync(1);
  expect({ cut, closed }).toEqual({ cut: ['first'], closed: [releaseId(1)] });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(cut).toEqual(['first']);
  second.end();
  served.stop();
  expect(closed).toEqual([releaseId(1), releaseId(2)]);
});

/** A request, with the holds that it has ended, in order. */
async function begun() {
  const ended: string[] = [];
  const lease = (name: string) => ({ value: { release: { id: name } }, end: () => void ended.push(name) });
  const parts = {
    now: () => 0,
    ownHeaders: () => ({ 'X-Request-Id': 'one' }),
    log: pino({ level: 'silent' }),
    metrics: { count: () => {} },
    current: () => lease('current'),
    previous: async (id: string) => lease(id),
  } as unknown as Parameters<typeof requestBeginner>[0];
  const response = new EventEmitter();
  const request = { method: 'GET', url: '/', headers: { host: 'x' }, socket: new EventEmitter() };
  const { context, handled } = requestBeginner(parts)(
    request as unknown as IncomingMessage,
    response as unknown as ServerResponse,
  );
  await context.previousRelease('other');
  return { context, handled, ended, close: () => response.emit('close') };
}

test('a client that reads slowly holds the current release only', async () => {
  const { handled, ended, close } = await begun();
  handled();
  expect(ended).toEqual(['other']);
  close();
  expect(ended).toEqual(['other', 'current']);
});

test('a client that disconnects ends no hold while its request is handled', async () => {
  const { handled, ended, close } = await begun();
  close();
  expect(ended).toEqual([]);
  handled();
  expect(ended).toEqual(['other', 'current']);
});

test('work that goes on after its response has begun keeps the releases, and those that it opens', async () => {
  const { context, handled, ended, close } = await begun();
  const done = context.work();
  handled();
  close();
  await context.previousRelease('late');
  expect(ended).toEqual([]);
  done();
  done();
  expect(ended).toEqual(['other', 'late', 'current']);
});
