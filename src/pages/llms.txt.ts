import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';

/** What the site has, in Markdown, for language models (llmstxt.org). */
export const GET: APIRoute = async ({ locals }) => {
  const { base, release, routes } = locals.orbweaver;
  const docs = (await getCollection('docs')).sort((one, other) => (one.id < other.id ? -1 : 1));
  const parts = [
    '# Orbweaver',
    '> A read-only API and website over the catalog of everything in orbit: satellites, rocket bodies and debris. Every value names the sources that claim it, how sure that makes it, and where sources disagree.',
    `Base address: ${base}. Lists and single objects need a key in a header (\`Authorization: Bearer ow_…\`, made at ${base}/account); routes marked so need none. Records are keyed by \`norad_cat_id\`, which has up to nine digits. Times are UTC, units stand in the names, an absent value is \`null\`.${release ? ` Served now: release ${release.id}, ${release.counts.satellites} objects.${release.sample ? ' It is the embedded sample, with synthetic objects in it.' : ''}` : ''}`,
    `## Agents\n\n- [MCP endpoint](${base}/docs/mcp/): ${base}/mcp, streamable HTTP: search, objects with claims, elements, passes, changes and conflicts as tools`,
    `## API\n\n- [OpenAPI 3.1](${base}/openapi.json): every route, parameter, answer and error, with examples`,
    `## Routes\n\n${routes
      .map(
        ({ id, path, summary, access }) =>
          `- [GET ${path}](${base}/docs/api/reference/${id}/): ${summary}${access === 'public' ? '; no key needed' : ''}`,
      )
      .join('\n')}`,
    `## Documentation\n\n${docs
      .filter(({ id }) => !id.startsWith('docs/decisions'))
      .map(({ id, data }) => `- [${data.title}](${base}/${id}/): ${data.description ?? ''}`)
      .join('\n')}`,
    `## Optional\n\n${docs
      .filter(({ id }) => id.startsWith('docs/decisions'))
      .map(({ id, data }) => `- [${data.title}](${base}/${id}/): ${data.description ?? ''}`)
      .join('\n')}`,
  ];
  return new Response(`${parts.join('\n\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
};
