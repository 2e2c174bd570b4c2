import type { APIRoute } from 'astro';

/**
 * The data of `/status`, for programs. It is valid at the moment of the request only: it is never cached, so it has no
 * ETag.
 */
export const GET: APIRoute = async ({ locals }) => {
  const status = await locals.orbweaver.status();
  return new Response(`${JSON.stringify(status, null, 1)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'Access-Control-Allow-Origin': '*',
    },
  });
};
