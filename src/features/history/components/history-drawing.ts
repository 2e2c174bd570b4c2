import { axis, tickWords } from '../../../components/charts/plot-scale.ts';
import { formatUtc } from '../../../components/format.ts';
import { plural } from '../../../components/words.ts';
import { xmlText } from '../../../schema/escaped-text.ts';
import { publisher } from '../../../schema/release/publishers.ts';
import type { ObjectHistory, OrbitPoint } from '../http/page-history.ts';

/** Limits of the numbers of a history, as sentences; its chart and its CSV carry them. */
export const historyNote =
  'Perigee and apogee are mean altitudes above the equatorial radius, from mean elements. Between two element sets the orbit is not known.';

/**
 * The publisher of archived element sets by the file that they came in: those that a refresh fetches are CelesTrak’s. An imported file
 * has any name, and is named itself. Each source once.
 */
export const elementSources = (files: Iterable<string | null>): string[] => [
  ...new Set(
    [...files].flatMap((file) =>
      file === null ? [] : [/^gp-[\w-]+\.csv$/.test(file) ? publisher('celestrak').short_name : file],
    ),
  ),
];

/** An event between two times (milliseconds since 1970), which are equal if its time is known. */
export interface Mark {
  readonly kind: 'maneuver' | 'event' | 'change';
  readonly from: number;
  readonly to: number;
  readonly words: string;
}

/** The width of a drawing, in its units, and how many labels and texts it has. */
export interface DrawingSize {
  /** Left edge of the plots. */
  readonly left: number;
  /** Width of the plots. */
  readonly wide: number;
  /** Number of labels on the time axis. */
  readonly ticks: number;
  /** Maximum number of points that have a text of their own. */
  readonly texts: number;
}

/** One drawing for wide pages and one for telephones: each is as wide as its page, so that text is not scaled down. */
export const drawingSizes = {
  wide: { left: 64, wide: 960, ticks: 5, texts: 180 },
  narrow: { left: 62, wide: 312, ticks: 3, texts: 45 },
} as const satisfies Record<string, DrawingSize>;

const [high, gap, first] = [74, 26, 18];
const short = (value: number) => String(Number(value.toFixed(1)));
const utc = (time: number) => formatUtc(new Date(time).toISOString());

/** A line of a panel: its class, its name if the panel has several, and its value. */
type Line = readonly [className: string, name: string | null, of: (point: OrbitPoint) => number];
type Panel = readonly [title: string, unit: string, lines: readonly Line[]];

const panelsOf = (points: readonly OrbitPoint[]): Panel[] => [
  [
    'Altitude',
    'km',
    [
      ['kind-1', 'apogee', (one) => one.apogee_km],
      ['kind-a', 'perigee', (one) => one.perigee_km],
    ],
  ],
  ['Inclination', 'degrees', [['kind-a', null, (one) => one.inclination_deg]]],
  ['Period', 'minutes', [['kind-a', null, (one) => one.period_min]]],
  // Zeros stand for a source without a drag term.
  ...(points.some(({ bstar }) => bstar !== 0)
    ? ([['Drag term B*', 'inverse Earth radii', [['kind-a', null, (one) => one.bstar]]]] satisfies Panel[])
    : []),
];

/** `No element sets from 2026-05-30 06:00 to 2026-07-03 18:00 UTC`. */
const gapWords = ({ from, to }: ObjectHistory['gaps'][number]) => `No element sets from ${utc(from)} to ${utc(to)} UTC`;

