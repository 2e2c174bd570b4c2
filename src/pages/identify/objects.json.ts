import type { APIRoute } from 'astro';
import { noRelease } from '../../components/documents/refused.ts';

/** What is known of each object besides its elements, for the page that identifies streaks: the website's own, of no promised form. */
export const GET: APIRoute = async ({ locals }) => {
  const { release } = locals.orbweaver;
  return release ? Response.json(await release.identifiable()) : noRelease();
};
