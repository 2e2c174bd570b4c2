import type { APIRoute } from 'astro';
import { noRelease } from '../../components/documents/file-answers.ts';

/**
 * Brightness of objects at 1,000 km, half lit, for the page of the sky. Internal to the website: its form may change.
 */
export const GET: APIRoute = async ({ locals }) => {
  const { release } = locals.orbweaver;
  if (!release) return noRelease();
  const known = [...(await release.magnitudes())];
  return Response.json({
    norad_cat_id: known.map(([id]) => id),
    magnitude: known.map(([, magnitude]) => Math.round(magnitude * 100) / 100),
  });
};