/** The drawing of a history: its width and height in units, and its contents. */
export function historyDrawing(history: ObjectHistory, marks: readonly Mark[], size: DrawingSize) {
  const { points, shown, gaps } = history;
  const { from, to } = shown;
  const { left, wide } = size;
  const x = (time: number) => left + (wide * (time - from)) / (to - from || 1);
  /** True if no line is drawn to a point from the previous one: it is the first point, or a gap lies between the two. */
  const isApart = (at: number) => {
    const [before, one] = [points[at - 1], points[at]];
    return !before || !one || gaps.some((gap) => gap.from >= before.time && gap.to <= one.time);
  };
  const panels = panelsOf(points).map(([title, unit, lines], index) => {
    const values = lines.flatMap(([, , of]) => points.map(of));
    const up = axis(Math.min(...values), Math.max(...values), 3);
    const top = first + index * (high + gap);
    const y = (value: number) => top + high - (high * (value - up.from)) / (up.to - up.from);
    const paths = lines.map(([name, , of]) => {
      const places = points.map((one) => `${short(x(one.time))} ${short(y(of(one)))}`);
      const path = places.map((place, at) => `${isApart(at) ? 'M' : 'L'}${place}`).join('');
      const dots = places.flatMap((place, at) => (isApart(at) && isApart(at + 1) ? `M${place}h0` : [])).join('');
      return `<path class="line ${name}" d="${path}"/>${dots && `<path class="line dots ${name}" d="${dots}"/>`}`;
    });
    const named = lines.flatMap(([color, name]) =>
      name === null ? [] : `<tspan class="swatch ${color}" dx="8">■</tspan> ${name}`,
    );
    const grid = up.ticks.map(
      (tick) =>
        `<path class="grid" d="M${left} ${short(y(tick))}h${wide}"/><text x="${left - 5}" y="${short(y(tick) + 3.5)}" text-anchor="end">${tickWords(tick, up)}</text>`,
    );
    return `<text class="panel" x="${left}" y="${top - 5}">${title}, ${unit}${named.join('')}</text>${grid.join('')}${paths.join('')}`;
  });
  const bottom = first + panels.length * (high + gap) - gap;
  const shaded = gaps.map((one) => {
    const width = x(one.to) - x(one.from);
    const label =
      width > 60
        ? `<text x="${short(x(one.from) + width / 2)}" y="${bottom - 5}" text-anchor="middle">no data</text>`
        : '';
    return `<rect class="gap" x="${short(x(one.from))}" y="10" width="${short(width)}" height="${bottom - 10}"/>${label}`;
  });
  const drawn = marks
    .filter((mark) => mark.from >= from && mark.to <= to)
    .map((mark) =>
      mark.from === mark.to
        ? `<path class="mark mark-${mark.kind}" d="M${short(x(mark.from))} 10V${bottom}"/>`
        : `<rect class="mark mark-${mark.kind}" x="${short(x(mark.from))}" y="10" width="${short(x(mark.to) - x(mark.from))}" height="${bottom - 10}"/>`,
    );
  const last = size.ticks - 1;
  const ticks = Array.from({ length: size.ticks }, (_, at) => {
    const time = from + ((to - from) * at) / last;
    const anchor = at === 0 ? 'start' : at === last ? 'end' : 'middle';
    return `<text x="${short(x(time))}" y="${bottom + 16}" text-anchor="${anchor}">${tickLabel(time, to - from)}</text>`;
  });
  return {
    width: left + wide + 6,
    height: bottom + 24,
    contents: [...shaded, ...panels, ...drawn, ...ticks].join(''),
    texts: columns(history, marks, size)
      .map(
        ({ begin, end, words }) =>
          `<rect class="hit" x="${short(x(begin))}" y="10" width="${short(Math.max(1, x(end) - x(begin)))}" height="${bottom - 10}"><title>${xmlText(words)}</title></rect>`,
      )
      .join(''),
  };
}

/** A day, a month over years, day and time within a few days. */
function tickLabel(time: number, range: number): string {
  const days = range / 86_400_000;
  const text = new Date(time).toISOString();
  return text.slice(days < 4 ? 5 : 0, days > 400 ? 7 : days < 4 ? 16 : 10).replace('T', ' ');
}

/** The range in columns, each with its text: the orbit and the events in it, or that it has no element sets. */
function columns({ points, shown, gaps }: ObjectHistory, marks: readonly Mark[], { texts }: DrawingSize) {
  const step = Math.max(1, Math.ceil(points.length / texts));
  const kept = points.filter((_, at) => at % step === 0);
  const parts = [
    ...kept.map((point) => ({ time: point.time, point, gap: null })),
    ...gaps.map((one) => ({ time: (one.from + one.to) / 2, point: null, gap: one })),
  ].sort((a, b) => a.time - b.time);
  const edge = (at: number) => {
    const [before, after] = [parts[at - 1], parts[at]];
    if (!before) return shown.from;
    if (!after) return shown.to;
    return before.gap?.to ?? after.gap?.from ?? (before.time + after.time) / 2;
  };
  return parts.map((part, at) => {
    const [begin, end] = [edge(at), edge(at + 1)];
    const happened = marks.filter((mark) => mark.from >= begin && mark.from < end).map((mark) => mark.words);
    const here = part.gap ? gapWords(part.gap) : `${utc(part.time)} UTC: ${orbitWords(part.point)}`;
    return { begin, end, words: [here, ...happened].join(' · ') };
  });
}

/** The orbit of a point in a line. */
const orbitWords = (one: OrbitPoint) =>
  [
    `${short(one.perigee_km)} × ${short(one.apogee_km)} km`,
    `${one.inclination_deg.toFixed(3)}°`,
    `${one.period_min.toFixed(2)} min`,
    ...(one.bstar === 0 ? [] : [`B* ${one.bstar.toPrecision(3)}`]),
  ].join(', ');

/** The history as text: ends, lowest and highest values, gaps, and number of events. */
export function historySummary({ points, gaps }: ObjectHistory, marks: readonly Mark[]): string {
  const range = (of: (point: OrbitPoint) => number, digits: number) => {
    const values = points.map(of);
    return `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`;
  };
  const count = (kind: Mark['kind']) => marks.filter((mark) => mark.kind === kind).length;
  const happened = (
    [
      [count('maneuver'), 'maneuver'],
      [count('event'), 'event'],
      [count('change'), 'changed value'],
    ] as const
  ).flatMap(([number, word]) => (number === 0 ? [] : plural(number, word)));
  return [
    `Element sets from ${utc(points[0]!.time)} to ${utc(points.at(-1)!.time)} UTC.`,
    `Perigee ${range((one) => one.perigee_km, 1)} km, apogee ${range((one) => one.apogee_km, 1)} km, inclination ${range((one) => one.inclination_deg, 3)} degrees, period ${range((one) => one.period_min, 2)} minutes, lowest to highest.`,
    ...gaps.map((one) => `${gapWords(one)}.`),
    ...(happened.length > 0 ? [`Marked: ${happened.join(', ')}.`] : []),
  ].join(' ');
}
