import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PinnedReleases, ReleasesInUse } from '../../src/release/pinned.ts';
import { BrokenRelease } from '../../src/release/release.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Releases that are opened and closed, each time in writing. */
function releases(gone: ReadonlySet<string> = new Set(), mostInUse?: number) {
  const told: string[] = [];
  const kept = new PinnedReleases<string>({
    close: (id) => void told.push(`close ${id}`),
    most: 2,
    idleMilliseconds: 1000,
    ...(mostInUse && { mostInUse }),
  });
  const open = async (id: string) => {
    told.push(`open ${id}`);
    if (gone.has(id)) throw new BrokenRelease('gone');
    return id;
  };
  const pinned = { hold: (id: string) => kept.hold(id, () => open(id)), stop: () => kept.stop() };
  return { pinned, told };
}

test('one that several hold is opened once, and closed when nobody has asked for a while', async () => {
  const { pinned, told } = releases();
  const leases = await Promise.all([pinned.hold('a'), pinned.hold('a'), pinned.hold('a')]);
  expect(leases.map((lease) => lease?.value)).toEqual(['a', 'a', 'a']);
  for (const lease of leases.slice(1)) lease?.end();
  await vi.advanceTimersByTimeAsync(5000);
  expect(told).toEqual(['open a']);
  leases[0]?.end();
  await vi.advanceTimersByTimeAsync(999);
  expect(told).toEqual(['open a']);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual(['open a', 'close a']);
});

test('asking again within that while keeps it open, and asking after it opens it anew', async () => {
  const { pinned, told } = releases();
  for (let turn = 0; turn < 3; turn++) {
    (await pinned.hold('a'))?.end();
    await vi.advanceTimersByTimeAsync(900);
  }
  expect(told).toEqual(['open a']);
  await vi.advanceTimersByTimeAsync(1000);
  (await pinned.hold('a'))?.end();
  expect(told).toEqual(['open a', 'close a', 'open a']);
});

test('of those that nobody holds the one asked for longest ago is closed', async () => {
  const { pinned, told } = releases();
  for (const id of ['a', 'b', 'a', 'c']) (await pinned.hold(id))?.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(['open a', 'open b', 'open c', 'close b']);
});

test('what is held is never closed, however many are open', async () => {
  const { pinned, told } = releases();
  const held = await pinned.hold('a');
  for (const id of ['b', 'c', 'd']) (await pinned.hold(id))?.end();
  await vi.advanceTimersByTimeAsync(5000);
  expect(told).not.toContain('close a');
  expect(told).toEqual(expect.arrayContaining(['close b', 'close c', 'close d']));
  held?.end();
  held?.end();
  await vi.advanceTimersByTimeAsync(5000);
  expect(told.filter((line) => line === 'close a')).toHaveLength(1);
});

test('one that is kept no more is null, and is looked for again the next time', async () => {
  const gone = new Set(['a']);
  const { pinned, told } = releases(gone);
  expect(await Promise.all([pinned.hold('a'), pinned.hold('a')])).toEqual([null, null]);
  gone.delete('a');
  expect((await pinned.hold('a'))?.value).toBe('a');
  expect(told).toEqual(['open a', 'open a']);
});

test('stopping closes what nobody holds, and the rest when it is given back', async () => {
  const { pinned, told } = releases();
  const held = await pinned.hold('a');
  (await pinned.hold('b'))?.end();
  pinned.stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(['open a', 'open b', 'close b']);
  held?.end();
  await vi.advanceTimersByTimeAsync(1000);
  expect(told.at(-1)).toBe('close a');
});

test('with a limit another one is opened only when none is in use, and an idle one is closed first', async () => {
  const { pinned, told } = releases(new Set(), 1);
  const [one, same] = await Promise.all([pinned.hold('a'), pinned.hold('a')]);
  await expect(pinned.hold('b')).rejects.toThrow(ReleasesInUse);
  one?.end();
  await expect(pinned.hold('b')).rejects.toThrow(ReleasesInUse);
  same?.end();
  expect((await pinned.hold('b'))?.value).toBe('b');
  expect(told).toEqual(['open a', 'open b', 'close a']);
});

test('an error of another kind is thrown, and the next request opens it again', async () => {
  let opened = 0;
  const open = async () => {
    opened += 1;
    if (opened === 1) throw new Error('no memory');
    return 'a';
  };
  const pinned = new PinnedReleases<string>({ close: () => {} });
  await expect(pinned.hold('a', open)).rejects.toThrow('no memory');
  expect((await pinned.hold('a', open))?.value).toBe('a');
});

test('each is opened by who holds it first, in whatever order they come to their end', async () => {
  const pinned = new PinnedReleases<string>({ close: () => {} });
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
