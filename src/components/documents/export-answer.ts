import type { APIRoute } from 'astro';

const types = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' };

/** Everything that the query of a list finds, as a file to keep; 400 in words where the query cannot be answered. */
export const exportRoute =
  (form: 'csv' | 'json'): APIRoute =>
  async ({ locals, url }) => {
    const { release } = locals.orbweaver;
    const plain = { 'Content-Type': 'text/plain; charset=utf-8' };
    if (!release) return new Response('No release is published yet.\n', { status: 503, headers: plain });
    const exported = await release.exported(url.search.slice(1), form);
    if (!(exported instanceof ReadableStream)) {
      const allowed = exported.allowed.length > 0 ? `\nAllowed: ${exported.allowed.join(', ')}` : '';
      return new Response(`${exported.error}${allowed}\n`, { status: 400, headers: plain });
    }
    return new Response(exported, {
      headers: {
        'Content-Type': types[form],
        'Content-Disposition': `attachment; filename="orbweaver-${release.id.slice(0, 8)}.${form}"`,
      },
    });
  };
