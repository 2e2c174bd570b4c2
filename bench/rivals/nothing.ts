/** What the API is measured beside: a server that does nothing, alone and behind Hono. `node bench/rivals/nothing.ts bare|hono PORT` */
import { createServer } from 'node:http';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const [which, port] = process.argv.slice(2);
const body = '{"data":{"norad_cat_id":25544,"name":"ISS (ZARYA)"}}\n';

if (which === 'bare') {
  createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': String(body.length) });
    response.end(body);
  }).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
} else {
  const app = new Hono();
  for (const path of ['/api/v1/satellites/:id', '/api/v1/satellites/:id/:form'])
    app.get(path, (context) => context.body(body, 200, { 'Content-Type': 'application/json' }));
  serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, () => process.stdout.write('ready\n'));
}
