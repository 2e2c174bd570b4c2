import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { serviceHeaders } from '../schema/public-route.ts';
import { type Reply, refusalAnswer } from './answer.ts';
import type { Refusal } from './errors.ts';
import type { Target } from './request-target.ts';
import type { Served } from './served.ts';

/** One request and its answer, with the release that it began with: a switch in between changes nothing for it. */
export interface Exchange {
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  /** Null where no release is published. */
  readonly served: Served | null;
  /** Resolves when the answer's last byte is gone, or the client is. */
  readonly closed: Promise<void>;
  /** Runs something then, or at once where that is over; a promise would cost each request more than the work. */
  onClosed(work: () => void): void;
}

const nowhere: Target = { path: '', query: '', url: '/', host: null, isApi: false };

/** An exchange that has begun; where it goes to is read next, and may be refused. */
export class BegunExchange implements Exchange {
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly served: Served | null;
  target = nowhere;
  readonly #endings: (() => void)[] = [];
  #closed: Promise<void> | undefined;

  constructor({ id, request, response, served }: Pick<Exchange, 'id' | 'request' | 'response' | 'served'>) {
    this.id = id;
    this.request = request;
    this.response = response;
    this.served = served;
    response.on('close', () => {
      for (const work of this.#endings) work();
    });
  }

  get closed(): Promise<void> {
    this.#closed ??= new Promise((resolve) => this.onClosed(resolve));
    return this.#closed;
  }

  onClosed(work: () => void): void {
    if (this.response.closed) work();
    else this.#endings.push(work);
  }
}

/** One step of the line from request to answer. True: it has answered, or is doing so. Throws Refusal. */
export type Step = (exchange: Exchange) => boolean | Promise<boolean>;

const withoutRelease = serviceHeaders(null);

/** Writes an error: the same shape, whatever the path. Nothing of an error may be kept by any cache. */
export function writeRefusal(
  exchange: Pick<Exchange, 'id' | 'served' | 'response' | 'request'>,
  refusal: Refusal,
): void {
  writeReply(exchange, refusalAnswer(refusal, exchange.id, exchange.served?.headers ?? withoutRelease));
}

/** Writes what the API made. */
export function writeReply({ request, response }: Pick<Exchange, 'request' | 'response'>, reply: Reply): void {
  for (const name of response.getHeaderNames()) if (name !== 'strict-transport-security') response.removeHeader(name);
  response.writeHead(reply.status, reply.headers as OutgoingHttpHeaders | string[]);
  if (reply.body === null || request.method === 'HEAD') response.end();
  else response.end(reply.body, reply.encoding ?? 'utf8');
}
