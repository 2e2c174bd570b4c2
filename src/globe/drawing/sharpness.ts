/** Milliseconds per frame: slower frames reduce the number of pixels, faster ones increase it. */
const late = 1000 / 33;
const early = 1000 / 50;
/** Frames in one measurement, and the factor by which the number of pixels along a side changes. */
const counted = 12;
const step = 0.85;
/** Minimum number of pixels along a side, as a share of all. */
const least = 0.6;

/** The number of pixels at which a moving drawing runs smoothly on this machine. A static drawing has all of them. */
export class Sharpness {
  #share = 1;
  #frames = 0;
  #since = 0;

  /** Pixels along a side, as a share of all. */
  get share(): number {
    return this.#share;
  }

  /** Counts a frame drawn at a time (milliseconds) in an animation. */
  frame(now: number): void {
    if (this.#frames === 0) this.#since = now;
    this.#frames += 1;
    if (this.#frames <= counted) return;
    const each = (now - this.#since) / counted;
    if (each > late) this.#share = Math.max(least, this.#share * step);
    else if (each < early) this.#share = Math.min(1, this.#share / step);
    this.#frames = 0;
  }

  /** Ends the animation: the next drawing is static. */
  rest(): void {
    this.#share = 1;
    this.#frames = 0;
  }
}
