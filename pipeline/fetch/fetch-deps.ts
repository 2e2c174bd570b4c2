import packageFile from '../../package.json' with { type: 'json' };
import type { RequestInit, Response } from './http-client.ts';

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
