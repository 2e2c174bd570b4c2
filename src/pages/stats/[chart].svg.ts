import type { APIRoute } from 'astro';
import { fieldsSource } from '../../components/charts/chart.ts';
import { chartsOf } from '../../components/charts/charts.ts';
import { chartImageAnswer } from '../../components/documents/file-answers.ts';

/** A chart of `/stats` as an image that other sites can embed. */
export const GET: APIRoute = async ({ locals, params }) => {
  const { release, base } = locals.orbweaver;
  const plots = release && (await release.plots());
  const chart = plots && chartsOf(plots, release.generated_at).find(({ slug }) => slug === params['chart']);
  return chart
    ? chartImageAnswer(chart, await fieldsSource({ base, release }, chart.fields))
    : new Response(null, { status: 404 });
};
