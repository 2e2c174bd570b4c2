import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Uint8Array): Uint8Array {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
}

/** An image of palette indices, row by row, as PNG. The palette has at most 256 colors: `[r, g, b]`. */
export function indexedPng(
  pixels: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  palette: readonly (readonly [number, number, number])[],
): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // 8 bits per pixel, with a palette.
  head.set([8, 3], 8);
  const rows = new Uint8Array((width + 1) * height);
  // The first byte of a row is its filter: none.
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', head),
      chunk('PLTE', Uint8Array.from(palette.flat())),
      chunk('IDAT', deflateSync(rows, { level: 6 })),
      chunk('IEND', new Uint8Array()),
    ]),
  );
}
