/** How far the scrubber reaches before and after now, milliseconds. */
export const reach = 24 * 3_600_000;

/** The time that the globe shows: it advances at a speed, is paused, or is set within a day of now. */
export class GlobeClock {
  readonly #now: () => number;
  #shown: number;
  #since: number;
  #speed = 1;
  #running: boolean;

  /** `now` gives milliseconds, UTC. */
  constructor(now: () => number, running: boolean) {
    this.#now = now;
    this.#shown = now();
    this.#since = this.#shown;
    this.#running = running;
  }

  /** The time shown, milliseconds, UTC, limited to `reach` around now. */
  get time(): number {
    const now = this.#now();
    const shown = this.#running ? this.#shown + (now - this.#since) * this.#speed : this.#shown;
    return Math.max(now - reach, Math.min(now + reach, shown));
  }

  /** Speed as a multiple of real time. */
  get speed(): number {
    return this.#speed;
  }

  set speed(speed: number) {
    this.#hold();
    this.#speed = speed;
  }

  get running(): boolean {
    return this.#running;
  }

  set running(running: boolean) {
    this.#hold();
    this.#running = running;
  }

  /** How far from now the time shown is, milliseconds; negative in the past. */
  get offset(): number {
    return this.time - this.#now();
  }

  /** Sets the time shown to this many milliseconds from now. */
  set offset(milliseconds: number) {
    this.#since = this.#now();
    this.#shown = this.#since + milliseconds;
  }

  /** Shows the present again, at real-time speed. */
  toNow(): void {
    this.#speed = 1;
    this.#running = true;
    this.offset = 0;
  }

  /** Resumes after the page was hidden: a fast clock has not advanced, a live one shows now. */
  resume(hiddenFor: number): void {
    if (this.#running && this.#speed !== 1) this.#since += hiddenFor;
  }

  #hold(): void {
    this.#shown = this.time;
    this.#since = this.#now();
  }
}
