/** Milliseconds per frame: slower frames reduce the number of pixels, faster ones increase it. */
const SLOW_FRAME_MS = 1000 / 33;
const FAST_FRAME_MS = 1000 / 50;
/** Frames in one measurement, and the factor by which the number of pixels along a side changes. */
const FRAMES_PER_SAMPLE = 12;
const SCALE_STEP = 0.85;
/** Minimum number of pixels along a side, as a share of all. */
const MIN_SCALE = 0.6;

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
    if (this.#frames <= FRAMES_PER_SAMPLE) return;
    const each = (now - this.#since) / FRAMES_PER_SAMPLE;
    if (each > SLOW_FRAME_MS) this.#share = Math.max(MIN_SCALE, this.#share * SCALE_STEP);
    else if (each < FAST_FRAME_MS) this.#share = Math.min(1, this.#share / SCALE_STEP);
    this.#frames = 0;
  }

  /** Ends the animation: the next drawing is static. */
  rest(): void {
    this.#share = 1;
    this.#frames = 0;
  }
}
