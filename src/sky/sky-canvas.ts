import { readColors } from '../globe/palette.ts';
import { onPolar } from './polar.ts';
import type { Above } from './sky-objects.ts';

/** Room around the horizon for the points of the compass, and the reach of a finger or pointer, CSS pixels. */
const [MARGIN, REACH] = [26, 14];

/** The colors of the chart are custom properties of the canvas: the styles say them once for both themes. */
const colorNames = ['field', 'horizon', 'rule', 'ink', 'soft', 'seen', 'lit', 'shadow', 'edge'] as const;
type ColorName = (typeof colorNames)[number];

/** The live chart: every object above the place as a dot. */
export class SkyCanvas {
  readonly #canvas: HTMLCanvasElement;
  #above: Above | null = null;
  #marked: number | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    new ResizeObserver(() => this.#draw()).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#draw());
  }

  show(above: Above | null): void {
    this.#above = above;
    this.#draw();
  }

  /** Marks the object of a number; null none. */
  mark(id: number | null): void {
    if (id === this.#marked) return;
    this.#marked = id;
    this.#draw();
  }

  /** The row of the object nearest to a point of the window; null where none is near. */
  at(clientX: number, clientY: number): number | null {
    if (!this.#above) return null;
    const { left, top, width } = this.#canvas.getBoundingClientRect();
    const [x, y] = [clientX - left - width / 2, clientY - top - width / 2];
    let [row, least]: [number | null, number] = [null, REACH];
    for (let index = 0; index < this.#above.ids.length; index += 1) {
      const dot = this.#place(index, width);
      const distance = Math.hypot(dot.x - x, dot.y - y);
      if (distance < least) [row, least] = [index, distance];
    }
    return row;
  }

  #place(row: number, width: number): { x: number; y: number } {
    const { azimuth_deg, elevation_deg } = this.#above!;
    return onPolar(azimuth_deg[row]!, elevation_deg[row]!, width / 2 - MARGIN);
  }

  #draw(): void {
    const context = this.#canvas.getContext('2d');
    const width = this.#canvas.clientWidth;
    if (!context || width === 0) return;
    const scale = devicePixelRatio;
    const pixels = Math.round(width * scale);
    if (this.#canvas.width !== pixels) [this.#canvas.width, this.#canvas.height] = [pixels, pixels];
    const style = getComputedStyle(this.#canvas);
    const colors = readColors(this.#canvas, 'sky', colorNames);
    const color = (name: ColorName) => colors[name];
    context.setTransform(scale, 0, 0, scale, (width / 2) * scale, (width / 2) * scale);
    context.clearRect(-width / 2, -width / 2, width, width);
    this.#drawGrid(context, width / 2 - MARGIN, color, style.fontFamily);
    if (!this.#above) return;
    const { ids, sunlit, sun } = this.#above;
    const dark = sun <= -6;
    // Those in sunlight last: they lie above the others. All of a kind are one path, drawn in one call.
    for (const light of [0, 1]) {
      const seen = dark && light === 1;
      context.beginPath();
      for (let row = 0; row < ids.length; row += 1) {
        if (sunlit[row] !== light) continue;
        const { x, y } = this.#place(row, width);
        context.moveTo(x + (seen ? 2.8 : 2.1), y);
        context.arc(x, y, seen ? 2.8 : 2.1, 0, 2 * Math.PI);
      }
      context.fillStyle = color(seen ? 'seen' : light === 1 ? 'lit' : 'shadow');
      context.fill();
      if (!seen) continue;
      context.lineWidth = 0.8;
      context.strokeStyle = color('edge');
      context.stroke();
    }
    const row = this.#marked === null ? -1 : ids.indexOf(this.#marked);
    if (row < 0) return;
    const { x, y } = this.#place(row, width);
    context.beginPath();
    context.arc(x, y, 8, 0, 2 * Math.PI);
    context.lineWidth = 1.5;
    context.strokeStyle = color('ink');
    context.stroke();
  }

  #drawGrid(context: CanvasRenderingContext2D, radius: number, color: (name: ColorName) => string, face: string): void {
    for (const elevation of [0, 30, 60]) {
      context.beginPath();
      context.arc(0, 0, (radius * (90 - elevation)) / 90, 0, 2 * Math.PI);
      if (elevation === 0) {
        context.fillStyle = color('field');
        context.fill();
      }
      context.lineWidth = 1;
      context.strokeStyle = color(elevation === 0 ? 'horizon' : 'rule');
      context.stroke();
    }
    context.beginPath();
    for (const [x, y] of [
      [radius, 0],
      [0, radius],
    ] as const) {
      context.moveTo(-x, -y);
      context.lineTo(x, y);
    }
    context.strokeStyle = color('rule');
    context.stroke();
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillStyle = color('ink');
    context.font = `560 13px ${face}`;
    for (const [index, name] of ['N', 'E', 'S', 'W'].entries()) {
      const angle = (index * Math.PI) / 2;
      context.fillText(name, (radius + 14) * Math.sin(angle), -(radius + 14) * Math.cos(angle));
    }
    context.fillStyle = color('soft');
    context.font = `400 11px ${face}`;
    for (const elevation of [30, 60]) context.fillText(`${elevation}°`, 12, -(radius * (90 - elevation)) / 90 - 8);
  }
}
