import type { Admitted } from '../accounts/limits/admission.ts';
import { type StoredRecord, unpacked, unpackedText } from '../catalog/answer-file.ts';
import type { Call, OpenedRelease } from './call.ts';
import { encoders } from './encoders.ts';
import type { Refusal } from './errors.ts';
import { isFresh } from './fresh.ts';
import { type Coding, chooseCoding } from './negotiate.ts';
import { type Written, written } from './written.ts';

/** What a route answers: a body, as text, or as the release holds it, ready or compressed already. */
export interface Answer {
  readonly type: string;
  readonly body: string | Written | StoredRecord;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the resource has several forms, so that `Accept` matters. */
  readonly negotiated?: boolean;
}

/** Headers as the server writes them: by name, or names and values by turns, which costs a fraction for each request. */
type Headers = Readonly<Record<string, string>> | readonly string[];

/** What is sent: the API makes it, the server writes it. A HEAD request gets all of it but the body. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array | string | null;
  /** What the characters of a body that is a string are; UTF-8 where it isn't said. */
  readonly encoding?: 'utf8' | 'latin1';
}

/** An error as it is sent. */
export interface ErrorReply extends Reply {
  readonly headers: Record<string, string>;
  readonly body: string;
}

export const json = 'application/json; charset=utf-8';

const vary = 'Authorization, X-API-Key, Accept-Encoding';
const varyByForm = 'Authorization, X-API-Key, Accept, Accept-Encoding';

/** Below this many bytes compression saves no packet. */
export const worthIt = 1024;
/** The codings of a body, the one that costs least first. */
const dynamic: readonly Coding[] = ['zstd', 'gzip', 'br', 'identity'];
const stored: readonly Coding[] = ['gzip', 'zstd', 'br', 'identity'];
const small: readonly Coding[] = ['identity'];

/** What stands in every answer of the keyed API from one release, names and values by turns. */
export const standingHeaders = (service: Readonly<Record<string, string>>, modified: number): readonly string[] => [
  ...Object.entries(service).flat(),
  ...['Cache-Control', 'private, no-store'],
  ...['Last-Modified', new Date(modified).toUTCString()],
];

/**
 * Turns a route's answer into what is sent: coding, validators, 304, the headers of the service and of the limits. A
 * promise only where the body has to be compressed.
 */
export function respond(call: Call, admitted: Admitted, from: OpenedRelease, answer: Answer): Reply | Promise<Reply> {
  const { request } = call;
  const { type } = answer;
  const body = typeof answer.body === 'string' ? written(answer.body) : answer.body;
  const available = 'gzip' in body ? stored : body.bytes < worthIt ? small : dynamic;
  const coding = chooseCoding(request.headers, available, available);
  const etag = coding === 'identity' ? `"${body.etag}"` : `"${body.etag}-${coding}"`;
  const headers = from.standing.slice();
  headers.push('Vary', answer.negotiated ? varyByForm : vary, 'ETag', etag, 'X-Request-Id', call.id);
  for (const name in answer.headers) headers.push(name, answer.headers[name]!);
  for (const [name, value] of admitted.headers) headers.push(name, value);
  if (isFresh(request.headers, etag, from.modified)) return { status: 304, headers, body: null };
  const sent = (body: Uint8Array | string, length: number, encoding: 'utf8' | 'latin1'): Reply => {
    headers.push('Content-Type', type, 'Content-Length', String(length));
    if (coding !== 'identity') headers.push('Content-Encoding', coding);
    return { status: 200, headers, body, encoding };
  };
  if (coding === 'identity') {
    if ('text' in body) return sent(body.text, body.bytes, body.encoding);
    const text = unpackedText(body, 'latin1');
    return sent(text, text.length, 'latin1');
  }
  if ('gzip' in body && coding === 'gzip') return sent(body.gzip, body.gzip.length, 'latin1');
  const whole = 'gzip' in body ? unpacked(body) : Buffer.from(body.text, body.encoding);
  return encoders[coding](whole).then((packed) => sent(packed, packed.length, 'utf8'));
}

/** What an error answers, whoever writes it. Nothing of it may be kept by any cache. */
export function refusalAnswer(refusal: Refusal, id: string, service: Readonly<Record<string, string>>): ErrorReply {
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
