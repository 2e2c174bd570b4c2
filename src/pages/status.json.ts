import type { APIRoute } from 'astro';

/** What `/status` shows, for programs. */
export const GET: APIRoute = async ({ locals }) => {
  const status = await locals.orbweaver.status();
  return new Response(`${JSON.stringify(status, null, 1)}\n`, {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Access-Control-Allow-Origin': '*' },
  });
};
