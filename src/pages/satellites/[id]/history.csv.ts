import type { APIRoute } from 'astro';
import { noRelease } from '../../../components/documents/refused.ts';

/** The orbits of an object by its archived element sets, as CSV. */
export const GET: APIRoute = async ({ locals, params }) => {
  const { release } = locals.orbweaver;
  const id = params['id'] ?? '';
  if (!release) return noRelease();
  if (!/^[1-9]\d{0,8}$/.test(id) || !release.record(Number(id))) return new Response(null, { status: 404 });
  return new Response(await release.historyCsv(Number(id)), { headers: { 'Content-Type': 'text/csv; charset=utf-8' } });
};
