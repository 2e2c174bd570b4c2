import { askedText, type Figure, shown } from '../bench/figure.ts';
import results from '../bench/results.json' with { type: 'json' };
import { sameAnswer } from '../bench/sections/api.ts';
import { assumed } from '../bench/sections/month.ts';
import { code, table } from './markdown.ts';

const grouped = (number: number): string => Math.round(number).toLocaleString('en');
/** A number in so many units, with as many digits as say something. */
const scaled = (number: number, unit: number): string =>
  (number / unit).toLocaleString('en', { maximumFractionDigits: number / unit < 10 ? 2 : number / unit < 100 ? 1 : 0 });

/** What the sections about speed and size measured last, in the order of the documentation. */
const sections = [
  'static',
  'api',
  'pages',
  'search',
  'start',
  'switch',
  'memory',
  'globe',
  'refresh',
  'scale',
] as const;

interface Measured {
  readonly machine: { readonly date: string; readonly commit: string };
  readonly figures: readonly Figure[];
}

type Sizes = readonly (Readonly<
  Record<'objects' | 'refresh_s' | 'floor_s' | 'memory_mb' | 'release_mb' | 'start_ms' | 'serving_mb', number>
> & { readonly latencies_ms: Readonly<Record<string, number>> })[];

/** How generated catalogues of several sizes were built and served. */
function scale(): string {
  const { sizes } = (results as unknown as { scale: { sizes: Sizes } }).scale;
  const row = (what: string, unit: string, of: (size: Sizes[number]) => number | undefined) => [
    what,
    ...sizes.map((size) => `${shown(of(size) ?? null)} ${unit}`),
  ];
  const p50 = (what: string) => row(`${what}, median of 4 connections`, 'ms', (size) => size.latencies_ms[what]);
  return table(
    ['Objects', ...sizes.map(({ objects }) => grouped(objects))],
    [
      row('Refresh', 's', (size) => size.refresh_s),
      row('DuckDB alone with the same files', 's', (size) => size.floor_s),
      row('Memory of the refresh at most', 'MiB', (size) => size.memory_mb),
      row('Release', 'GB', (size) => size.release_mb / 1000),
      row('Start to first record', 'ms', (size) => size.start_ms),
      row('Memory of the server then', 'MiB', (size) => size.serving_mb),
      ...['record', 'list', 'search', 'elements'].map(p50),
    ],
  );
}

/** Every figure of which something is asked, as it was measured last, and the most that Node could do. */
function speed(): string {
  const all = results as unknown as Readonly<Record<string, Measured | undefined>>;
  const rows = sections.flatMap((section) =>
    (all[section]?.figures ?? [])
      .filter(({ asked, met, rival }) => (asked !== null && met !== null) || rival === sameAnswer)
      .map((figure) => [
        figure.what,
        `${shown(figure.ours)} ${figure.unit}`,
        figure.rival && `${figure.rival}: ${shown(figure.theirs)}`,
        figure.ratio === null ? null : `${shown(figure.ratio)} ×`,
        figure.asked && askedText(figure),
        figure.asked && (figure.met ? 'yes' : '**no**'),
      ]),
  );
  const runs = sections.flatMap((section) => {
    const run = all[section];
    if (!run) return [];
    const rounds = Math.max(...run.figures.map((figure) => figure.rounds.ours.length));
    const often = rounds > 1 ? `${rounds} rounds` : 'once';
    return [`${code(section)} ${run.machine.date.slice(0, 10)} at ${code(run.machine.commit)}, ${often}`];
  });
  return `${table(['', 'Ours', 'Beside it, in the same run', 'Ratio', 'Asked', 'Met'], rows)}\n\nMeasured: ${runs.join('; ')}.`;
}

/** Tables made of what the bench measured last. */
export const benchTables: Readonly<Record<string, () => string>> = {
  speed,
  scale,
  month: () => {
    const { files, download_bytes_month } = results.month;
    const rows = Object.entries(files).map(([name, { downloads_day, br, gzip, identity, bytes_day }]) => [
      code(name),
      grouped(downloads_day),
      `${scaled(br, 1e6)}, ${scaled(gzip, 1e6)}, ${scaled(identity, 1e6)} MB`,
      `${scaled(bytes_day, 1e9)} GB`,
      `${scaled(bytes_day * assumed.days, 1e12)} TB`,
    ]);
    const total = ['all', grouped(assumed.downloadsADay), '', '', `${scaled(download_bytes_month, 1e12)} TB`];
    return table(['File', 'Downloads a day', 'brotli, gzip, plain', 'A day', 'In 30 days'], [...rows, total]);
  },
  'month-keyed': () => {
    const { keyed_requests_month, record_bytes, keyed_bytes_month, keyed_machine } = results.month;
    const rates: Readonly<Record<string, number>> = results.month.rates;
    const rows = Object.entries(assumed.routes).map(([route, part]) => [
      code(route),
      grouped(part * assumed.keyedASecond),
      grouped(rates[route]!),
      `${scaled((part * assumed.keyedASecond * 100) / rates[route]!, 1)} %`,
    ]);
    const total = ['all', grouped(assumed.keyedASecond), '', `${scaled(keyed_machine * 100, 1)} %`];
    const month = `${scaled(keyed_requests_month, 1e9)} thousand million requests in 30 days; as records of ${grouped(record_bytes)} bytes (the mean, gzip) ${scaled(keyed_bytes_month, 1e12)} TB.`;
    return `${table(['Route', 'A second', 'Measured at most', 'Of the machine'], [...rows, total])}\n\n${month}`;
  },
  'month-million': () => {
    const { objects, release_bytes, files } = results.month;
    const times = 1e6 / objects;
    const rows: [string, number][] = [
      ['a release on disk', release_bytes],
      ['elements, brotli', files.elements.br],
      ['all objects as CSV, brotli', files['dataset/all.csv'].br],
      ['all objects as JSON, plain', files['dataset/all.json'].identity],
    ];
    return table(
      ['', `${grouped(objects)} objects, measured`, 'A million, computed'],
      rows.map(([name, bytes]) => [name, `${scaled(bytes, 1e6)} MB`, `${scaled(bytes * times, 1e6)} MB`]),
    );
  },
};
