import type { APIRoute } from 'astro';
import { noRelease } from '../components/documents/file-answers.ts';
import { sitemapIndex, sitemapNames, xml } from '../components/documents/sitemap.ts';

/** The index of the sitemaps: pages, operators, launches, and every object. */
export const GET: APIRoute = ({ locals }) => {
  const { release, base } = locals.orbweaver;
  return release ? new Response(sitemapIndex(base, sitemapNames(release), release.generated_at), xml) : noRelease();
};
