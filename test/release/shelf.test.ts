import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Shelf } from '../../src/release/shelf.ts';

const bytesOf = (length: number, filler: number) => Buffer.alloc(length, filler);

describe('a shelf', () => {
  test('gives what it was given, as a copy', () => {
    const shelf = new Shelf<string>(1000);
    const given = Buffer.from('abc');
    shelf.keep('one', given, 'label');
    given.fill(0);
    const first = shelf.get('one')!;
    expect([first.bytes.toString(), first.label]).toEqual(['abc', 'label']);
    first.bytes.fill(0);
    expect(shelf.get('one')!.bytes.toString()).toBe('abc');
    expect(shelf.get('two')).toBeUndefined();
  });

  test('numbers come back as numbers', () => {
    const shelf = new Shelf(1000);
    shelf.keep('odd', Buffer.from('x'), undefined);
    shelf.keep('numbers', new Uint8Array(new Int32Array([1, -2, 3]).buffer), undefined);
    expect([...new Int32Array(shelf.get('numbers')!.bytes.buffer)]).toEqual([1, -2, 3]);
  });

  test('what was kept longest ago makes room', () => {
    // Each takes 66 bytes beside its own.
    const shelf = new Shelf(2 * (4 + 66));
    for (const [place, key] of ['a', 'b', 'c'].entries()) shelf.keep(key, bytesOf(4, place), undefined);
    expect(['a', 'b', 'c'].map((key) => shelf.get(key) !== undefined)).toEqual([false, true, true]);
  });

  test('more than the whole of it is not kept, and pushes nothing out', () => {
    const shelf = new Shelf(100);
    shelf.keep('a', bytesOf(4, 1), undefined);
    shelf.keep('b', bytesOf(35, 2), undefined);
    expect([shelf.get('a')?.bytes.length, shelf.get('b')]).toEqual([4, undefined]);
  });

  test('of what has no bytes it keeps no more than its size allows', () => {
    const shelf = new Shelf(10_000);
    const keys = Array.from({ length: 5000 }, (_, place) => `question ${place}`);
    for (const key of keys) shelf.keep(key, bytesOf(0, 0), undefined);
    expect(keys.filter((key) => shelf.get(key)).length).toBeLessThan(10_000 / 64);
    expect(shelf.get(keys.at(-1)!)?.bytes.length).toBe(0);
  });

  test('whatever is kept, what is found is what was kept last by that key, and the last thing is found', () => {
    const kept = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), length: fc.nat(120), filler: fc.nat(255) });
    fc.assert(
      fc.property(fc.array(kept, { maxLength: 60 }), (things) => {
        const shelf = new Shelf<number>(120 + 66);
        const last = new Map<string, Buffer>();
        for (const { key, length, filler } of things) {
          last.set(key, bytesOf(length, filler));
          shelf.keep(key, last.get(key)!, filler);
          expect(shelf.get(key)?.bytes).toEqual(last.get(key));
          for (const [other, bytes] of last) {
            const found = shelf.get(other);
            if (found) expect(found.bytes).toEqual(bytes);
          }
        }
      }),
    );
  });
});
