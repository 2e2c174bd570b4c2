import type { APIRoute } from 'astro';

/**
 * Shows prerendered pages, which know nothing of the release, whether it is the sample: their banner is hidden until
 * this sheet shows it. It works without a script.
 */
export const GET: APIRoute = ({ locals }) => {
  const sample = locals.orbweaver.release?.sample === true;
  return new Response(sample ? '.sample-banner { display: block; }\n' : '', {
    headers: { 'Content-Type': 'text/css; charset=utf-8' },
  });
};
