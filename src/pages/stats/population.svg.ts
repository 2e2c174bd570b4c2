import type { APIRoute } from 'astro';
import { fieldsSource } from '../../components/charts/chart.ts';
import { populationChart, populationQuestion } from '../../components/charts/population/population-chart.ts';
import { chartImageAnswer } from '../../components/documents/file-answers.ts';

/** A chart of `/stats/population` as an image, by the query of its page. */
export const GET: APIRoute = async ({ locals, url }) => {
  const { release, base } = locals.orbweaver;
  if (!release) return new Response(null, { status: 404 });
  const population = await release.population();
  const question = populationQuestion(url.searchParams);
  const chart = population && question ? populationChart(population, question) : null;
  return chart
    ? chartImageAnswer(chart, await fieldsSource({ base, release }, chart.fields))
    : new Response(null, { status: 404 });
};
