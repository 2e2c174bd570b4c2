import type { APIRoute } from 'astro';
import { noRelease } from '../../components/documents/file-answers.ts';

/**
 * When the windows of predicted reentries end, milliseconds since 1970: the page of the sky and the globe show no object afterwards.
 * Internal to the website: its form may change.
 */
export const GET: APIRoute = async ({ locals }) => {
  const { release } = locals.orbweaver;
  if (!release) return noRelease();
  const known = [...(await release.reentryEnds())];
  return Response.json({ norad_cat_id: known.map(([id]) => id), until: known.map(([, until]) => until) });
};
