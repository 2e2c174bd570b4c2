import type { PageData } from '../../../http/pages/page-data.ts';
import { formatCount } from '../../format.ts';
import { orbitClassNames } from '../../words.ts';
import type { Chart } from '../chart.ts';
import type { Bar } from '../plot-series.ts';

export type Population = NonNullable<Awaited<ReturnType<NonNullable<PageData['release']>['population']>>>;
type Series = Population['data'][number];
type ObjectClass = Series['object_class'];

/** The values by which objects can be counted, with the words of pages: `by owner`, `165 owners`, `no owner known`. */
export const populationViews = {
  country: { title: 'Country', by: 'owner', many: 'owners', unknown: 'no owner known' },
  operator: { title: 'Operator', by: 'operator', many: 'operators', unknown: 'no operator known' },
  orbit_class: { title: 'Orbit', by: 'class of orbit', many: 'classes of orbits', unknown: 'no orbit known' },
  purpose: { title: 'Purpose', by: 'purpose', many: 'purposes', unknown: 'no purpose known' },
} as const;
export type PopulationView = keyof typeof populationViews;

/** The classes that can be counted; operators and purposes are those of payloads. */
export const populationClasses = {
  PAYLOAD: 'payloads',
  ROCKET_BODY: 'rocket bodies',
  DEBRIS: 'debris',
  UNKNOWN: 'objects of unknown class',
} as const satisfies Record<ObjectClass, string>;

/** Fields that decide from when to when an object is counted, by its class. */
export const lifetime = {
  PAYLOAD: ['object_class', 'launch_date', 'decay_date'],
  ROCKET_BODY: ['object_class', 'launch_date', 'decay_date'],
  DEBRIS: ['object_class', 'separation_date', 'decay_date'],
  UNKNOWN: ['object_class', 'launch_date', 'decay_date'],
} as const satisfies Record<ObjectClass, readonly string[]>;
/** Fields that the values come from; a class of orbit follows from the size of the orbit. */
const fieldsOf = {
  country: ['country'],
  operator: ['operator'],
  orbit_class: ['perigee_km', 'apogee_km'],
  purpose: ['purpose'],
} as const satisfies Record<PopulationView, readonly string[]>;

/** The parameters of a chart of the population. */
export interface PopulationQuestion {
  readonly by: PopulationView;
  readonly of: ObjectClass;
  /** Numbers of objects, or the sum of the known launch masses of payloads. */
  readonly show: 'objects' | 'mass';
  /** Codes of the values to show; the largest ones if it is empty. */
  readonly pick: readonly string[];
}

/** Maximum number of values in a chart: more colors are not distinguishable. */
export const MOST_VALUES = 7;
/** A sum of masses is complete if the mass of this share of the payloads is known. */
const ENOUGH_MASS = 0.9;

/** Reads the query of a chart; empty values are the defaults. Null if it is not one. */
export function populationQuestion(query: URLSearchParams): PopulationQuestion | null {
  const known = ['by', 'of', 'show', 'pick'];
  if ([...query.keys()].some((name) => !known.includes(name))) return null;
  const by = query.get('by') || 'country';
  const of = query.get('of') || 'PAYLOAD';
  const show = query.get('show') || 'objects';
  const pick = [...new Set(query.getAll('pick'))];
  if (!Object.hasOwn(populationViews, by) || !Object.hasOwn(populationClasses, of)) return null;
  if (show !== 'objects' && show !== 'mass') return null;
  if (pick.length > MOST_VALUES) return null;
  const question = { by: by as PopulationView, of: of as ObjectClass, show, pick } as const;
  const onlyPayloads = by === 'operator' || by === 'purpose' || show === 'mass';
  return onlyPayloads && of !== 'PAYLOAD' ? null : question;
}

/** The query of a chart, without defaults: `?by=operator`. */
export function populationQuery({ by, of, show, pick }: PopulationQuestion): string {
  const query = new URLSearchParams([
    ...(by === 'country' ? [] : [['by', by]]),
    ...(of === 'PAYLOAD' ? [] : [['of', of]]),
    ...(show === 'objects' ? [] : [['show', show]]),
    ...pick.map((code) => ['pick', code]),
  ]).toString();
  return query && `?${query}`;
}

