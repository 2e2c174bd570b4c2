import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { executablePath } from '../browser/site/sample-site.ts';

/**
 * Draws the glyphs of share cards in Chromium, from the font of the website, and writes `src/card/glyphs.json`. Run it after a change
 * of the font or the faces: `node test/card/make-glyphs.ts`.
 */
const root = join(import.meta.dirname, '../..');
const faces = [
  { name: 'title', px: 68, weight: 600 },
  { name: 'text', px: 32, weight: 450 },
] as const;
const letters = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)),
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(161 + at)).filter((letter) => letter !== '\u00ad'),
  ...'–—‘’“”…−',
].join('');

interface Drawn {
  readonly ascent: number;
  readonly height: number;
  readonly widths: readonly number[];
  /** Alpha of every glyph, row by row, 0 to 15. */
  readonly alpha: readonly number[];
}

const font = await readFile(
  join(root, 'node_modules/@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2'),
);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--font-render-hinting=none'] });
const page = await browser.newPage();
const draw = `(async ({ font, letters, px, weight }) => {
  const face = new FontFace('Card', 'url(data:font/woff2;base64,' + font + ')', { weight: '100 900' });
  document.fonts.add(await face.load());
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const style = weight + ' ' + px + 'px Card';
  context.font = style;
  const ascent = Math.ceil(px * 0.95), height = Math.ceil(px * 1.25);
  const widths = [...letters].map((letter) => Math.round(context.measureText(letter).width));
  const alpha = [];
  for (const [at, letter] of [...letters].entries()) {
    canvas.width = Math.max(1, widths[at]);
    canvas.height = height;
    context.font = style;
    context.fillText(letter, 0, ascent);
    const { data } = context.getImageData(0, 0, canvas.width, height);
    for (let i = 3; i < data.length; i += 4) alpha.push(Math.round(data[i] / 17));
  }
  return { ascent, height, widths, alpha };
})`;
const written: Record<string, unknown> = { letters };
for (const { name, px, weight } of faces) {
  const { alpha, ...metrics } = (await page.evaluate(
    `${draw}(${JSON.stringify({ font: font.toString('base64'), letters, px, weight })})`,
  )) as Drawn;
  // Two pixels in a byte.
  const packed = Buffer.alloc(Math.ceil(alpha.length / 2));
  for (const [at, value] of alpha.entries()) packed[at >> 1]! |= at % 2 === 0 ? value << 4 : value;
  written[name] = { ...metrics, alpha: deflateSync(packed, { level: 9 }).toString('base64') };
}
await browser.close();
await writeFile(join(root, 'src/card/glyphs.json'), `${JSON.stringify(written)}\n`);
