import type { APIRoute } from 'astro';
import { sitemap, sitemapAddresses, xml } from '../../components/documents/sitemap.ts';

/** One sitemap of the release. */
export const GET: APIRoute = async ({ locals, params }) => {
  const { release, base, routes } = locals.orbweaver;
  const addresses = release && (await sitemapAddresses(release, params.name ?? '', routes));
  return addresses ? new Response(sitemap(base, addresses), xml) : new Response(null, { status: 404 });
};
