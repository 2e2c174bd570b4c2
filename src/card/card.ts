import { inflateSync } from 'node:zlib';
import stored from './glyphs.json' with { type: 'json' };
import { indexedPng } from './png.ts';

/** The size that sites show beside a link. */
export const cardSize = { width: 1200, height: 630 } as const;
const { width, height } = cardSize;

/** The texts of a card: a title, lines below it, and a last line. */
export interface CardText {
  readonly title: string;
  readonly lines: readonly string[];
  readonly last: string;
}

/** The card as a text, for those who do not see it. */
export const cardAlt = ({ title, lines, last }: CardText): string => [title, ...lines, last].join('. ');

type Rgb = readonly [number, number, number];
const paper: Rgb = [15, 19, 21];
const inks = { ink: [246, 246, 241], soft: [154, 165, 164], mark: [255, 201, 51] } as const satisfies Record<
  string,
  Rgb
>;
type Ink = keyof typeof inks;
/** Steps from the paper to an ink: the alpha of glyphs has as many. */
const STEPS = 16;
const starts: Readonly<Record<Ink, number>> = { ink: 0, soft: STEPS, mark: 2 * STEPS };
const palette = Object.values(inks).flatMap((color) =>
  Array.from({ length: STEPS }, (_, step) => {
    const mixed = (at: 0 | 1 | 2) => Math.round(paper[at] + ((color[at] - paper[at]) * step) / (STEPS - 1));
    return [mixed(0), mixed(1), mixed(2)] as const;
  }),
);

interface Face {
  readonly ascent: number;
  readonly height: number;
  readonly widths: readonly number[];
  /** The first pixel of each glyph. */
  readonly offsets: readonly number[];
  readonly packed: Uint8Array;
}

const letters = new Map([...stored.letters].map((letter, at) => [letter, at]));
const faces = { title: faceOf(stored.title), text: faceOf(stored.text) };

function faceOf({ alpha, ...metrics }: (typeof stored)['title']): Face {
  let offset = 0;
  const offsets = metrics.widths.map((glyph) => {
    const at = offset;
    offset += Math.max(1, glyph) * metrics.height;
    return at;
  });
  return { ...metrics, offsets, packed: inflateSync(Buffer.from(alpha, 'base64')) };
}

/** Whether the cards have all letters of a text, or these without accents. */
export const isDrawable = (text: string): boolean => text.includes('?') || !glyphsOf(text).includes(letters.get('?')!);

/** A text in letters that the cards have: accents of other letters are left out, and the rest are question marks. */
const glyphsOf = (text: string): number[] =>
  [...text.normalize('NFC')].flatMap((letter) => {
    const plain = letters.has(letter) ? letter : letter.normalize('NFD').replace(/\p{M}/gu, '');
    return [...plain].map((one) => letters.get(one) ?? letters.get('?')!);
  });

const widthOf = (face: Face, text: string): number =>
  glyphsOf(text).reduce((sum, glyph) => sum + face.widths[glyph]!, 0);

/** A text in lines of at most `most` pixels; the last of them ends with an ellipsis if there is more. */
function wrapped(face: Face, text: string, most: number, mostLines: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && widthOf(face, longer) <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const isCut = lines.length > mostLines;
  return lines.slice(0, mostLines).map((line, at) => {
    let fitting = isCut && at === mostLines - 1 ? `${line}…` : line;
    while (widthOf(face, fitting) > most) fitting = `${fitting.replace(/…$/, '').slice(0, -1)}…`;
    return fitting;
  });
}

/** The web of the site: rings around a disk. It is the same on every card, and shows no orbit. */
const background = ((): Uint8Array => {
  const pixels = new Uint8Array(width * height);
  const [cx, cy, disk] = [985, 315, 34];
  const rings = [90, 150, 215, 290];
  for (let y = 0; y < height; y++)
    for (let x = cx - 300; x < width; x++) {
      const distance = Math.hypot(x - cx, y - cy);
      const ring = Math.max(...rings.map((radius) => 1.5 - Math.abs(distance - radius)), 0);
      const inDisk = Math.min(Math.max(disk + 0.5 - distance, 0), 1);
      if (inDisk > 0) pixels[y * width + x] = starts.ink + Math.round(inDisk * (STEPS - 1));
      else if (ring > 0) pixels[y * width + x] = starts.soft + Math.round(Math.min(ring, 1) * 8);
    }
  return pixels;
})();

/** Draws a share card as PNG. */
export function shareCard({ title, lines, last }: CardText): Uint8Array<ArrayBuffer> {
  const pixels = background.slice();
  const [left, most] = [74, 600];
  for (let y = 62; y < 98; y++) pixels.fill(starts.mark + STEPS - 1, y * width + left, y * width + left + 8);
  write(faces.text, 'Orbweaver', left + 24, 92, 'ink');
  const titleLines = wrapped(faces.title, title, most, 3);
  let y = 204;
  for (const line of titleLines) {
    write(faces.title, line, left, y, 'ink');
    y += 76;
  }
  y -= 12;
  for (const line of lines.flatMap((one) => wrapped(faces.text, one, most, 2))) {
    write(faces.text, line, left, y, 'ink');
    y += 40;
  }
  write(faces.text, wrapped(faces.text, last, most, 1)[0]!, left, 590, 'soft');
  return indexedPng(pixels, cardSize, palette);

  /** Writes a line of text; `baseline` is its vertical position. */
  function write(face: Face, text: string, x: number, baseline: number, ink: Ink): void {
    const top = baseline - face.ascent;
    let pen = x;
    for (const glyph of glyphsOf(text)) {
      const wide = face.widths[glyph]!;
      for (let row = 0; row < face.height; row++)
        for (let column = 0; column < wide; column++) {
          const at = face.offsets[glyph]! + row * wide + column;
          const alpha = at % 2 === 0 ? face.packed[at >> 1]! >> 4 : face.packed[at >> 1]! & 15;
          if (alpha > 0) pixels[(top + row) * width + pen + column] = starts[ink] + alpha;
        }
      pen += wide;
    }
  }
}
