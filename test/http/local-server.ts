import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on a port of this machine, in place of one of somebody else. */
export abstract class LocalServer {
  readonly #server = createServer((request, response) => void this.respond(request, response));

  protected abstract respond(request: IncomingMessage, response: ServerResponse): unknown;

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
}
