/** What is asked of a figure: a bound of it or of its ratio to the rival's, and whether it is meant for a full-size release. */
export interface Asked {
  readonly of: 'ours' | 'ratio';
  readonly at: 'least' | 'most';
  readonly bound: number;
}

/** One line of the table: what was measured of ours, and of the rival in the same run. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  /** The median of the rounds. */
  readonly ours: number;
  /** Who is measured beside; null where a figure has no rival but what is asked. */
  readonly rival: string | null;
  readonly theirs: number | null;
  /** Ours in theirs: the median of the rounds' own ratios, for the speed of a machine changes from round to round. */
  readonly ratio: number | null;
  readonly asked: Asked | null;
  /** Null where nothing is asked, or where a sample can't tell. */
  readonly met: boolean | null;
  readonly rounds: { readonly ours: readonly number[]; readonly theirs: readonly number[] };
  readonly note?: string;
}

/** What a section knows of a figure. One round may be enough: then each is one number. */
interface Found {
  readonly what: string;
  readonly unit: string;
  readonly ours: readonly number[] | number;
  readonly rival?: string;
  readonly theirs?: readonly number[] | number | null;
  readonly asked?: Asked | null;
  readonly note?: string;
}

export const least = (bound: number, of: Asked['of'] = 'ratio'): Asked => ({ of, at: 'least', bound });
export const most = (bound: number, of: Asked['of'] = 'ratio'): Asked => ({ of, at: 'most', bound });

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2;
}

/** Makes a figure of what was found; `judged` is false where the release is too small to tell whether what is asked is met. */
export function figure(found: Found, judged = true): Figure {
  const list = (numbers: readonly number[] | number | null | undefined) =>
    numbers === null || numbers === undefined ? [] : typeof numbers === 'number' ? [numbers] : numbers;
  const [ours, theirs] = [list(found.ours), list(found.theirs)];
  const ratios = theirs.length === ours.length ? ours.map((one, round) => one / theirs[round]!) : [];
  const ratio = ratios.length > 0 ? median(ratios) : theirs.length > 0 ? median(ours) / median(theirs) : null;
  const asked = found.asked ?? null;
  const told = { what: found.what, unit: found.unit, ours: median(ours), ratio };
  return {
    ...told,
    rival: found.rival ?? null,
    theirs: theirs.length > 0 ? median(theirs) : null,
    asked,
    met: asked && judged ? meets(asked, told) : null,
    rounds: { ours, theirs },
    ...(found.note !== undefined && { note: found.note }),
  };
}

function meets({ of, at, bound }: Asked, told: Pick<Figure, 'ours' | 'ratio'>): boolean | null {
  const value = of === 'ours' ? told.ours : told.ratio;
  return value === null ? null : at === 'least' ? value >= bound : value <= bound;
}

/** A number as people read it: three digits, or whole with its thousands. */
export function shown(value: number | null): string {
  if (value === null) return '–';
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}

const columns = ['', 'ours', 'beside', '', 'ratio', 'asked', ''] as const;

/** The figures as lines of a table. */
export function table(figures: readonly Figure[]): string[] {
  const rows = figures.map((one) => [
    one.what,
    `${shown(one.ours)} ${one.unit}`,
    one.theirs === null ? '' : shown(one.theirs),
    one.rival ?? '',
    one.ratio === null ? '' : `${shown(one.ratio)} ×`,
    one.asked === null ? '' : askedText(one),
    one.asked === null ? '' : one.met === null ? 'not judged' : one.met ? 'met' : 'NOT MET',
  ]);
  const widths = columns.map((name, n) => Math.max(name.length, ...rows.map((row) => row[n]!.length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, n) => ([1, 2, 4].includes(n) ? cell.padStart(widths[n]!) : cell.padEnd(widths[n]!)))
      .join('  ')
      .trimEnd();
  const notes = figures.flatMap(({ what, note }) => (note === undefined ? [] : [`  ${what}: ${note}`]));
  return [line(columns), ...rows.map(line), ...notes];
}

/** What is asked, as a bound. */
export function askedText({ asked, unit }: Figure): string {
  const { of, at, bound } = asked!;
  return `${at === 'least' ? '≥' : '≤'} ${shown(bound)} ${of === 'ratio' ? '×' : unit}`;
}
