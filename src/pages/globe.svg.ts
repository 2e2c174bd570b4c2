import { createHash } from 'node:crypto';
import type { APIRoute } from 'astro';
import { stillGlobe, stillStyles } from '../features/globe/drawing/still.ts';

const hash = createHash('sha256').update(stillStyles).digest('base64');
let drawn: { readonly release: string; readonly svg: string } | undefined;

/** The static drawing of the globe, shown until the live globe has loaded, or if it cannot be shown. */
export const GET: APIRoute = async ({ locals }) => {
  const { release } = locals.orbweaver;
  if (!release) return new Response(null, { status: 404 });
  if (drawn?.release !== release.id) drawn = { release: release.id, svg: stillGlobe(await release.activePlaces()) };
  return new Response(drawn.svg, {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': 'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'`,
    },
  });
};
