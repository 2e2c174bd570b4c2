import type { APIRoute } from 'astro';
import { chartCsv, chartSource, chartsOf } from '../../components/charts/charts.ts';
import { noRelease } from '../../components/documents/refused.ts';
import { csvRow } from '../../schema/csv-cell.ts';

/** A chart of `/stats` as CSV; the Gabbard diagram as its points, a line for each cell of its grid that is not empty. */
export const GET: APIRoute = async ({ locals, params }) => {
  const { release, base } = locals.orbweaver;
  if (!release) return noRelease();
  const plots = await release.plots();
  const chart = chartsOf(plots, release.generated_at).find(({ slug }) => slug === params['chart']);
  const source = chartSource(base, release.generated_at);
  const csv = chart
    ? chartCsv(chart, source)
    : params['chart'] === 'gabbard'
      ? gabbardCsv(plots.gabbard, source)
      : null;
  if (csv === null) return new Response(null, { status: 404 });
  return new Response(csv, { headers: { 'Content-Type': 'text/csv; charset=utf-8' } });
};

type Gabbard = Awaited<ReturnType<NonNullable<App.Locals['orbweaver']['release']>['plots']>>['gabbard'];

function gabbardCsv({ period, altitude, columns, rows, apogee, perigee }: Gabbard, source: string): string {
  const at = ([least, most]: readonly [number, number], part: number) => least * (most / least) ** part;
  const lines = (
    [
      ['apogee', apogee],
      ['perigee', perigee],
    ] as const
  ).flatMap(([name, cells]) =>
    cells.map(({ x, y }) => [name, at(period, x / columns).toFixed(2), at(altitude, y / rows).toFixed(1), source]),
  );
  return [['point', 'period_min', 'altitude_km', 'source'], ...lines].map(csvRow).join('');
}
