import type { APIRoute } from 'astro';
import { fieldsSource } from '../../components/charts/chart.ts';
import { chartsOf, gabbardFields, gabbardNote } from '../../components/charts/charts.ts';
import { boxscoreCsv, boxscoreFields } from '../../components/charts/population/boxscore.ts';
import { chartCsvAnswer, csvAnswer, noRelease } from '../../components/documents/file-answers.ts';
import { csvRow } from '../../schema/escaped-text.ts';

/**
 * A chart of `/stats` as CSV; the Gabbard diagram as its points, a line for each cell of its grid that is not empty; the
 * boxscore as its rows.
 */
export const GET: APIRoute = async ({ locals, params }) => {
  const { release, base } = locals.orbweaver;
  if (!release) return noRelease();
  const sourceOf = (fields: readonly string[]) => fieldsSource({ base, release }, fields);
  if (params['chart'] === 'boxscore') {
    const [{ boxscore }, names] = await Promise.all([release.stats(), release.countryNames()]);
    return boxscore
      ? csvAnswer(boxscoreCsv(boxscore, names, await sourceOf(boxscoreFields)))
      : new Response(null, { status: 404 });
  }
  const plots = await release.plots();
  const chart = chartsOf(plots, release.generated_at).find(({ slug }) => slug === params['chart']);
  if (chart) return chartCsvAnswer(chart, await sourceOf(chart.fields));
  return params['chart'] === 'gabbard'
    ? csvAnswer(gabbardCsv(plots.gabbard, await sourceOf(gabbardFields)))
    : new Response(null, { status: 404 });
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
    cells.map(({ x, y }) => [
      name,
      at(period, x / columns).toFixed(2),
      at(altitude, y / rows).toFixed(1),
      source,
      gabbardNote,
    ]),
  );
  return [['point', 'period_min', 'altitude_km', 'source', 'note'], ...lines].map(csvRow).join('');
}
