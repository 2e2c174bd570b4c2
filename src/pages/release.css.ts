import type { APIRoute } from 'astro';

/**
 * Shows the banner of the sample on prerendered pages, which do not depend on the release: it is hidden until this
 * sheet shows it. It works without a script.
 */
export const GET: APIRoute = ({ locals }) => {
  const sample = locals.orbweaver.release?.sample === true;
  return new Response(sample ? '.sample-banner { display: block; }\n' : '', {
    headers: { 'Content-Type': 'text/css; charset=utf-8' },
  });
};