/** The name of a value on pages. */
export const valueName = ({ by, code, name }: Pick<Series, 'by' | 'code' | 'name'>): string => {
  if (code === 'UNKNOWN') return by === 'object_class' ? 'unknown' : populationViews[by].unknown;
  return (by === 'orbit_class' ? orbitClassNames[code] : undefined) ?? name;
};

/** The number at the end of a year; 0 before the first one of the series. */
export const atYear = (numbers: readonly number[] | null, { first_year }: Series, year: number): number =>
  numbers?.[year - first_year] ?? 0;

/** The series of a question, most objects first. */
export const seriesOf = ({ data }: Population, { by, of }: Pick<PopulationQuestion, 'of'> & { by: Series['by'] }) =>
  data.filter((series) => series.by === by && series.object_class === of);

/** Objects in orbit at the end of each year, by class. */
export function growthBars(population: Population): Bar[] {
  const series = (Object.keys(populationClasses) as ObjectClass[]).map(
    (of) => seriesOf(population, { by: 'object_class', of })[0],
  );
  return years(
    population,
    series.flatMap((one) => one ?? []),
  ).map((bin) => ({
    bin,
    counts: series.map((one) => (one ? atYear(one.objects, one, bin) : 0)),
    partial: bin === population.meta.last_year,
  }));
}

function years({ meta: { last_year } }: Population, of: readonly Series[]): number[] {
  const first = Math.min(last_year, ...of.map(({ first_year }) => first_year));
  return Array.from({ length: last_year - first + 1 }, (_, index) => first + index);
}

/** A chart of the population; null if a value that it should show is not in the release. */
export function populationChart(population: Population, question: PopulationQuestion): Chart | null {
  const { by, of, show, pick } = question;
  const all = seriesOf(population, question);
  const known = all.filter(({ code }) => code !== 'UNKNOWN');
  const picked = pick.map((code) => {
    const series = all.find((one) => one.code === code);
    const named = population.data.find((one) => one.by === by && one.code === code);
    return series ?? (named && { ...named, object_class: of, objects: [], with_mass: null, known_mass_kg: null });
  });
  if (picked.some((one) => one === undefined)) return null;
  const mass = show === 'mass';
  const last = population.meta.last_year;
  const numbers = ({ known_mass_kg, objects }: Series) => (mass ? known_mass_kg : objects);
  const value = (series: Series, year: number) => atYear(numbers(series), series, year) / (mass ? 1000 : 1);
  const largest = [...known].sort((a, b) => value(b, last) - value(a, last));
  const shown = pick.length > 0 ? (picked as Series[]) : largest.slice(0, MOST_VALUES);
  const others = pick.length > 0 ? [] : largest.slice(MOST_VALUES);
  const unknown = pick.length > 0 ? [] : all.filter(({ code }) => code === 'UNKNOWN');
  const parts = [
    ...shown.map((series, index) => ({ name: valueName(series), color: `part-${index}`, of: [series] })),
    ...(others.length > 0 ? [{ name: 'all others', color: 'part-others', of: others }] : []),
    ...(unknown.length > 0 ? [{ name: populationViews[by].unknown, color: 'kind-3', of: unknown }] : []),
  ];
  const drawn = parts.flatMap((part) => part.of);
  const sum = (year: number, count: (series: Series, year: number) => number, of = drawn) =>
    of.reduce((total, series) => total + count(series, year), 0);
  const objects = (series: Series, year: number) => atYear(series.objects, series, year);
  const withMass = (series: Series, year: number) => atYear(series.with_mass, series, year);
  const bars = years(population, drawn).map((bin): Bar => {
    const [payloads, weighed] = [sum(bin, objects), sum(bin, withMass)];
    return {
      bin,
      counts: parts.map((part) => Number(sum(bin, value, part.of).toFixed(mass ? 1 : 0))),
      partial: bin === last || (mass && weighed < ENOUGH_MASS * payloads),
      ...(mass && { also: [payloads, weighed] }),
    };
  });
  const things = populationClasses[of];
  const today = population.meta.generated_at.slice(0, 10);
  const amount = (number: number) => `${formatCount(number)}${mass ? ' t' : ''}`;
  const title = mass
    ? `Known launch mass of payloads in orbit at the end of each year, by ${populationViews[by].by}`
    : `${things[0]!.toUpperCase()}${things.slice(1)} in orbit at the end of each year, by ${populationViews[by].by}`;
  const counts = parts.map(({ name }, index) => `${name} ${amount(bars.at(-1)!.counts[index]!)}`);
  return {
    slug: 'population',
    query: populationQuery(question),
    title,
    words: `${title}, from ${bars[0]!.bin}; on ${today}: ${counts.join(', ')}.`,
    note: [
      ...(pick.length > 0
        ? [`Shown: ${shown.length} of ${formatCount(known.length)} ${populationViews[by].many}.`]
        : []),
      ...(mass ? [massNote(bars.at(-1)!, today)] : []),
      populationNote(population, question),
    ].join(' '),
    fields: [...lifetime[of], ...fieldsOf[by], ...(mass ? ['launch_mass_kg'] : [])],
    bars,
    series: parts.map(({ name }) => name),
    colors: parts.map(({ color }) => color),
    ...(mass && { unit: 't', also: ['payloads', 'payloads with known mass'] }),
    named: true,
    width: 1,
    along: mass ? 'Year; tonnes' : 'Year',
    column: 'year',
    label: (bin) => (bin === last ? `${bin} (to ${today})` : String(bin)),
    tick: String,
  };
}

