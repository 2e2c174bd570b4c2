import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import type { ApiError } from './errors.ts';

const styles = `:root{color-scheme:light dark;background:light-dark(#f6f6f1,#0f1315);color:light-dark(#161b1c,#e3e7e4);font:1.0625rem/1.5 system-ui,sans-serif}body{max-width:44rem;margin:0 auto;padding:clamp(2rem,8vw,6rem) 1.25rem}a{color:light-dark(#0b5568,#86c9d8)}code{overflow-wrap:anywhere}`;

/** Allows only the page's own styles. */
export const errorPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

/** Whether a person reads the response: browsers that open a page accept HTML. */
export const readsPages = (accept: string | undefined): boolean => /(^|[\s,])text\/html\b/i.test(accept ?? '');

/** An error outside of the API as a page with the problem and a hint. */
export function errorPage(problem: ApiError, requestId: string): string {
  const { error, hint } = problem.facts;
  return String(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Error ${problem.status} · Orbweaver</title><style>${html([styles] as unknown as TemplateStringsArray)}</style></head>
<body><main><h1>${error}</h1><p>${hint}</p><p><a href="/">Orbweaver</a> · <a href="/satellites">Catalog</a> · <a href="/docs/">Docs</a></p><p>Error ${problem.status}, request <code>${requestId}</code></p></main></body></html>
`);
}
