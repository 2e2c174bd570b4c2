import { operations } from '../api/openapi/openapi.ts';
import { celestrakPaths } from '../celestrak.ts';
import { mcpPath } from '../mcp/mcp-path.ts';

/** The service's own paths. */
const own = ['/healthz', '/readyz', '/metrics', '/openapi.json', '/api/v1/openapi.json', mcpPath, ...celestrakPaths];
const templates = [...operations.map(({ path }) => path), ...own];
const fixed = new Set(templates.filter((path) => !path.includes('{')));
const open = templates
  .filter((path) => path.includes('{'))
  .map((path) => ({
    path,
    matches: new RegExp(`^${path.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

/** An ending that names a form, as `.json` and `.csv` do. */
const ending = /\.[a-z]{3,7}$/;

/** The route that a request counts for: one of a fixed set, whatever clients request. Pages and their files are `site`. */
export function routeName(path: string, isApi: boolean): string {
  if (fixed.has(path)) return path;
  if (!isApi) return 'site';
  const plain = path.replace(ending, '');
  if (fixed.has(plain)) return plain;
  return open.find(({ matches }) => matches.test(plain))?.path ?? 'unknown';
}
