import type { APIRoute } from 'astro';
import { noRelease } from '../../components/documents/file-answers.ts';

/** Facts of each object besides its elements, for the page that identifies streaks. Internal to the website: its form may change. */
export const GET: APIRoute = async ({ locals }) => {
  const { release } = locals.orbweaver;
  return release ? Response.json(await release.identifiable()) : noRelease();
};
