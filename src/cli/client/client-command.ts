import type { Orbweaver } from '../../../clients/typescript/orbweaver.ts';
import type { Options, ValuesOf } from '../option.ts';

/** Dependencies of the commands; tests may pass their own. */
export interface ClientDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Writes to standard output. */
  write(chunk: string | Uint8Array): Promise<void>;
  /** Writes a message to standard error. */
  say(line: string): void;
  /** Serves the release in a home folder on this machine, only for this command. */
  openLocal(home: string): Promise<LocalApi>;
}

/** A server on this machine, for one command. */
interface LocalApi {
  readonly base: string;
  close(): Promise<void>;
}

/** One invocation of a command. */
export interface ClientCall<O extends Options = Options> {
  readonly values: ValuesOf<O>;
  /** The command's own options as parameters of the API: dashes are underscores, flags are `true` or `false`. */
  readonly parameters: Record<string, string>;
  readonly words: readonly string[];
  readonly api: Orbweaver;
  readonly deps: ClientDeps;
  /** The form of the output: the value of `--format`, else `table` on a terminal and `json` in a pipe. */
  readonly format: string;
}

/** One command against a server or a local release. */
export interface ClientCommand<O extends Options = Options> {
  readonly name: string;
  /** The positional arguments and the most important options, as shown in the help. */
  readonly usage: string;
  readonly about: string;
  readonly options: O;
  /** The values of `--format`; the form for a pipe if it is not `json`. */
  readonly formats: readonly string[];
  readonly piped?: string;
  /** How many positional arguments it accepts, at least and at most. */
  readonly words: readonly [least: number, most: number];
  /** How often a request that failed temporarily is retried; 0 by default, because scripts depend on the exit code. */
  readonly retries?: number;
  /** Values of its first word, for shell completion. */
  readonly wordValues?: readonly string[];
  run(call: ClientCall<O>): Promise<void>;
}

/** A command whose options are known to its `run`. */
export const clientCommand = <const O extends Options>(one: ClientCommand<O>): ClientCommand => one;

/** Exit codes, documented in the docs under "Command line". */
export const exitCodes = {
  ok: 0,
  /** There is no such object, or no data about it. */
  notFound: 1,
  usage: 2,
  /** The server cannot be reached, or fails. */
  server: 3,
  key: 4,
  limit: 5,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A command that failed: its message is for people. */
export class ClientFailure extends Error {
  override name = 'ClientFailure';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The JSON of a route. Throws ClientFailure if the response is not JSON. */
export async function jsonOf(api: Orbweaver, path: string, query?: Readonly<Record<string, string>>): Promise<unknown> {
  const response = await api.request(path, query);
  return response.json().catch(() => {
    throw new ClientFailure(`${api.server} did not answer with JSON: is this an Orbweaver server?`, exitCodes.server);
  });
}
