import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sources } from '../../pipeline/sources/sources.ts';
import { LocalServer } from '../http/local-server.ts';

/** One request as the publisher received it. */
export interface Seen {
  readonly source: string;
  /** The requested file, as Orbweaver names it. */
  readonly file: string;
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
}

/** How often any stand-in has sent CelesTrak's list of files. */
let lists = 0;

/** A faulty response of a publisher. */
export type Fault = (context: {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly file: string;
  /** The correct bytes. */
  readonly body: Buffer;
}) => void;

/** A server with the files of all four publishers, each under its own paths below a folder of its own. */
export class StandIn extends LocalServer {
  readonly seen: Seen[] = [];
  /** Folder with `<source>/<file>`. */
  folder: string;
  /** By source, or by `<source>/<file>`. */
  readonly faults = new Map<string, Fault>();
  /** Body of CelesTrak's list of files; null: a list with a new time for SATCAT on each request. */
  list: string | null = null;

  constructor(folder: string) {
    super();
    this.folder = folder;
  }

  /** The base URL of each source. */
  get bases(): Record<string, string> {
    return Object.fromEntries(sources.map(({ slug }) => [slug, `${this.base}/${slug}`]));
  }

  protected override async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://stand-in');
    const [, source = ''] = url.pathname.split('/');
    const path = url.pathname.slice(source.length + 1);
    const query = request.method === 'POST' ? (new URLSearchParams(await text(request)).get('query') ?? '') : '';
    const file = fileOf(source, path, url.searchParams);
    this.seen.push({ source, file: file ?? path, method: request.method!, headers: request.headers });
    if (source === 'celestrak' && path === '/satcat/jsonDir.php') {
      const entry = { FILE_NAME: 'satcat.csv', FILE_SIZE: 1, FILE_MTIME: `request ${++lists}` };
      const body = Buffer.from(this.list ?? JSON.stringify([entry]));
      (this.faults.get(source) ?? correct)({ request, response, file: path, body });
      return;
    }
    const filePath = file === null ? null : join(this.folder, source, file);
    if (filePath === null || !existsSync(filePath)) {
      // CelesTrak's response for a group without objects; anywhere else the path does not exist.
      const empty = source === 'celestrak' && path === '/NORAD/elements/gp.php';
      response.writeHead(empty ? 200 : 404, { 'Content-Type': 'text/plain' });
      response.end(empty ? 'No GP data found' : 'not found');
      return;
    }
    const body = source === 'wikidata' ? withDigit(readFileSync(filePath, 'utf8'), query) : readFileSync(filePath);
    const fault = this.faults.get(`${source}/${file}`) ?? this.faults.get(source);
    if (fault) fault({ request, response, file: file!, body });
    else correct({ request, response, file: file!, body });
  }
}

/** A correct response: with an ETag, and 304 if it matches. CelesTrak's programs and SPARQL have none. */
export const correct: Fault = ({ request, response, file, body }) => {
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

/** The result of a query: the items whose number ends in its digit. */
function withDigit(file: string, query: string): Buffer {
  const digit = /STRENDS\(\?scn, "(\d)"\)/.exec(query)?.[1];
  const all = JSON.parse(file) as Sparql;
  const bindings = all.results.bindings.filter(({ scn }) => scn.value.endsWith(digit ?? 'none'));
  return Buffer.from(JSON.stringify({ ...all, results: { bindings } }));
}