function massNote({ also = [] }: Bar, today: string): string {
  const [payloads = 0, weighed = 0] = also;
  const share = payloads > 0 ? ` (${((100 * weighed) / payloads).toFixed(0)} %)` : '';
  return `The least that is in orbit: on ${today}, the launch mass of ${formatCount(weighed)} of ${formatCount(payloads)} payloads${share} is known. Pale bars: under ${100 * ENOUGH_MASS} %.`;
}

/** The counted and the omitted objects, as sentences that every form of the chart carries. */
function populationNote(population: Population, { by, of, show }: PopulationQuestion): string {
  const { last_year, left_out, generated_at, newest_separation } = population.meta;
  const things = populationClasses[of];
  const out = left_out.find(({ object_class }) => object_class === of);
  const undated = out ? out.no_start_date + out.no_decay_date + out.dates_contradict : 0;
  const unknown =
    seriesOf(population, { by, of })
      .find(({ code }) => code === 'UNKNOWN')
      ?.objects.at(-1) ?? 0;
  const total = seriesOf(population, { by: 'object_class', of })[0]?.objects.at(-1) ?? 0;
  const start = of === 'DEBRIS' ? 'its separation from its parent (GCAT)' : 'their launch';
  const newest = of === 'DEBRIS' && newest_separation ? ` The newest separation is of ${newest_separation}.` : '';
  return [
    `${things[0]!.toUpperCase()}${things.slice(1)} about the Earth on 31 December, from the year of ${start} until the year of ${of === 'DEBRIS' ? 'its' : 'their'} decay.${newest}`,
    `${formatCount(undated)} without these dates are left out, as are ${formatCount(out?.beyond_earth_orbit ?? 0)} beyond Earth orbit.`,
    `The ${populationViews[by].by} is today’s, for all years.`,
    ...(unknown > 0 && show === 'objects'
      ? [`For ${formatCount(unknown)} of ${formatCount(total)} in orbit, there is ${populationViews[by].unknown}.`]
      : []),
    `${last_year} is incomplete: it ends on ${generated_at.slice(0, 10)}.`,
  ].join(' ');
}

/** The citation of a chart: its title, its release, and its address. */
export function citation({
  title,
  address,
  source,
  generated,
}: {
  readonly title: string;
  readonly address: string;
  /** The source line of the chart, with the catalogs whose values it counts. */
  readonly source: string;
  /** When the release was made, ISO 8601. */
  readonly generated: string;
}): string {
  return `“${title}”. ${source}. ${address} (data of ${generated.slice(0, 10)})`;
}
