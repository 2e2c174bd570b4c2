import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { encoders, zstdAtOnce } from '../../src/http/compression.ts';

const unpack = { gzip: gunzipSync, zstd: zstdDecompressSync, br: brotliDecompressSync };
const bodies = Array.from({ length: 30 }, (_, place) =>
  Buffer.from(JSON.stringify(Array.from({ length: place ** 3 }, (_nothing, n) => ({ place, n: n * 7919 })))),
);

describe.each(['gzip', 'zstd', 'br'] as const)('%s', (coding) => {
  test('thirty bodies at once, more than there are engines, each comes back whole', async () => {
    const packed = await Promise.all(bodies.map((body) => encoders[coding](body)));
    expect(packed.map((bytes) => unpack[coding](bytes).toString())).toEqual(bodies.map(String));
  });
});

test('at once: each is a copy of its own', () => {
  const packed = bodies.map(zstdAtOnce);
  expect(packed.map((bytes) => zstdDecompressSync(bytes).toString())).toEqual(bodies.map(String));
});
