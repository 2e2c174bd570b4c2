import { siderealAngle, sunDirection } from '../../orbit/observation/sky.ts';
import { STATE_SIZE } from '../../orbit/vector.ts';
import type { Computed } from '../sky/page/not-computed.ts';
import type { GlobeClock } from './clock.ts';
import { type Coloring, otherColor } from './coloring.ts';
import { type Camera, discRadius, firstView, type Size, viewMatrix } from './drawing/camera.ts';
import type { Color, Drawing } from './drawing/drawing.ts';
import { groundTrack } from './drawing/lines.ts';
import type { Palette } from './drawing/palette.ts';
import { Sharpness } from './drawing/sharpness.ts';
import { earthFixed, hermiteWeights, type Keyframe, placeBetween, spanSeconds } from './motion.ts';
import { type Picked, pick } from './picking.ts';
import { LEO_DAYS } from './position-age.ts';
import type { Propagation } from './propagation.ts';

/** The drawing's group of objects whose low orbit is too old for a position. */
const fadedGroup = 7;
/** The drawing's group of hidden objects. */
const hiddenGroup = 8;
/** The share of the opacity that objects of the faded group keep. */
const faded = 0.28;
const DAY_MS = 86_400_000;

/** The globe on the page: setting a property redraws it. */
export class Globe {
  camera: Camera = firstView;
  /** The marked row; null if there is none. */
  marked: number | null = null;
  /** Groups that are hidden. */
  readonly left = new Set<number>();
  #filter: Uint8Array | null = null;
  #fadedOn = Number.NaN;
  readonly #canvas: HTMLCanvasElement;
  readonly #drawing: Drawing;
  readonly #propagation: Propagation;
  readonly #clock: GlobeClock;
  readonly #onDrawn: () => void;
  readonly #sharpness = new Sharpness();
  #palette: Palette;
  #coloring: Coloring;
  #pair: readonly [Keyframe, Keyframe] | null = null;
  #time = 0;
  #frame = 0;
  #later: ReturnType<typeof setTimeout> | undefined;
  #visible = true;
  readonly #placed: (() => void)[] = [];

  constructor(
    parts: { canvas: HTMLCanvasElement; drawing: Drawing; propagation: Propagation; clock: GlobeClock },
    look: { palette: Palette; coloring: Coloring },
    onDrawn: () => void,
  ) {
    this.#canvas = parts.canvas;
    this.#drawing = parts.drawing;
    this.#propagation = parts.propagation;
    this.#clock = parts.clock;
    this.#palette = look.palette;
    this.#coloring = look.coloring;
    this.#onDrawn = onDrawn;
  }

  /** Rows that are shown, 1 each; null shows all. */
  set filter(filter: Uint8Array | null) {
    this.#filter = filter;
    this.#fadedOn = Number.NaN;
    this.draw();
  }

  get filter(): Uint8Array | null {
    return this.#filter;
  }

