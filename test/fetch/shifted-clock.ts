/**
 * Loaded into a child process before the refresh (`node --import`): its clock starts at `SHIFTED_CLOCK` (ms since 1970), so
 * that the due files don't depend on when a test runs.
 */
const Clock = Date;
const shift = Number(process.env['SHIFTED_CLOCK']) - Clock.now();

globalThis.Date = class extends Clock {
  constructor(...from: readonly number[]) {
    super(...((from.length === 0 ? [Clock.now() + shift] : from) as [number]));
  }

  static override now(): number {
    return Clock.now() + shift;
  }
} as DateConstructor;
