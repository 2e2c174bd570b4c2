import type { APIRoute } from 'astro';

/** Everything may be read but what is somebody's own, what answers typing, and lists in every order: their objects are in the sitemap. */
export const GET: APIRoute = ({ locals }) =>
  new Response(
    `User-agent: *
Disallow: /account
Disallow: /suggest
Disallow: /satellites?
Disallow: /satellites.csv
Disallow: /satellites.json
Allow: /

Sitemap: ${locals.orbweaver.base}/sitemap.xml
`,
    { headers: { 'Content-Type': 'text/plain; charset=utf-8' } },
  );
