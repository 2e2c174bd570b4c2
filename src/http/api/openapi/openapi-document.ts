import { hash } from 'node:crypto';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Handler } from 'hono';
import { publicCacheControl } from '../../../schema/release/public-route.ts';
import { isFresh } from '../../conditional.ts';
import { type Coding, chooseCoding } from '../../negotiate.ts';
import type { HttpEnv } from '../../request-context.ts';
import examples from './examples.json' with { type: 'json' };
import { describeApi } from './openapi.ts';

const DAY_SECONDS = 86_400;

/**
 * Sends the description of the API. It only changes with the server, so it is created and compressed once, on the first
 * request. These requests are not metered.
 */
export function openapiDocument(publicUrl: string | undefined, version: string): Handler<HttpEnv> {
  const make = () => {
    const identity = Buffer.from(`${JSON.stringify(describeApi(publicUrl ?? '/', version, examples))}\n`);
    const br = brotliCompressSync(identity);
    const bodies = { identity, br, gzip: gzipSync(identity, { level: 9 }), zstd: zstdCompressSync(identity) };
    return { bodies, content: hash('sha256', identity).slice(0, 32) };
  };
  let made: ReturnType<typeof make> | undefined;
  return (c) => {
    const { request, served, headers: common } = c.env.context;
    made ??= make();
    const coding = chooseCoding(request.headers, Object.keys(made.bodies) as Coding[]);
    const etag = `"${made.content}${coding === 'identity' ? '' : `-${coding}`}"`;
    const headers: Record<string, string> = {
      ...served?.headers,
      ...common,
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': publicCacheControl(DAY_SECONDS),
      Vary: 'Accept, Accept-Encoding',
      ETag: etag,
      ...(served && { 'Last-Modified': served.lastModified }),
    };
    if (isFresh(request.headers, etag, served?.modified ?? Number.POSITIVE_INFINITY))
      return new Response(null, { status: 304, headers });
    headers['Content-Type'] = 'application/json; charset=utf-8';
    headers['Content-Length'] = String(made.bodies[coding].length);
    if (coding !== 'identity') headers['Content-Encoding'] = coding;
    return new Response(made.bodies[coding] as Uint8Array<ArrayBuffer>, { headers });
  };
}
