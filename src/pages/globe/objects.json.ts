import type { APIRoute } from 'astro';
import { noRelease } from '../../components/documents/file-answers.ts';

/** Catalog numbers of an operator's or a launch's objects: loaded when `/globe` is filtered by it. */
export const GET: APIRoute = async ({ locals, url }) => {
  const { release } = locals.orbweaver;
  const [operator, launch] = ['operator', 'launch'].map((name) => url.searchParams.get(name));
  if (!release) return noRelease();
  if (!operator && !launch) return new Response(null, { status: 404 });
  const ids = operator
    ? await release.list({ operator }, { by: 'launch_date', descending: true })
    : await release.launched(launch!);
  return Response.json([...ids]);
};
