import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync, gzip, zstdCompress } from 'node:zlib';
import type { Admitted } from '../accounts/admission.ts';
import type { StoredRecord } from '../catalog/record-store.ts';
import type { Call, OpenedRelease } from './call.ts';
import type { Refusal } from './errors.ts';
import { isFresh } from './fresh.ts';

import { type Coding, chooseCoding } from './negotiate.ts';

/** What a route answers: a body, as text or as the release holds it, compressed already. */
export interface Answer {
  readonly type: string;
  readonly body: string | StoredRecord;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the resource has several forms, so that `Accept` matters. */
  readonly negotiated?: boolean;
}

/** What is sent: the API makes it, the server writes it. A HEAD request gets all of it but the body. */
export interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | string | null;
}

export const json = 'application/json; charset=utf-8';

/** Below this many bytes compression saves no packet. */
const worthIt = 1024;
/** The codings of a body, the one that costs least first. */
const dynamic: readonly Coding[] = ['zstd', 'gzip', 'br', 'identity'];
const stored: readonly Coding[] = ['gzip', 'zstd', 'br', 'identity'];
const small: readonly Coding[] = ['identity'];

const encoders = {
  gzip: promisify(gzip),
  zstd: promisify(zstdCompress),
  br: (body: Buffer) => compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
} satisfies Record<Exclude<Coding, 'identity'>, (body: Buffer) => Promise<Buffer>>;
const compressBrotli = promisify(brotliCompress);

/** Turns a route's answer into what is sent: coding, validators, 304, the headers of the service and of the limits. */
export async function respond(call: Call, admitted: Admitted, from: OpenedRelease, answer: Answer): Promise<Reply> {
  const { request } = call;
  const { body } = answer;
  const plain = typeof body === 'string' ? Buffer.from(body) : null;
  const available = plain === null ? stored : plain.length < worthIt ? small : dynamic;
  const coding = chooseCoding(request.headers, available, available);
  const content = typeof body === 'string' ? hash('sha256', plain!).slice(0, 32) : body.etag;
  const etag = coding === 'identity' ? `"${content}"` : `"${content}-${coding}"`;
  const headers: Record<string, string> = {
    ...from.headers,
    'Cache-Control': 'private, no-store',
    Vary: `Authorization, X-API-Key, ${answer.negotiated ? 'Accept, ' : ''}Accept-Encoding`,
    ETag: etag,
    'Last-Modified': new Date(from.modified).toUTCString(),
    'X-Request-Id': call.id,
    ...answer.headers,
  };
  for (const [name, value] of admitted.headers) headers[name] = value;
  if (isFresh(request.headers, etag, from.modified)) return { status: 304, headers, body: null };
  const bytes = await coded(body, plain, coding);
  headers['Content-Type'] = answer.type;
  headers['Content-Length'] = String(bytes.length);
  if (coding !== 'identity') headers['Content-Encoding'] = coding;
  return { status: 200, headers, body: bytes };
}

async function coded(body: string | StoredRecord, plain: Buffer | null, coding: Coding): Promise<Uint8Array> {
  if (plain === null && coding === 'gzip') return (body as StoredRecord).gzip;
  const whole = plain ?? unpacked((body as StoredRecord).gzip);
  return coding === 'identity' ? whole : await encoders[coding](whole);
}

/** A gzip's last four bytes say how much is in it: one buffer of that size, and one more byte to see its end, halves the time. */
function unpacked(packed: Uint8Array): Buffer {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  return gunzipSync(packed, { chunkSize: Math.max(64, view.getUint32(packed.byteLength - 4, true) + 1) });
}

/** What an error answers, whoever writes it. Nothing of it may be kept by any cache. */
export function refusalAnswer(refusal: Refusal, id: string, service: Readonly<Record<string, string>>): Reply {
  const body = refusal.body();
  return {
    status: refusal.status,
    body,
    headers: {
      ...service,
      'Cache-Control': 'private, no-store',
      Vary: 'Authorization, X-API-Key',
      'Content-Type': json,
      'Content-Length': String(Buffer.byteLength(body)),
      'X-Request-Id': id,
      ...refusal.headers,
    },
  };
}
