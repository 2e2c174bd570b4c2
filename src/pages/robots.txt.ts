import type { APIRoute } from 'astro';

/**
 * Crawlers may read everything except accounts, suggestions, close approaches (their addresses change), and sorted lists (their objects are
 * in the sitemap).
 */
export const GET: APIRoute = ({ locals }) =>
  new Response(
    `User-agent: *
Disallow: /account
Disallow: /suggest
Disallow: /conjunctions/
Disallow: /conjunctions?
Disallow: /satellites?
Disallow: /satellites.csv
Disallow: /satellites.json
Allow: /

Sitemap: ${locals.orbweaver.base}/sitemap.xml
`,
    { headers: { 'Content-Type': 'text/plain; charset=utf-8' } },
  );
