/**
 * What the API is measured beside: a server that does nothing, alone and behind Hono; and one that gives to everybody what another
 * gave to its first (`same`), headers and body. `node bench/rivals/nothing.ts bare|hono|same PORT [BASE]`
 */
import { createServer, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const [which, port, base] = process.argv.slice(2);
const body = '{"data":{"norad_cat_id":25544,"name":"ISS (ZARYA)"}}\n';

if (which === 'bare') {
  createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': String(body.length) });
    response.end(body);
  }).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
} else if (which === 'same') {
  const first = new Map<string, Promise<{ headers: string[]; body: Buffer }>>();
  const ask = async ({ url, headers }: IncomingMessage) => {
    const answer = await new Promise<IncomingMessage>((done, failed) =>
      get(`${base}${url}`, { headers }, done).on('error', failed),
    );
    return { headers: answer.rawHeaders, body: await buffer(answer) };
  };
  createServer(async (request, response) => {
    const kind = `${request.url!.replace(/\d+/g, '')} ${request.headers['accept-encoding']}`;
    const known = first.get(kind) ?? ask(request);
    first.set(kind, known);
    const { headers, body: same } = await known;
    response.writeHead(200, headers);
    response.end(same);
  }).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
} else {
  const app = new Hono();
  for (const path of ['/api/v1/satellites/:id', '/api/v1/satellites/:id/:form'])
    app.get(path, (context) => context.body(body, 200, { 'Content-Type': 'application/json' }));
  serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, () => process.stdout.write('ready\n'));
}
