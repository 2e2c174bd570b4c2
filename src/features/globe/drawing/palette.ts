import { otherColor } from '../coloring.ts';
import type { Color, Theme } from './drawing.ts';

/** The colors of the page's theme for WebGL. They are custom properties, so they are defined only in the page's styles. */
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

/** Reads an element's current colors. A custom property is text: its color can be read only from an element that uses it. */
export function readPalette(element: HTMLElement): Palette {
  const probe = element.appendChild(document.createElement('i'));
  probe.hidden = true;
  const read = (name: string | number) => {
    probe.style.color = `var(--globe-${name})`;
    return colorOf(getComputedStyle(probe).color);
  };
  const names = ['sky', 'day', 'night', 'coast', 'graticule', 'path', 'track', 'mark'] as const;
  const theme = Object.fromEntries(names.map((name) => [name, read(name)])) as unknown as Theme;
  const groups = Array.from({ length: otherColor + 1 }, (_, place) => read(place));
  probe.remove();
  return { theme, groups };
}
