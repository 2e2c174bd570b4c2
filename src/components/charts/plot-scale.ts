/** An axis of a plot: its ends, and round numbers along it. */
export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

/** A step of 1, 2 or 5 times a power of ten that divides a length into about that many parts. */
function roundStep(length: number, parts: number): number {
  const rough = length / parts;
  const power = 10 ** Math.floor(Math.log10(rough));
  const times = [1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10;
  return times * power;
}

/** An axis that holds all from `least` to `most`, with about `parts` round steps; its ends are steps. */
export function axis(least: number, most: number, parts: number): Axis {
  const length = most > least ? most - least : Math.max(1, Math.abs(most) / 10);
  const step = roundStep(length, parts);
  const first = Math.floor(least / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(most / step - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
  return { from: ticks[0]!, to: ticks.at(-1)!, ticks };
}

/** A tick as text, with as many decimals as are needed to distinguish the ticks of its axis. */
export function tickWords(tick: number, { ticks }: Axis): string {
  const digits = Math.max(0, -Math.floor(Math.log10(ticks[1]! - ticks[0]!) + 1e-9));
  return tick.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
