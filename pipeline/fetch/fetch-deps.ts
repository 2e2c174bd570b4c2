import { Agent, type RequestInit, Response, fetch as undiciFetch } from 'undici';
import packageFile from '../../package.json' with { type: 'json' };

export { type RequestInit, Response };

/** The dependencies of fetching. Tests replace them, and need neither a network nor real time. */
export interface FetchDeps {
  /** The only way to the network. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  now(): Date;
  sleep(milliseconds: number): Promise<void>;
  /** From 0 to less than 1; spreads retries. */
  random(): number;
  /** How long a response may take to begin, to pause, and in total, in milliseconds. */
  readonly timeout: { readonly response: number; readonly idle: number; readonly total: number };
  /** Logs one line. */
  log(line: string): void;
  /** Shows the current step. */
  progress(step: string): void;
}

/** The `User-Agent` header: the program, its version, and how to reach its operator. */
export function userAgent(contact: string | undefined): string {
  return `Orbweaver/${packageFile.version}${contact === undefined ? '' : ` (${contact})`} node/${process.versions.node}`;
}

/**
 * The connection pool of undici's package. Without it, its `fetch` would use that of Node 24.21, which ends the process if a
 * publisher closes its connection after a response that is still being read (nodejs/undici#5360). Connections are not reused:
 * a server that closes one would make the second request fail.
 */
const dispatcher = new Agent({ pipelining: 0 });

/** The HTTP client for publishers. */
export const fetch = (url: string, init: RequestInit): Promise<Response> => undiciFetch(url, { ...init, dispatcher });
