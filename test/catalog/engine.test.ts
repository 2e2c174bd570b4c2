import {
  constants,
  createGunzip,
  createZstdCompress,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Engine } from '../../src/catalog/engine.ts';
import { seeded } from '../seeded.ts';

const unused = (): Buffer => {
  throw new Error('Node is otherwise inside than expected: every body gets an engine of its own');
};
const random = seeded(7);
const letters = [...'orbit 25544 é'];
const text = (length: number) =>
  Buffer.from(Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join(''));
const bodies = [0, 1, 100, 20_000, 65_535, 65_536, 300_000, 3_000_000, 50].map(text);

describe('an engine for many bodies', () => {
  test('unpacks what gzip packed, whatever its size and however much of it is known', () => {
    const gunzip = new Engine(createGunzip(), constants.Z_FINISH, unused);
    for (const body of bodies)
      for (const size of [0, body.length, body.length * 2])
        expect(gunzip.run(gzipSync(body), size).equals(body)).toBe(true);
  });

  test('packs with zstd what Node unpacks', () => {
    const zstd = new Engine(createZstdCompress(), constants.ZSTD_e_end, unused);
    for (const body of bodies) expect(zstdDecompressSync(zstd.run(body)).equals(body)).toBe(true);
    expect(zstd.run(bodies[3]!).equals(zstdCompressSync(bodies[3]!))).toBe(true);
  });

  test('says what is wrong with a body, and goes on with the next', () => {
    const gunzip = new Engine(createGunzip(), constants.Z_FINISH, unused);
    const whole = gzipSync(bodies[3]!);
    const changed = Buffer.from(whole);
    changed[whole.length >> 1]! ^= 0xff;
    for (const broken of [whole.subarray(0, -9), Buffer.from('not gzip at all'), changed]) {
      expect(() => gunzip.run(broken)).toThrow(/unexpected end|incorrect|invalid/);
      expect(gunzip.run(whole).equals(bodies[3]!)).toBe(true);
    }
  });

  test('does without where Node is otherwise inside', () => {
    const gunzip = new Engine({} as never, constants.Z_FINISH, gunzipSync);
    expect(gunzip.run(gzipSync(bodies[3]!)).equals(bodies[3]!)).toBe(true);
  });
});
