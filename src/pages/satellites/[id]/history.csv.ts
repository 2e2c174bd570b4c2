import type { APIRoute } from 'astro';
import { chartSource } from '../../../components/charts/chart.ts';
import { csvAnswer, noRelease } from '../../../components/documents/file-answers.ts';
import { elementSources, historyNote } from '../../../features/history/components/history-drawing.ts';

/** The orbits of an object by its archived element sets, as CSV. */
export const GET: APIRoute = async ({ locals, params }) => {
  const { release, base } = locals.orbweaver;
  const id = params['id'] ?? '';
  if (!release) return noRelease();
  if (!/^[1-9]\d{0,8}$/.test(id) || !release.record(Number(id))) return new Response(null, { status: 404 });
  const sourceOf = (file: string | null) => chartSource(base, release.generated_at, elementSources([file]));
  return csvAnswer(await release.historyCsv(Number(id), { sourceOf, note: historyNote }));
};
