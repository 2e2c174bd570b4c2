import type { PageData } from '../../http/pages/page-data.ts';
import { csvRow } from '../../schema/csv-cell.ts';
import { formatCount } from '../format.ts';
import { type Bar, bars, height, inOrbitByYear, kinds } from './plot-series.ts';

export type Plots = Awaited<ReturnType<NonNullable<PageData['release']>['plots']>>;

/** A chart of stacked bars: its drawing, its texts, and the contents of its table and its CSV. */
export interface Chart {
  /** Part of the address of the chart's CSV. */
  readonly slug: string;
  readonly title: string;
  /** Text alternative of the drawing. */
  readonly words: string;
  /** Limits of the numbers, as sentences; every form of the chart carries them. */
  readonly note?: string;
  readonly bars: readonly Bar[];
  readonly series: readonly string[];
  readonly colors: readonly string[];
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

const series = ['payloads', 'rocket bodies', 'debris', 'unknown'];
const colors = ['kind-0', 'kind-1', 'kind-2', 'kind-3'];
const sum = (of: readonly Bar[]) => of.reduce((all, bar) => all + height(bar), 0);
const top = (of: readonly Bar[]) => of.reduce((most, bar) => (height(bar) > height(most) ? bar : most), of[0]!);

/** The charts of the catalog; `generated` is the time at which the release was made, ISO 8601. */
export function chartsOf(plots: Plots, generated: string): Chart[] {
  const today = generated.slice(0, 10);
  const growth = inOrbitByYear(plots.arrived, plots.decayed, Number(today.slice(0, 4)));
  const altitude = bars(plots.altitude, kinds, { from: 100, to: 2000, width: 20 });
  const inclination = bars(plots.inclination, kinds, { from: 0, to: 150, width: 2 });
  const age = bars(plots.age, ['ALL'], { from: 0, to: 75, width: 3 });
  const last = growth.at(-1)!;
  const [fullest, steepest] = [top(altitude), top(inclination)];
  const young = sum(age.filter(({ bin }) => bin < 24));
  const counted = series.map((name, index) => `${formatCount(last.counts[index]!)} ${name}`).join(', ');
  return [
    {
      slug: 'growth',
      title: 'In orbit at the end of each year, by class',
      words: `Objects in orbit at the end of each year from ${growth[0]!.bin}, by class; on ${today}: ${counted}.`,
      note: growthNote(plots.undated, today),
      bars: growth,
      series,
      colors,
      width: 1,
      along: 'Year',
      column: 'year',
      label: (bin) => (bin === last.bin ? `${bin} (to ${today})` : String(bin)),
      tick: String,
    },
    ...(plots.releases.length > 1 ? [sizeChart(plots.releases)] : []),
    {
      slug: 'altitude',
      title: 'Altitude below 2,000 km',
      words: `Objects in orbit by mean altitude below 2,000 kilometers, ${formatCount(sum(altitude))} in all; most, ${formatCount(height(fullest))}, between ${fullest.bin} and ${fullest.bin + 20} km.`,
      bars: altitude,
      series,
      colors,
      width: 20,
      along: 'Mean of perigee and apogee, km',
      column: 'altitude_from_km',
      label: (bin) => `${formatCount(bin)}–${formatCount(bin + 20)} km`,
    },
    {
      slug: 'inclination',
      title: 'Inclination',
      words: `Objects in orbit by inclination; most, ${formatCount(height(steepest))}, between ${steepest.bin} and ${steepest.bin + 2} degrees.`,
      bars: inclination,
      series,
      colors,
      width: 2,
      along: 'Degrees against the equator',
      column: 'inclination_from_deg',
      label: (bin) => `${bin}–${bin + 2}°`,
    },
    {
      slug: 'element-age',
      title: 'Age of elements at release',
      words: `Element sets by age in hours: ${formatCount(young)} of ${formatCount(sum(age))} are younger than a day, ${formatCount(height(age.at(-1)!))} are three days old or older.`,
      bars: age,
      series: ['element sets'],
      colors: ['kind-0'],
      width: 3,
      along: 'Hours; the last bar is 72 and older',
      column: 'age_from_h',
      label: (bin) => (bin >= 72 ? '72 h and older' : `${bin}–${bin + 3} h`),
    },
  ];
}

/** How objects are counted in the chart of growth, and how many pieces of debris it leaves out. */
function growthNote(undated: number, today: string): string {
  const omitted = undated > 0 ? ` ${formatCount(undated)} pieces of debris without that date are left out.` : '';
  return `Debris counts from its separation (GCAT), everything else from its launch.${omitted} The last bar is ${today}.`;
}

/** Maximum number of bars: in a longer history, each bar covers several days. */
const MOST_BARS = 120;
const dayOf = (at: string) => Math.floor(Date.parse(at) / 86_400_000);
const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** The catalog over its releases: the last one of each day or of some days. */
function sizeChart(sizes: Plots['releases']): Chart {
  const [first, last] = [sizes[0]!, sizes.at(-1)!];
  const width = Math.ceil((dayOf(last.at) - dayOf(first.at) + 1) / MOST_BARS);
  const binOf = (at: string) => dayOf(first.at) + Math.floor((dayOf(at) - dayOf(first.at)) / width) * width;
  const newest = new Map(sizes.map((size) => [binOf(size.at), size]));
  const grown = ({ objects, on_orbit, active }: typeof last) =>
    `${formatCount(objects)} objects, ${formatCount(on_orbit)} in orbit, ${formatCount(active)} active`;
  return {
    slug: 'releases',
    title: 'The catalog over its releases',
    words: `Objects in the catalog by release: ${grown(first)} on ${first.at.slice(0, 10)}; ${grown(last)} on ${last.at.slice(0, 10)}.`,
    bars: [...newest].map(([bin, { objects, on_orbit, active }]) => ({
      bin,
      counts: [active, Math.max(0, on_orbit - active), objects - on_orbit],
    })),
    series: ['active', 'other in orbit', 'decayed'],
    colors: colors.slice(0, 3),
    width,
    along: 'Release',
    column: 'day',
    label: dateOf,
    tick: dateOf,
  };
}

/** The text of a bar: `540–560 km: 1,204 payloads, 3 rocket bodies`. */
export function barWords({ label, series: of }: Pick<Chart, 'label' | 'series'>, { bin, counts }: Bar): string {
  const parts = of.flatMap((name, index) => (counts[index]! > 0 ? `${formatCount(counts[index]!)} ${name}` : []));
  return `${label(bin)}: ${parts.join(', ') || 'none'}`;
}

/** The source line in every form of a chart. `base` is the public URL of the server; `generated` is the time of the release. */
export const chartSource = (base: string, generated: string): string =>
  `Orbweaver, ${new URL(base).host}, release of ${generated.slice(0, 10)}, ODbL 1.0`;

/** A chart as CSV: a row per bar, a column per series, and the source and note in every row, so that they stay with the numbers. */
export function chartCsv(
  {
    column,
    series: of,
    bars: all,
    tick = String,
    note = '',
  }: Pick<Chart, 'column' | 'series' | 'bars' | 'tick' | 'note'>,
  source: string,
): string {
  const head = [column, ...of.map((name) => name.replaceAll(' ', '_')), 'source', 'note'];
  return [head, ...all.map(({ bin, counts }) => [tick(bin), ...counts, source, note])].map(csvRow).join('');
}
