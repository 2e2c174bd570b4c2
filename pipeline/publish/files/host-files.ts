import { forms, publicCacheControl, serviceHeaders } from '../../../src/schema/release/public-route.ts';
import type { ReleaseFolder } from '../folder.ts';
import type { ReleaseContext } from '../release-context.ts';
import type { PublicFile } from './public-files.ts';

/**
 * `_headers` and `_redirects` in the form that static hosts read (Netlify, Cloudflare Pages): the headers that Orbweaver's own
 * server sends, and the paths without ending. Compressed forms are for servers that look for them next to the file.
 */
export async function publishHostFiles(
  folder: ReleaseFolder,
  files: readonly PublicFile[],
  context: ReleaseContext,
): Promise<void> {
  const service = serviceHeaders({ ...context, sources: context.sources.map((source) => source.slug) });
  const headers = [
    '/api/*',
    ...Object.entries(service).map(([name, value]) => `  ${name}: ${value}`),
    '  Vary: Accept, Accept-Encoding',
  ];
  const redirects: string[] = [];
  for (const { route, path, form, packed, codings } of files) {
    if (form === route.forms[0] && !packed) redirects.push(`${path} ${path}.${form} 200`);
    const rules = [`  Content-Type: ${forms[form]}`, `  Cache-Control: ${publicCacheControl(route.sharedMaxAge)}`];
    const omitted = folder.omitted(`public${path}.${form}`);
    if (omitted > 0) rules.push(`  X-Elements-Omitted: ${omitted}`);
    if (!packed) headers.push('', `${path}.${form}`, ...rules);
    for (const [coding, ending] of codings)
      headers.push('', `${path}.${form}${ending}`, ...rules, `  Content-Encoding: ${coding}`);
  }
  await folder.plain('public/_headers', `${headers.join('\n')}\n`);
  await folder.plain('public/_redirects', `${redirects.join('\n')}\n`);
}
