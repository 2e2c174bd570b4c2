import type { APIRoute } from 'astro';
import { noRelease } from '../../components/documents/file-answers.ts';
import { type OperatorObjects, otherColor } from '../../features/globe/coloring.ts';

/** The active objects of the largest operators: loaded when the globe is colored by operator. */
export const GET: APIRoute = async ({ locals }) => {
  const { release } = locals.orbweaver;
  if (!release) return noRelease();
  const { all } = await release.operators();
  const largest: OperatorObjects[] = await Promise.all(
    all
      .slice(0, otherColor)
      .filter(({ active_satellites }) => active_satellites > 0)
      .map(async ({ slug, name }) => {
        const ids = await release.list({ operator: slug, active: true }, { by: 'norad_cat_id', descending: false });
        return { name, norad_cat_id: [...ids] };
      }),
  );
  return Response.json(largest);
};
