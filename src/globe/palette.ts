import type { Color, Theme } from './drawing.ts';
import { otherColor } from './groups.ts';

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
  const probe = document.createElement('i');
  probe.hidden = true;
  element.append(probe);
  const read = (name: string) => {
    probe.style.color = `var(--globe-${name})`;
    return colorOf(getComputedStyle(probe).color);
  };
  const theme = {
    sky: read('sky'),
    day: read('day'),
    night: read('night'),
    coast: read('coast'),
    graticule: read('graticule'),
    path: read('path'),
    track: read('track'),
    mark: read('mark'),
  };
  const groups = Array.from({ length: otherColor + 1 }, (_, index) => read(String(index)));
  probe.remove();
  return { theme, groups };
}