  /** How many objects are shown. */
  get shown(): number {
    const { groupOf } = this.#coloring;
    let count = 0;
    for (let row = 0; row < groupOf.length; row += 1) if (this.#isShown(row)) count += 1;
    return count;
  }

  #isShown(row: number, filter = this.#filter): boolean {
    return !this.left.has(this.#coloring.groupOf[row]!) && (filter === null || filter[row] === 1);
  }

  /** Whether the globe is visible: a hidden one is not drawn. */
  set visible(visible: boolean) {
    this.#visible = visible;
    if (visible) this.draw();
  }

  set palette(palette: Palette) {
    this.#palette = palette;
    this.draw();
  }

  get coloring(): Coloring {
    return this.#coloring;
  }

  set coloring(coloring: Coloring) {
    this.#coloring = coloring;
    this.left.clear();
    this.#fadedOn = Number.NaN;
    this.draw();
  }

  /** The size of the drawing on the page, CSS pixels. */
  get size(): Size {
    return { width: this.#canvas.clientWidth || 1, height: this.#canvas.clientHeight || 1 };
  }

  /** Requests the next frame. */
  draw(): void {
    if (this.#frame === 0 && this.#visible) this.#frame = requestAnimationFrame(() => this.#paint());
  }

  /** Position of a drawn object, Earth-fixed, Earth radii; null if the object is not drawn. */
  placeOf(row: number): readonly [number, number, number] | null {
    return this.#isShown(row) ? this.positionOf(row) : null;
  }

  /** Position of an object, drawn or not, Earth-fixed, Earth radii; null if unknown. */
  positionOf(row: number): readonly [number, number, number] | null {
    if (!this.#pair) return null;
    return placeBetween(row, this.#pair[0], this.#pair[1], this.#weights(), siderealAngle(this.#time));
  }

  /**
   * Number of objects that the filter and the legend show, and how many of them have a position at the time shown. Why others have none is
   * not known here. Zeros before the first picture.
   */
  placed(filter = this.#filter): Computed {
    let [computed, leftOut] = [0, 0];
    if (this.#pair)
      for (let row = 0; row < this.#coloring.groupOf.length; row += 1) {
        if (!this.#isShown(row, filter)) continue;
        if (this.positionOf(row)) computed += 1;
        else leftOut += 1;
      }
    return { computed, leftOut, tooOld: 0 };
  }

  /** Calls back once objects have positions: after the first picture. */
  whenPlaced(then: () => void): void {
    if (this.#pair) then();
    else this.#placed.push(then);
  }

  /** Speed of an object, km/s, inertial; 0 if unknown. */
  speedOf(row: number): number {
    if (!this.#pair) return 0;
    const share = this.#weights()[2]!;
    const along = (axis: number) => {
      const [a, b] = this.#pair!.map(({ states }) => states[row * STATE_SIZE + 3 + axis]!) as [number, number];
      return a + (b - a) * share;
    };
    return Math.hypot(along(0), along(1), along(2));
  }

  /** The object drawn nearest to a point of the page's drawing (CSS pixels), within reach. */
  nearest(at: { x: number; y: number }, reach: number): Picked | null {
    if (!this.#pair) return null;
    const [first, second] = this.#pair;
    const [weights, sidereal] = [this.#weights(), siderealAngle(this.#time)];
    const { groupOf } = this.#coloring;
    return pick(this.camera, this.size, at, reach, groupOf.length, (row) =>
      this.#isShown(row) ? placeBetween(row, first, second, weights, sidereal) : null,
    );
  }

  /** Marks an object and draws its orbit; null removes the mark. */
  async mark(row: number | null): Promise<void> {
    if (row === this.marked) return;
    this.marked = row;
    this.#drawing.setPath(null, null);
    this.draw();
    if (row === null) return;
    const path = await this.#propagation.path(row, this.#time);
    if (this.marked !== row) return;
    this.#drawing.setPath(path && path.places, path && groundTrack(path));
    this.draw();
  }

  #weights(): number[] {
    const [first, second] = this.#pair!;
    const seconds = (second.time - first.time) / 1000;
    return hermiteWeights((this.#time - first.time) / 1000 / seconds, seconds);
  }

  #paint(): void {
    this.#frame = 0;
    clearTimeout(this.#later);
    const { time, speed, running } = this.#clock;
    const pair = this.#propagation.around(time, spanSeconds(speed), running);
    if (pair) this.#take(pair);
    if (!this.#pair) return;
    // Keep showing the last keyframes until the next ones are computed.
    this.#time = Math.max(this.#pair[0].time, Math.min(this.#pair[1].time, time));
    if (running && speed > 1) this.#sharpness.frame(performance.now());
    else this.#sharpness.rest();
    this.#fit();
    this.#setGroups();
    const sidereal = siderealAngle(this.#time);
    this.#drawing.draw({
      theme: this.#palette.theme,
      view: viewMatrix(this.camera, this.size),
      sidereal,
      sun: earthFixed(sunDirection(this.#time), sidereal),
      weights: this.#weights(),
      colors: this.#colors(),
      dot: this.#dot(),
      marked: this.marked,
    });
    this.#onDrawn();
    for (const then of this.#placed.splice(0)) then();
    if (!running) return;
    if (speed > 1) this.draw();
    // At 1× speed, objects move at most 0.001 Earth radii per second; redraw every half pixel.
    else
      this.#later = setTimeout(
        () => this.draw(),
        Math.max(100, Math.min(1000, 420_000 / discRadius(this.camera, this.size))),
      );
  }

  #take(pair: readonly [Keyframe, Keyframe]): void {
    for (const which of [0, 1] as const)
      if (this.#pair?.[which] !== pair[which]) this.#drawing.setKeyframe(which, pair[which].states);
    this.#pair = pair;
  }

  /**
   * Sets the group of each object in the drawing, once per hour of shown time: old positions are faint, excluded
   * objects hidden.
   */
  #setGroups(): void {
    const hour = Math.floor(this.#time / 3_600_000);
    if (hour === this.#fadedOn) return;
    this.#fadedOn = hour;
    const { classes, epochs } = this.#propagation.catalog;
    const groups = Uint8Array.from(this.#coloring.groupOf, (group, row) => {
      if (this.#filter !== null && this.#filter[row] !== 1) return hiddenGroup;
      const old = classes[row] === 'LEO' && Math.abs(this.#time - epochs[row]!) > LEO_DAYS * DAY_MS;
      return old && !this.left.has(group) ? fadedGroup : this.left.has(group) ? hiddenGroup : group;
    });
    this.#drawing.setGroups(groups);
  }

  /** Shows or hides a group of the legend. */
  toggle(group: number): void {
    if (!this.left.delete(group)) this.left.add(group);
    this.#fadedOn = Number.NaN;
    this.draw();
  }

  #colors(): Color[] {
    const colors = this.#coloring.groups.map(({ color }) => this.#palette.groups[color]!);
    const [red, green, blue, opacity] = this.#palette.groups[otherColor]!;
    while (colors.length < fadedGroup) colors.push([0, 0, 0, 0]);
    return [...colors, [red, green, blue, opacity * faded], [0, 0, 0, 0]];
  }

  /** Diameter of a point, in pixels of the drawing: larger if there are few objects, and if the Earth is large. */
  #dot(): number {
    const few = this.#coloring.groupOf.length < 2000 ? 1.6 : 0;
    const near = Math.max(1.5, Math.min(5, discRadius(this.camera, this.size) / 110));
    return (few + near) * this.#ratio();
  }

  #ratio(): number {
    return Math.min(this.#drawing.mostPixels, devicePixelRatio || 1) * this.#sharpness.share;
  }

  #fit(): void {
    const { width, height } = this.size;
    const [wide, high] = [Math.round(width * this.#ratio()), Math.round(height * this.#ratio())];
    if (this.#canvas.width === wide && this.#canvas.height === high) return;
    this.#canvas.width = wide;
    this.#canvas.height = high;
  }
}
