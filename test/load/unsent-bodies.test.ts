import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiError } from '../../src/http/errors.ts';
import { UnsentBodies } from '../../src/http/middleware/unsent-bodies.ts';

const MIB = 2 ** 20;
let time = 0;
let bodies: UnsentBodies;
beforeEach(() => {
  vi.useFakeTimers();
  time = 0;
  bodies = new UnsentBodies(() => time);
});
afterEach(() => void vi.useRealTimers());

/** Advances the clock of the bodies, and the timers. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 500) {
    time += 500;
    await vi.advanceTimersByTimeAsync(500);
  }
}

/** Requests a body; its reader takes one part at a time. */
function request(client: string, mebibytes: number) {
  const socket = {
    destroyed: false,
    destroy() {
      socket.destroyed = true;
    },
  };
  let state = 'waits';
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const done = bodies.body({ client, socket: socket as never }, new Uint8Array(mebibytes * MIB)).then(
    (body) => {
      state = 'is sent';
      reader = body.getReader();
    },
    (error: ApiError) => {
      state = `${error.status} ${error.code} ${error.headers['Retry-After']}`;
    },
  );
  return {
    done,
    socket,
    get state() {
      return socket.destroyed ? 'is cut off' : state;
    },
    take: async () => (await reader!.read()).value?.length,
    async takeAll() {
      let bytes = 0;
      for (let part = await reader!.read(); !part.done; part = await reader!.read()) bytes += part.value.length;
      return bytes;
    },
    cancel: () => reader!.cancel(),
  };
}

/** A quarter of the room, by each of four clients. */
const fill = () => ['a', 'b', 'c', 'd'].map((client) => request(client, 32));

test('a body is counted until all of it is taken or the client has disconnected', async () => {
  const [one, other] = [request('a', 8), request('b', 4)];
  await one.done;
  await other.done;
  expect(bodies.bytes).toBe(12 * MIB);
  expect(await one.take()).toBe(64 * 1024);
  expect(bodies.bytes).toBe(12 * MIB);
  expect(await one.takeAll()).toBe(8 * MIB - 64 * 1024);
  expect(bodies.bytes).toBe(4 * MIB);
  await other.cancel();
  expect(bodies.bytes).toBe(0);
});

test('without room, a body waits until another one is taken', async () => {
  const [first] = fill();
  await pass(500);
  const next = request('e', 32);
  await pass(1000);
  expect(next.state).toBe('waits');
  await first!.takeAll();
  await next.done;
  expect(next.state).toBe('is sent');
  expect(bodies.bytes).toBe(128 * MIB);
});

test('a client that takes nothing is disconnected as soon as another one needs the room, those with the most first', async () => {
  const filled = fill();
  await pass(500);
  expect(request('a', 16).state).toBe('waits');
  await pass(4000);
  // Client b still reads.
  await filled[1]!.take();
  await pass(1000);
  const more = request('e', 40);
  await more.done;
  expect(more.state).toBe('is sent');
  expect(filled.map(({ state }) => state)).toEqual(['is cut off', 'is sent', 'is cut off', 'is sent']);
  expect(bodies.bytes).toBeLessThanOrEqual(128 * MIB);
});

test('a client that takes a part now and then is slow, too', async () => {
  const filled = fill();
  await pass(500);
  for (let second = 0; second < 20; second += 4) {
    for (const one of filled) await one.take();
    await pass(4000);
  }
  const more = request('e', 16);
  await more.done;
  expect(filled.filter(({ state }) => state === 'is cut off')).toHaveLength(1);
});

test('nobody is disconnected while there is room', async () => {
  const one = request('a', 40);
  await pass(600_000);
  expect(one.state).toBe('is sent');
});

test('one client may not have all of the room, and its own bodies make room for it', async () => {
  const [first, second] = [request('a', 30), request('a', 30)];
  await pass(10_500);
  expect([first.state, second.state]).toEqual(['is cut off', 'is sent']);
  // The client reads the second one fast enough.
  for (let part = 0; part < 100; part++) await second.take();
  const third = request('a', 30);
  for (let n = 0; n < 20; n++) {
    for (let part = 0; part < 10; part++) await second.take();
    await pass(500);
  }
  expect(third.state).toBe('429 too_many_queries 5');
  const other = request('b', 30);
  await other.done;
  expect(other.state).toBe('is sent');
});

test('too many that wait, and one that has waited for ten seconds, are refused with Retry-After', async () => {
  const filled = fill();
  await pass(500);
  const waiting = [request('e', 40), request('f', 20)];
  const late = request('g', 20);
  await late.done;
  expect(late.state).toBe('503 queries_busy 5');
  for (let n = 0; n < 20; n++) {
    for (const one of filled) for (let part = 0; part < 10; part++) await one.take();
    await pass(500);
  }
  expect(waiting.map(({ state }) => state)).toEqual(['503 queries_busy 5', '503 queries_busy 5']);
  expect(request('h', 20).state).toBe('waits');
});

test('a body whose client disconnects while it waits is forgotten', async () => {
  fill();
  await pass(500);
  const [gone, next] = [request('e', 60), request('f', 60)];
  await next.done;
  expect(next.state).toMatch(/^503/);
  gone.socket.destroy();
  await pass(1000);
  await gone.done;
  expect(request('f', 60).state).toBe('waits');
});

test('a body that is larger than the share of a client is sent if the client has no other', async () => {
  const one = request('a', 60);
  await one.done;
  expect(one.state).toBe('is sent');
  expect(await one.takeAll()).toBe(60 * MIB);
});
