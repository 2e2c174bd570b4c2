import { readColors } from '../../dom/read-colors.ts';
import { otherColor } from '../groups.ts';
import type { Color, Theme } from './drawing.ts';

/** The colors of the page's theme as WebGL takes them. They are custom properties, so the page's styles say them once. */
export interface Palette {
  readonly theme: Theme;
  /** Colors of groups. */
  readonly groups: readonly Color[];
}

/** Reads a computed color: `rgb(1, 2, 3)`, `rgba(1, 2, 3, 0.5)` or `color(srgb 0.1 0.2 0.3 / 0.5)`. */
export function colorOf(text: string): Color {
  const [red = 0, green = 0, blue = 0, opacity = 1] = (text.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
  const most = text.startsWith('color(') ? 1 : 255;
  return [red / most, green / most, blue / most, opacity];
}

/** Reads the colors that hold for an element now. */
export function readPalette(element: HTMLElement): Palette {
  const theme = readColors(element, 'globe', ['sky', 'day', 'night', 'coast', 'graticule', 'path', 'track', 'mark']);
  const places = Array.from({ length: otherColor + 1 }, (_, place) => String(place));
  const groups = Object.values(readColors(element, 'globe', places));
  return {
    theme: Object.fromEntries(Object.entries(theme).map(([name, color]) => [name, colorOf(color)])) as unknown as Theme,
    groups: groups.map(colorOf),
  };
}
