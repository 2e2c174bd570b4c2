import { connect, type Socket } from 'node:net';

/** One request as bytes, and the facts needed to read its response. */
export interface RawRequest {
  readonly bytes: Buffer;
  readonly head: boolean;
  /** Whether the connection can be reused: not if the end of the request is ambiguous. */
  readonly reusable: boolean;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly milliseconds: number;
}

/** A complete response. */
interface Parsed extends Omit<RawResponse, 'milliseconds'> {
  /** Whether the server keeps the connection open. */
  readonly open: boolean;
}

/** A client that sends bytes unmodified, over one connection for as long as the server keeps it open. */
export class RawClient {
  readonly #host: string;
  readonly #port: number;
  #socket: Socket | null = null;

  constructor(base: string) {
    const { hostname, port } = new URL(base);
    this.#host = hostname;
    this.#port = Number(port);
  }

  /** Sends one request. Null if there is no response within five seconds or before the connection is closed. */
  async send({ bytes, head, reusable }: RawRequest): Promise<RawResponse | null> {
    const startedAt = performance.now();
    const socket = this.#socket ?? connect(this.#port, this.#host).on('error', () => {});
    this.#socket = null;
    const parsed = await new Promise<Parsed | null>((resolve) => {
      let received: Buffer = Buffer.alloc(0);
      const read = (part: Buffer) => {
        received = Buffer.concat([received, part]);
        const response = parse(received, head, false);
        if (response) finish(response);
      };
      const closed = () => finish(parse(received, head, true));
      const timeout = setTimeout(() => finish(null), 5000);
      const finish = (response: Parsed | null) => {
        clearTimeout(timeout);
        socket.off('data', read).off('close', closed);
        resolve(response);
      };
      socket.on('data', read).on('close', closed);
      socket.write(bytes);
    });
    if (parsed?.open && reusable && !socket.destroyed) this.#socket = socket;
    else socket.destroy();
    return parsed && { ...parsed, milliseconds: performance.now() - startedAt };
  }

  close(): void {
    this.#socket?.destroy();
  }
}

/** Parses a response; null if it is incomplete. `ended`: no more data will arrive. */
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
  // 100 Continue precedes the response.
  if (status < 200) return parse(rest, head, ended);
  const open = headers.get('connection') !== 'close';
  if (head || status === 204 || status === 304) return { status, headers, body: Buffer.alloc(0), open };
  const length = headers.get('content-length');
  if (length === undefined) {
    const chunked = headers.get('transfer-encoding') === 'chunked';
    const isComplete = ended || (chunked && rest.subarray(-5).toString('latin1') === '0\r\n\r\n');
    return isComplete ? { status, headers, body: rest, open: open && chunked } : null;
  }
  return rest.length >= Number(length) ? { status, headers, body: rest.subarray(0, Number(length)), open } : null;
}
