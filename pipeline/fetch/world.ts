/** All that fetching needs of the world: tests hand in their own, and use neither a network nor time. */
export interface FetchWorld {
  /** The only way to the network. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  now(): Date;
  sleep(milliseconds: number): Promise<void>;
  /** From 0 up to 1; it spreads what is tried again. */
  random(): number;
  /** How long an answer may take to begin, to go on once it has begun, and as a whole, in milliseconds. */
  readonly patience: { readonly begin: number; readonly next: number; readonly whole: number };
  /** One plain line about something that is finished. */
  tell(line: string): void;
  /** What is being done now, a few words at a time. */
  progress(step: string): void;
}

/** What a request says of who sends it: the program, its version, and how the person who runs it can be reached. */
export function userAgent(contact: string | undefined): string {
  return `Orbweaver/0.1.0${contact === undefined ? '' : ` (${contact})`} node/${process.versions.node}`;
}
