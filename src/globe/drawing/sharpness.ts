/** Milliseconds from one frame to the next: slower loses pixels, faster gains them back. */
const late = 1000 / 33;
const early = 1000 / 50;
/** Frames that are timed together, and what is lost or gained each time. */
const counted = 12;
const step = 0.85;
/** The fewest pixels along a side, as a share of all. */
const least = 0.6;

/** How many pixels a moving drawing can have on this machine, so that it moves smoothly. A static one has all of them. */
export class Sharpness {
  #share = 1;
  #frames = 0;
  #since = 0;

  /** Along a side, as a share of all. */
  get share(): number {
    return this.#share;
  }

  /** A frame is drawn at a time (milliseconds), and the next follows as soon as it can. */
  frame(now: number): void {
    if (this.#frames === 0) this.#since = now;
    this.#frames += 1;
    if (this.#frames <= counted) return;
    const each = (now - this.#since) / counted;
    if (each > late) this.#share = Math.max(least, this.#share * step);
    else if (each < early) this.#share = Math.min(1, this.#share / step);
    this.#frames = 0;
  }

  /** No frame follows immediately. */
  rest(): void {
    this.#share = 1;
    this.#frames = 0;
  }
}
