import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';

/** The contents of the site, in Markdown, for language models (llmstxt.org). */
export const GET: APIRoute = async ({ locals }) => {
  const { base, release, routes } = locals.orbweaver;
  const docs = (await getCollection('docs')).sort((one, other) => (one.id < other.id ? -1 : 1));
  const parts = [
    '# Orbweaver',
    '> A read-only API and website for the catalog of everything in orbit: satellites, rocket bodies, and debris. Every value comes with the sources that claim it, its confidence, and the conflicts between sources.',
    `Base URL: ${base}. Lists and single objects need a key in a header (\`Authorization: Bearer ow_…\`; create one at ${base}/account). Routes marked "no key needed" do not. Records are identified by \`norad_cat_id\`, which has up to nine digits. Times are UTC, field names include units, and missing values are \`null\`.${release ? ` Current release: ${release.id}, ${release.counts.satellites} objects.${release.sample ? ' It is the embedded sample, with synthetic objects in it.' : ''}` : ''}`,
    `## Agents\n\n- [MCP endpoint](${base}/docs/mcp/): ${base}/mcp, streamable HTTP: tools for search, objects with claims, elements, passes, changes, and conflicts`,
    `## API\n\n- [OpenAPI 3.1](${base}/openapi.json): every route, parameter, response, and error, with examples`,
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
