import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PreviousReleases, ReleasesInUse } from '../../src/release/previous-releases.ts';
import { BrokenRelease } from '../../src/release/release.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Releases, and a log of when each is opened and closed. */
function releases(missing: ReadonlySet<string> = new Set(), mostInUse?: number) {
  const log: string[] = [];
  const cache = new PreviousReleases<string>({
    close: (id) => void log.push(`close ${id}`),
    most: 2,
    idleMilliseconds: 1000,
    ...(mostInUse && { mostInUse }),
  });
  const open = async (id: string) => {
    log.push(`open ${id}`);
    if (missing.has(id)) throw new BrokenRelease('gone');
    return id;
  };
  const pinned = { hold: (id: string) => cache.hold(id, () => open(id)), stop: () => cache.stop() };
  return { pinned, log };
}

test('opens a release with several holds once, and closes it when it has been idle for a while', async () => {
  const { pinned, log } = releases();
  const leases = await Promise.all([pinned.hold('a'), pinned.hold('a'), pinned.hold('a')]);
  expect(leases.map((lease) => lease?.value)).toEqual(['a', 'a', 'a']);
  for (const lease of leases.slice(1)) lease?.end();
  await vi.advanceTimersByTimeAsync(5000);
  expect(log).toEqual(['open a']);
  leases[0]?.end();
  await vi.advanceTimersByTimeAsync(999);
  expect(log).toEqual(['open a']);
  await vi.advanceTimersByTimeAsync(1);
  expect(log).toEqual(['open a', 'close a']);
});

test('keeps a release open if it is held again within the idle time, and opens it again after that', async () => {
  const { pinned, log } = releases();
  for (let round = 0; round < 3; round++) {
    (await pinned.hold('a'))?.end();
    await vi.advanceTimersByTimeAsync(900);
  }
  expect(log).toEqual(['open a']);
  await vi.advanceTimersByTimeAsync(1000);
  (await pinned.hold('a'))?.end();
  expect(log).toEqual(['open a', 'close a', 'open a']);
});

test('closes the least recently used release without holds', async () => {
  const { pinned, log } = releases();
  for (const id of ['a', 'b', 'a', 'c']) (await pinned.hold(id))?.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['open a', 'open b', 'open c', 'close b']);
});

test('never closes a release while it is held, even above the limit, and closes the others in order of use', async () => {
  const { pinned, log } = releases();
  const held = await pinned.hold('a');
  for (const id of ['b', 'c', 'd']) (await pinned.hold(id))?.end();
  await vi.advanceTimersByTimeAsync(5000);
  const closed = () => log.filter((line) => line.startsWith('close'));
  expect(closed()).toEqual(['close b', 'close c', 'close d']);
  held?.end();
  held?.end();
  await vi.advanceTimersByTimeAsync(5000);
  expect(closed()).toEqual(['close b', 'close c', 'close d', 'close a']);
});

test('returns null for a release that no longer exists, and tries to open it again the next time', async () => {
  const missing = new Set(['a']);
  const { pinned, log } = releases(missing);
  expect(await Promise.all([pinned.hold('a'), pinned.hold('a')])).toEqual([null, null]);
  missing.delete('a');
  expect((await pinned.hold('a'))?.value).toBe('a');
  expect(log).toEqual(['open a', 'open a']);
});

test('stop closes releases without holds, and the others after their last hold ends', async () => {
  const { pinned, log } = releases();
  const held = await pinned.hold('a');
  (await pinned.hold('b'))?.end();
  pinned.stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['open a', 'open b', 'close b']);
  held?.end();
  await vi.advanceTimersByTimeAsync(1000);
  expect(log).toEqual(['open a', 'open b', 'close b', 'close a']);
});

test('with a limit of one in use, opens another release only while none is held, and closes the idle one', async () => {
  const { pinned, log } = releases(new Set(), 1);
  const [one, same] = await Promise.all([pinned.hold('a'), pinned.hold('a')]);
  await expect(pinned.hold('b')).rejects.toThrow(ReleasesInUse);
  one?.end();
  await expect(pinned.hold('b')).rejects.toThrow(ReleasesInUse);
  same?.end();
  expect((await pinned.hold('b'))?.value).toBe('b');
  expect(log).toEqual(['open a', 'open b', 'close a']);
});

test('throws any other error, and tries to open the release again the next time', async () => {
  let opened = 0;
  const open = async () => {
    opened += 1;
    if (opened === 1) throw new Error('no memory');
    return 'a';
  };
  const pinned = new PreviousReleases<string>({ close: () => {} });
  await expect(pinned.hold('a', open)).rejects.toThrow('no memory');
  expect((await pinned.hold('a', open))?.value).toBe('a');
});

test('opens each release with the function of its first hold, in whatever order they resolve', async () => {
  const pinned = new PreviousReleases<string>({ close: () => {} });
  const [a, b] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const opening = [
    pinned.hold('a', () => a.promise),
    pinned.hold('b', () => b.promise),
    pinned.hold('a', () => Promise.resolve('another')),
  ];
  b.resolve('of b');
  a.resolve('of a');
  const leases = await Promise.all(opening);
  expect(leases.map((lease) => lease?.value)).toEqual(['of a', 'of b', 'of a']);
});
