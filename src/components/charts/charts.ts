import type { PageData } from '../../http/pages/page-data.ts';
import { plural } from '../../schema/plain-text.ts';
import { formatCount } from '../format.ts';
import type { Chart } from './chart.ts';
import { type Bar, bars, height, kinds } from './plot-series.ts';
import { growthBars, lifetime, type Population, populationClasses } from './population/population-chart.ts';

/** Fields that the Gabbard diagram shows, and its limits. */
export const gabbardFields = ['operational_status', 'decay_date', 'period_min', 'perigee_km', 'apogee_km'] as const;
export const gabbardNote =
  'By the newest elements, or else as a catalog states them, undated. A point is a place of a grid, and may be several objects.';

export type Plots = Awaited<ReturnType<NonNullable<PageData['release']>['plots']>>;

const series = [...Object.values(populationClasses).slice(0, 3), 'unknown'];
const colors = ['kind-0', 'kind-1', 'kind-2', 'kind-3'];
const sum = (of: readonly Bar[]) => of.reduce((all, bar) => all + height(bar), 0);
const top = (of: readonly Bar[]) => of.reduce((most, bar) => (height(bar) > height(most) ? bar : most), of[0]!);

/** Fields that decide whether an object is in orbit, and of which class it is. */
const orbiting = ['object_class', 'operational_status', 'decay_date'] as const;
const uncounted = 'Objects beyond Earth orbit and those without these values are left out.';

/** The charts of the catalog; `generated` is the time at which the release was made, ISO 8601. */
export function chartsOf(plots: Plots, generated: string): Chart[] {
  const today = generated.slice(0, 10);
  const altitude = bars(plots.altitude, kinds, { from: 100, to: 2000, width: 20 });
  const inclination = bars(plots.inclination, kinds, { from: 0, to: 150, width: 2 });
  const age = bars(plots.age, ['ALL'], { from: 0, to: 75, width: 3 });
  const [fullest, steepest] = [top(altitude), top(inclination)];
  const young = sum(age.filter(({ bin }) => bin < 24));
  return [
    ...(plots.population ? [growthChart(plots.population, today)] : []),
    ...(plots.releases.length > 1 ? [sizeChart(plots.releases)] : []),
    {
      slug: 'altitude',
      title: 'Altitude below 2,000 km',
      words: `Objects in orbit by mean altitude below 2,000 kilometers, ${formatCount(sum(altitude))} in all; most, ${formatCount(height(fullest))}, between ${fullest.bin} and ${fullest.bin + 20} km.`,
      bars: altitude,
      series,
      colors,
      note: `Perigee and apogee are those of the newest elements, or else as a catalog states them, undated. ${uncounted}`,
      fields: [...orbiting, 'perigee_km', 'apogee_km'],
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
      note: `By the newest elements, or else as a catalog states it, undated. ${uncounted}`,
      fields: [...orbiting, 'inclination_deg'],
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
      colors: ['plain-bar'],
      note: 'The newest element set of each object that has one: time from its epoch to the release, not to today.',
      fields: ['elements_epoch'],
      width: 3,
      along: 'Hours; the last bar is 72 and older',
      column: 'age_from_h',
      label: (bin) => (bin >= 72 ? '72 h and older' : `${bin}–${bin + 3} h`),
    },
  ];
}

/** Objects in orbit at the end of each year, by class; `today` is the day of the release. */
function growthChart(population: Population, today: string): Chart {
  const growth = growthBars(population);
  const last = growth.at(-1)!;
  const counted = series.map((name, index) => `${formatCount(last.counts[index]!)} ${name}`).join(', ');
  return {
    slug: 'growth',
    title: 'In orbit at the end of each year, by class',
    words: `Objects in orbit at the end of each year from ${growth[0]!.bin}, by class; on ${today}: ${counted}.`,
    note: growthNote(population, today),
    fields: [...lifetime.PAYLOAD, ...lifetime.DEBRIS],
    bars: growth,
    series,
    colors,
    width: 1,
    along: 'Year',
    column: 'year',
    label: (bin) => (bin === last.bin ? `${bin} (to ${today})` : String(bin)),
    tick: String,
  };
}

/** The rules by which the chart of growth counts objects, and the number of objects that it omits. */
function growthNote({ meta: { left_out, newest_separation } }: Population, today: string): string {
  const undated = left_out.map(({ object_class, no_start_date, no_decay_date, dates_contradict }) => ({
    object_class,
    count: no_start_date + no_decay_date + dates_contradict,
  }));
  const debris = undated.find(({ object_class }) => object_class === 'DEBRIS')?.count ?? 0;
  const rest = undated.reduce((sum, { count }) => sum + count, 0) - debris;
  return [
    'Debris counts from its separation (GCAT), everything else from its launch.',
    ...(debris > 0
      ? [
          `${plural(debris, 'piece of debris without that date is', 'pieces of debris without that date are')} left out.`,
        ]
      : []),
    ...(debris > 0 && newest_separation
      ? [`The newest separation is of ${newest_separation}: later debris is missing.`]
      : []),
    ...(rest > 0
      ? [
          `${plural(rest, 'other object without the years that this needs is', 'other objects without the years that this needs are')} left out.`,
        ]
      : []),
    `The last bar is ${today}.`,
  ].join(' ');
}

/** Maximum number of bars of the chart of releases. If the history has more days, each bar shows the last release of several days. */
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
    note: 'What each release listed when it was made; in orbit is what was not known to have decayed. A step can be a change of a source or of a rule, and no event in orbit.',
    fields: ['norad_cat_id', 'operational_status', 'decay_date'],
    colors: ['state-0', 'state-1', 'state-2'],
    width,
    along: 'Release',
    column: 'day',
    label: dateOf,
    tick: dateOf,
  };
}
