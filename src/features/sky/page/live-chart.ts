import { svgElement } from '../../../dom/element.ts';
import { RADIUS, skyChart } from './passes/pass-chart.ts';
import { onPolar } from './polar.ts';
import type { Above } from './sky-objects.ts';

/** How far from a dot a pointer or finger may be, CSS pixels. */
const REACH = 14;
/** Width and height of the drawing. */
const SIZE = 296;

/** The live chart: every object above the place as a dot. */
export class LiveChart {
  readonly element = skyChart('Chart of the sky with every object above you now; the table lists the same');
  /** The dots by light. Visible objects lie above the others, each on a larger dot that is its edge. */
  readonly #dots = ['shadow', 'lit', 'edge', 'seen'].map((light) => ({
    light,
    path: svgElement('path', { class: `dots ${light}` }),
  }));
  readonly #mark = svgElement('circle', { class: 'mark', r: '4' });
  #above: Above | null = null;
  #marked: number | null = null;

  constructor() {
    this.element.setAttribute('viewBox', `${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`);
    this.element.append(...this.#dots.map(({ path }) => path));
  }

  show(above: Above): void {
    this.#above = above;
    const [lit, shadow] = [1, 0].map((light) =>
      above.ids
        .flatMap((_, row) => {
          const { x, y } = this.#place(row);
          return above.sunlit[row] === light ? `M${x.toFixed(1)} ${y.toFixed(1)}h0` : [];
        })
        .join(''),
    ) as [string, string];
    const dark = above.sun <= -6;
    for (const { light, path } of this.#dots)
      path.setAttribute('d', light === 'shadow' ? shadow : dark === (light !== 'lit') ? lit : '');
    this.mark(this.#marked);
  }

  /** Marks the object with a catalog number; null removes the mark. */
  mark(id: number | null): void {
    this.#marked = id;
    const row = id === null ? -1 : (this.#above?.ids.indexOf(id) ?? -1);
    if (row < 0) {
      this.#mark.remove();
      return;
    }
    const { x, y } = this.#place(row);
    this.#mark.setAttribute('cx', x.toFixed(1));
    this.#mark.setAttribute('cy', y.toFixed(1));
    this.element.append(this.#mark);
  }

  /** The row of the object nearest to a point of the window; null if none is near. */
  at(clientX: number, clientY: number): number | null {
    const { left, top, width } = this.element.getBoundingClientRect();
    const scale = width / SIZE;
    const [x, y] = [(clientX - left - width / 2) / scale, (clientY - top - width / 2) / scale];
    let [nearest, least]: [number | null, number] = [null, REACH / scale];
    for (const row of this.#above?.ids.keys() ?? []) {
      const dot = this.#place(row);
      const distance = Math.hypot(dot.x - x, dot.y - y);
      if (distance < least) [nearest, least] = [row, distance];
    }
    return nearest;
  }

  #place(row: number): { x: number; y: number } {
    const { azimuth_deg, elevation_deg } = this.#above!;
    return onPolar(azimuth_deg[row]!, elevation_deg[row]!, RADIUS);
  }
}
