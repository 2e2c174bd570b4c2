import type { APIRoute } from 'astro';
import { chartSource } from '../../../components/charts/chart.ts';
import { csvAnswer, noRelease } from '../../../components/documents/file-answers.ts';
import { catalogNumber } from '../../../components/object/object-addresses.ts';
import { elementSources, historyNote } from '../../../features/history/components/history-drawing.ts';

/** The orbits of an object by its archived element sets, as CSV. */
export const GET: APIRoute = async ({ locals, params, redirect }) => {
  const { release, base } = locals.orbweaver;
  const id = params['id'] ?? '';
  if (!release) return noRelease();
  const number = await catalogNumber(release, id);
  if (number !== null && id !== String(number)) return redirect(`/satellites/${number}/history.csv`, 301);
  if (number === null || !release.record(number)) return new Response(null, { status: 404 });
  const sourceOf = (file: string | null) => chartSource(base, release.generated_at, elementSources([file]));
  return csvAnswer(await release.historyCsv(number, { sourceOf, note: historyNote }));
};
