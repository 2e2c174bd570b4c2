import type { APIRoute } from 'astro';
import { noRelease, refused } from './refused.ts';

const types = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' };

/** All results of a list's query, as a file to download. */
export const exportRoute =
  (form: 'csv' | 'json'): APIRoute =>
  async ({ locals, url }) => {
    const { release } = locals.orbweaver;
    if (!release) return noRelease();
    const exported = await release.exported(url.search.slice(1), form);
    if (!(exported instanceof ReadableStream)) {
      const { error, parameter, allowed } = exported;
      const hint = 'Use one of the values in "allowed".';
      return refused(400, { code: 'invalid_parameter', error, hint, parameter, allowed });
    }
    return new Response(exported, {
      headers: {
        'Content-Type': types[form],
        'Content-Disposition': `attachment; filename="orbweaver-${release.id.slice(0, 8)}.${form}"`,
      },
    });
  };
