import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** One request as the publisher saw it. */
export interface Seen {
  readonly source: string;
  /** The file that it is about, as Orbweaver names it. */
  readonly file: string;
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
}

/** What a publisher does instead of answering right; undefined: it answers right after all. */
export type Fault = (context: {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly file: string;
  /** The right bytes. */
  readonly body: Buffer;
}) => void;

/** The files of each publisher, under its own paths: all four on one machine, each below a folder of its own. */
export class StandIn {
  readonly seen: Seen[] = [];
  /** Folder with `<source>/<file>`. */
  folder: string;
  /** By source, or by `<source>/<file>`. */
  readonly faults = new Map<string, Fault>();
  readonly #server: Server;

  constructor(folder: string) {
    this.folder = folder;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Where each source is to be asked. */
  get bases(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    return Object.fromEntries(
      ['celestrak', 'gcat', 'satnogs', 'wikidata'].map((slug) => [slug, `http://127.0.0.1:${port}/${slug}`]),
    );
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://stand-in');
    const [, source = ''] = url.pathname.split('/');
    const path = url.pathname.slice(source.length + 1);
    const query = request.method === 'POST' ? (new URLSearchParams(await text(request)).get('query') ?? '') : '';
    const file = fileOf(source, path, url.searchParams);
    this.seen.push({ source, file: file ?? path, method: request.method!, headers: request.headers });
    const place = file === null ? null : join(this.folder, source, file);
    if (place === null || !existsSync(place)) {
      // What CelesTrak says of a group without objects; anywhere else it is a path that the publisher doesn't have.
      const empty = source === 'celestrak' && path === '/NORAD/elements/gp.php';
      response.writeHead(empty ? 200 : 404, { 'Content-Type': 'text/plain' });
      response.end(empty ? 'No GP data found' : 'not found');
      return;
    }
    const body = source === 'wikidata' ? withDigit(readFileSync(place, 'utf8'), query) : readFileSync(place);
    const fault = this.faults.get(`${source}/${file}`) ?? this.faults.get(source);
    if (fault) fault({ request, response, file: file!, body });
    else right({ request, response, file: file!, body });
  }
}

/** As publishers answer: with a tag, and 304 to who has it. CelesTrak's programs and SPARQL give none. */
export const right: Fault = ({ request, response, file, body }) => {
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
  const tagged = !file.startsWith('gp-') && request.method === 'GET';
  if (tagged && request.headers['if-none-match'] === etag) {
    response.writeHead(304, { ETag: etag }).end();
    return;
  }
  response.writeHead(200, { 'Content-Length': body.length, ...(tagged ? { ETag: etag } : {}) }).end(body);
};

/** The publishers' own paths. */
function fileOf(source: string, path: string, query: URLSearchParams): string | null {
  if (source === 'celestrak') {
    if (path === '/pub/satcat.csv') return 'satcat.csv';
    const group = query.get('GROUP') ?? query.get('SPECIAL');
    return path === '/NORAD/elements/gp.php' && group ? `gp-${group}.${query.get('FORMAT')}` : null;
  }
  if (source === 'gcat') {
    return /^\/tsv\/(?:cat\/p?satcat(?:100k)?|tables\/(?:orgs|sites|lv)|launch\/launch)\.tsv$/.test(path)
      ? path.slice(path.lastIndexOf('/') + 1)
      : null;
  }
  if (source === 'satnogs') {
    const list = /^\/api\/(satellites|transmitters)\/$/.exec(path)?.[1];
    return list === undefined ? null : `${list}.json`;
  }
  return source === 'wikidata' && path === '/sparql' ? 'satellites.json' : null;
}

interface Sparql {
  head: { vars: string[] };
  results: { bindings: { scn: { value: string } }[] };
}

/** What the query asks for: the items whose number ends in its digit. */
function withDigit(file: string, query: string): Buffer {
  const digit = /STRENDS\(\?scn, "(\d)"\)/.exec(query)?.[1];
  const all = JSON.parse(file) as Sparql;
  const bindings = all.results.bindings.filter(({ scn }) => scn.value.endsWith(digit ?? 'none'));
  return Buffer.from(JSON.stringify({ ...all, results: { bindings } }));
}

async function text(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
