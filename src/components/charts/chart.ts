import type { PageData } from '../../http/pages/page-data.ts';
import { csvRow } from '../../schema/escaped-text.ts';
import { formatCount } from '../format.ts';
import type { Bar } from './plot-series.ts';

/** A chart of stacked bars: its drawing, its texts, and the contents of its table and its CSV. */
export interface Chart {
  /** Part of the address of the chart's page, CSV, and image. */
  readonly slug: string;
  /** The query of these addresses, with its question mark. */
  readonly query?: string;
  readonly title: string;
  /** Text alternative of the drawing. */
  readonly words: string;
  /** Limits of the numbers, as sentences; every form of the chart carries them. */
  readonly note: string;
  /** Fields of the record that the numbers come from: their sources are those of the chart. */
  readonly fields: readonly string[];
  readonly bars: readonly Bar[];
  readonly series: readonly string[];
  readonly colors: readonly string[];
  /** Unit of the numbers; objects by default. */
  readonly unit?: string;
  /** Names of numbers that are in the text, the table and the CSV, but not drawn. */
  readonly also?: readonly string[];
  /** True if the series are names (`United States 12`), not counted things (`12 payloads`). */
  readonly named?: boolean;
  /** Distance between two bars, in the unit of the axis. */
  readonly width: number;
  /** Label of the horizontal axis, with its unit; `column` is its name in the CSV. */
  readonly along: string;
  readonly column: string;
  /** Name of a bar: `1998`, `540–560 km`. */
  readonly label: (bin: number) => string;
  /** Tick labels of the horizontal axis, if they are not numbers. */
  readonly tick?: (bin: number) => string;
}

/** The text of a bar: `540–560 km: 1,204 payloads, 3 rocket bodies`. */
export function barWords(
  { label, series: of, unit, also = [], named = false }: Pick<Chart, 'label' | 'series' | 'unit' | 'also' | 'named'>,
  { bin, counts, also: more = [] }: Bar,
): string {
  const parts = of.flatMap((name, index) => {
    if (counts[index]! <= 0) return [];
    const amount = [formatCount(counts[index]!), unit].filter(Boolean).join(' ');
    return named ? `${name} ${amount}` : `${amount} ${name}`;
  });
  const others = also.map((name, index) => `${formatCount(more[index]!)} ${name}`);
  return `${label(bin)}: ${[parts.join(', ') || 'none', ...others].join('; ')}`;
}

/**
 * The source line in every form of a chart. `base` is the public URL of the server; `generated` is the time of the release;
 * `names` are the publishers whose values the chart shows or counts.
 */
export const chartSource = (base: string, generated: string, names: readonly string[]): string =>
  [
    'Orbweaver',
    new URL(base).host,
    ...(names.length > 0 ? [`from ${names.join(', ')}`] : []),
    `release of ${generated.slice(0, 10)}`,
    'ODbL 1.0',
  ].join(', ');

/** The source line of numbers that come from some fields of the record. */
export async function fieldsSource(
  { base, release }: { readonly base: string; readonly release: NonNullable<PageData['release']> },
  fields: readonly string[],
): Promise<string> {
  return chartSource(base, release.generated_at, await release.sourcesOf(fields));
}

/** A chart as CSV: a row per bar, a column per series, and the source and note in every row, so that they stay with the numbers. */
export function chartCsv(
  {
    column,
    series: of,
    bars: all,
    tick = String,
    note,
    unit,
    also = [],
  }: Pick<Chart, 'column' | 'series' | 'bars' | 'tick' | 'note' | 'unit' | 'also'>,
  source: string,
): string {
  const named = (name: string) => name.replaceAll(' ', '_');
  const head = [
    column,
    ...of.map((name) => named(unit ? `${name} ${unit}` : name)),
    ...also.map(named),
    'source',
    'note',
  ];
  const rows = all.map(({ bin, counts, also: more = [] }) => [tick(bin), ...counts, ...more, source, note]);
  return [head, ...rows].map(csvRow).join('');
}
