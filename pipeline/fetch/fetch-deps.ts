/** What fetching depends on: tests hand in their own, and use neither a network nor time. */
export interface FetchDeps {
  /** The only way to the network. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  now(): Date;
  sleep(milliseconds: number): Promise<void>;
  /** From 0 up to 1; it spreads what is tried again. */
  random(): number;
  /** How long a response may take to begin, between two parts of it, and in total, in milliseconds. */
  readonly timeout: { readonly response: number; readonly idle: number; readonly total: number };
  /** One plain line about something that is finished. */
  log(line: string): void;
  /** What is being done now, a few words at a time. */
  progress(step: string): void;
}

/** What a request says of who sends it: the program, its version, and how the person who runs it can be reached. */
export function userAgent(contact: string | undefined): string {
  return `Orbweaver/0.1.0${contact === undefined ? '' : ` (${contact})`} node/${process.versions.node}`;
}
