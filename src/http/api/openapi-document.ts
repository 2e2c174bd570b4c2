import { hash } from 'node:crypto';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { publicCacheControl } from '../../schema/public-route.ts';
import { isFresh } from '../fresh.ts';
import { type Coding, chooseCoding } from '../negotiate.ts';
import { type Step, writeReply } from '../request-context.ts';
import examples from './examples.json' with { type: 'json' };
import { describeApi } from './openapi.ts';

const paths = ['/openapi.json', '/api/v1/openapi.json'];
const day = 86_400;

/**
 * The step that sends the API's description. It changes with the server alone: made and compressed once, when it is
 * asked for first. Nobody is counted for reading it.
 */
export function sendDescription(publicUrl: string | undefined, version: string): Step {
  let bodies: Record<Coding, Buffer> | undefined;
  const make = () => {
    const identity = Buffer.from(`${JSON.stringify(describeApi(publicUrl ?? '/', version, examples))}\n`);
    return {
      identity,
      br: brotliCompressSync(identity),
      gzip: gzipSync(identity, { level: 9 }),
      zstd: zstdCompressSync(identity),
    };
  };
  let content: string;
  return (exchange) => {
    const { target, request, served, id } = exchange;
    if (!paths.includes(target.path)) return false;
    if (!bodies) {
      bodies = make();
      content = hash('sha256', bodies.identity).slice(0, 32);
    }
    const coding = chooseCoding(request.headers, Object.keys(bodies) as Coding[]);
    const etag = `"${content}${coding === 'identity' ? '' : `-${coding}`}"`;
    const headers: Record<string, string> = {
      ...served?.headers,
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': publicCacheControl(day),
      Vary: 'Accept, Accept-Encoding',
      ETag: etag,
      ...(served && { 'Last-Modified': new Date(served.modified).toUTCString() }),
      'X-Request-Id': id,
    };
    if (isFresh(request.headers, etag, served?.modified ?? Number.POSITIVE_INFINITY)) {
      writeReply(exchange, { status: 304, headers, body: null });
      return true;
    }
    const body = bodies[coding];
    headers['Content-Type'] = 'application/json; charset=utf-8';
    headers['Content-Length'] = String(body.length);
    if (coding !== 'identity') headers['Content-Encoding'] = coding;
    writeReply(exchange, { status: 200, headers, body });
    return true;
  };
}
