import { connect, type Socket } from 'node:net';

/** One request as bytes, and what its sender must know of it. */
export interface RawRequest {
  readonly bytes: Buffer;
  readonly head: boolean;
  /** Whether the connection can be used again: not where it is unclear where the request ends. */
  readonly reusable: boolean;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly milliseconds: number;
}

/** What came back, whole; null while more is to come. */
interface Parsed extends Omit<RawAnswer, 'milliseconds'> {
  /** Whether the server goes on with this connection. */
  readonly open: boolean;
}

/** A client that sends bytes exactly as they are, over one connection as long as the server keeps it. */
export class RawClient {
  readonly #host: string;
  readonly #port: number;
  #socket: Socket | null = null;

  constructor(base: string) {
    const { hostname, port } = new URL(base);
    this.#host = hostname;
    this.#port = Number(port);
  }

  /** Sends one request. Null where the server closed the connection without a word, or said none in five seconds. */
  async send({ bytes, head, reusable }: RawRequest): Promise<RawAnswer | null> {
    const began = performance.now();
    const socket = this.#socket ?? connect(this.#port, this.#host).on('error', () => {});
    this.#socket = null;
    const parsed = await new Promise<Parsed | null>((resolve) => {
      let received: Buffer = Buffer.alloc(0);
      const read = (part: Buffer) => {
        received = Buffer.concat([received, part]);
        const answer = parse(received, head, false);
        if (answer) done(answer);
      };
      const closed = () => done(parse(received, head, true));
      const late = setTimeout(() => done(null), 5000);
      const done = (answer: Parsed | null) => {
        clearTimeout(late);
        socket.off('data', read).off('close', closed);
        resolve(answer);
      };
      socket.on('data', read).on('close', closed);
      socket.write(bytes);
    });
    if (parsed?.open && reusable && !socket.destroyed) this.#socket = socket;
    else socket.destroy();
    return parsed && { ...parsed, milliseconds: performance.now() - began };
  }

  close(): void {
    this.#socket?.destroy();
  }
}

/** Reads an answer; `ended` says that nothing more will come. */
function parse(received: Buffer, head: boolean, ended: boolean): Parsed | null {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [line = '', ...fields] = received.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1]);
  const headers = new Map(
    fields.map((field): [string, string] => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    }),
  );
  const rest = received.subarray(end + 4);
  // 100 Continue is none yet.
  if (status < 200) return parse(rest, head, ended);
  const open = headers.get('connection') !== 'close';
  if (head || status === 204 || status === 304) return { status, headers, body: Buffer.alloc(0), open };
  const length = headers.get('content-length');
  if (length === undefined) {
    const chunked = headers.get('transfer-encoding') === 'chunked';
    const whole = ended || (chunked && rest.subarray(-5).toString('latin1') === '0\r\n\r\n');
    return whole ? { status, headers, body: rest, open: open && chunked } : null;
  }
  return rest.length >= Number(length) ? { status, headers, body: rest.subarray(0, Number(length)), open } : null;
}
