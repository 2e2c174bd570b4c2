import type { FetchDeps } from '../../pipeline/fetch/fetch-deps.ts';
import type { Fault } from './stand-in.ts';

const notUpdated =
  'GP data has not updated since your last successful download of GROUP=active at 2026-08-21 23:00:00 UTC.\nData is updated once every 2 hours.\n';

const plain =
  (status: number, body: string, headers: Record<string, string> = {}): Fault =>
  ({ response }) => {
    response.writeHead(status, { 'Content-Type': 'text/plain', ...headers }).end(body);
  };

/** A changed body, sent like a valid one. */
const changed =
  (change: (body: Buffer) => Buffer): Fault =>
  ({ response, body }) => {
    const replacement = change(body);
    response.writeHead(200, { 'Content-Length': replacement.length }).end(replacement);
  };

/** Faults in transport, before any row is parsed. */
export const transport = {
  '304': plain(304, ''),
  '403 has not updated': plain(403, notUpdated),
  '200 has not updated': plain(200, notUpdated),
  '403': plain(403, 'Forbidden'),
  '404': plain(404, 'Not found'),
  '301': plain(301, '', { Location: 'https://elsewhere.example/' }),
  '429': plain(429, 'Too many', { 'Retry-After': '30' }),
  '500': plain(500, 'Internal error'),
  'HTML with 200': plain(200, '<!DOCTYPE html><html><body>Busy</body></html>'),
  'an empty file': plain(200, ''),
  'half a body': ({ response, body }) => {
    response.writeHead(200, { 'Content-Length': body.length });
    response.write(body.subarray(0, body.length / 2), () => response.destroy());
  },
  'half a body that claims to be whole': changed((body) => body.subarray(0, body.length / 2 - 1)),
  'a stall': ({ response, body }) => {
    response.writeHead(200, { 'Content-Length': body.length }).write(body.subarray(0, 100));
  },
  silence: () => {},
  'text that is not UTF-8': changed((body) => Buffer.concat([body.subarray(0, 40), Buffer.from([0xff, 0xfe]), body])),
  // UTF-8 that was decoded as Latin-1 and encoded again.
  mojibake: changed((body) =>
    Buffer.from(Buffer.from(body.toString('utf8').replace(/[A-Za-z]{3}/g, '$&é')).toString('latin1')),
  ),
  '10 GB, announced': ({ response, body }) => {
    response.writeHead(200, { 'Content-Length': 1e10 }).write(body);
  },
  'an endless stream': ({ response, body }) => {
    response.writeHead(200);
    const block = Buffer.alloc(2 ** 16, `${body.subarray(0, 50).toString('latin1').replaceAll('\n', ' ')}x\n`);
    const more = () => {
      while (!response.destroyed && response.write(block));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
} satisfies Record<string, Fault>;

/** The problem reported for each fault; null if the response is not a problem. */
export const reasons: Readonly<Record<keyof typeof transport, RegExp | null>> = {
  '304': null,
  '403 has not updated': null,
  '200 has not updated': null,
  '403': /answered 403/,
  '404': /answered 404/,
  '301': /answered 301, now at https:\/\/elsewhere/,
  '429': /answered 429/,
  '500': /answered 500/,
  'HTML with 200': /HTML/,
  'an empty file': /empty/,
  'half a body': /connection .* failed|cut off/,
  'half a body that claims to be whole': /cut off/,
  'a stall': /stopped in the middle/,
  silence: /no response came/,
  'text that is not UTF-8': /not UTF-8/,
  mojibake: /garbled/,
  '10 GB, announced': /larger than the limit of 1 MiB/,
  'an endless stream': /larger than the limit of 1 MiB/,
};

/** Short timeouts for responses that stall; the others get time, because the machine may be busy. */
export const timeoutFor = (name: string): Partial<Pick<FetchDeps, 'timeout'>> =>
  /stall|silence/.test(name) ? { timeout: { response: 150, idle: 150, total: 600_000 } } : {};

/** Faults in the rows of a completely transferred file. */
export const content: Readonly<Record<string, Fault>> = {
  'a fifth is missing': changed((body) =>
    rows(
      body,
      (lines) => lines.filter((_line, at) => at % 5 !== 0),
      (list) => list.filter((_one, at) => at % 5 !== 0),
    ),
  ),
  'a column is renamed': changed((body) =>
    Buffer.from(
      body
        .toString('utf8')
        .replaceAll(/NORAD_CAT_ID|#JCAT|"norad_cat_id"|"scn":/g, (name) => name.replace(/\w{3}/, 'new_$&')),
    ),
  ),
  'a row is duplicated': changed((body) =>
    rows(
      body,
      (lines) => [...lines, ...lines.slice(0, 5)],
      (list) => [...list, ...list.slice(0, 5)],
    ),
  ),
};

/** The same file with changed rows: lines below the header, or the objects of its list. */
function rows(body: Buffer, table: (lines: string[]) => string[], list: (objects: unknown[]) => unknown[]): Buffer {
  const text = body.toString('utf8');
  if (/^[[{]/.test(text)) {
    const json = JSON.parse(text) as unknown[] | { results: { bindings: unknown[] } };
    if (Array.isArray(json)) return Buffer.from(JSON.stringify(list(json)));
    return Buffer.from(JSON.stringify({ ...json, results: { bindings: list(json.results.bindings) } }));
  }
  const [header, ...lines] = text.split('\n').filter((line) => line !== '');
  const notes = lines.filter((line) => line.startsWith('#'));
  return Buffer.from(`${[header, ...notes, ...table(lines.filter((line) => !line.startsWith('#')))].join('\n')}\n`);
}
