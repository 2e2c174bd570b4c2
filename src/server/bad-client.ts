import type { Duplex } from 'node:stream';
import { refusalAnswer } from '../api/answer.ts';
import { type ErrorCode, Refusal } from '../api/errors.ts';
import type { Follower } from '../release/follow.ts';
import { serviceHeaders } from '../schema/public-route.ts';
import type { World } from './orbweaver.ts';
import type { Served } from './served.ts';

const codes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Answers what Node could not read as HTTP with an error like any other, and ends the connection. */
export function answerBadClient(world: World, served: Follower<Served>) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const refusal = new Refusal(codes[error.code ?? ''] ?? 'malformed_request');
    const lease = served.hold();
    const { headers, body } = refusalAnswer(refusal, world.requestId(), lease?.value.headers ?? serviceHeaders(null));
    lease?.end();
    const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${refusal.status} ${reasons[refusal.status]}\r\n${lines.join('')}\r\n${body}`);
  };
}
