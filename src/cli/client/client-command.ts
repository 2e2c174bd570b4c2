import type { Orbweaver } from '../../../clients/typescript/orbweaver.ts';

/** What the commands depend on; tests may pass their own. */
export interface ClientDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Writes to standard output. */
  write(chunk: string | Uint8Array): Promise<void>;
  /** Writes a message to standard error. */
  say(line: string): void;
  /** Serves the release in a home folder on this machine, for this command alone. */
  openLocal(home: string): Promise<LocalApi>;
}

/** A server on this machine, for one command. */
interface LocalApi {
  readonly base: string;
  close(): Promise<void>;
}

/** One option of a command. */
interface Option {
  readonly type: 'string' | 'boolean';
  readonly about: string;
  /** What the value is, in the help: `ID`, `DEGREES`. */
  readonly value?: string;
  /** Its values, for shell completion; several with commas between where the API takes them. */
  readonly values?: readonly string[];
}

export type Options = Readonly<Record<string, Option>>;

/** One invocation of a command. */
export interface ClientCall {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly words: readonly string[];
  readonly api: Orbweaver;
  readonly deps: ClientDeps;
  /** The form of the output: what `--format` says, else `table` on a terminal and `json` in a pipe. */
  readonly format: string;
}

/** One command against a server or a local release. */
export interface ClientCommand {
  readonly name: string;
  /** The words and the most important options, as the help shows them. */
  readonly usage: string;
  readonly about: string;
  readonly options: Options;
  /** The values of `--format`; the form for a pipe where it is not `json`. */
  readonly formats: readonly string[];
  readonly piped?: string;
  /** How many words it takes, at least and at most. */
  readonly words: readonly [least: number, most: number];
  /** How often a request that fails for a moment is sent again; 0 if not given: a script decides by the exit code. */
  readonly retries?: number;
  /** Values of its first word, for shell completion. */
  readonly wordValues?: readonly string[];
  run(call: ClientCall): Promise<void>;
}

/** Exit codes, documented in the docs under "Command line". */
export const exitCodes = {
  ok: 0,
  /** There is no such object, or nothing is known of what was requested. */
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

/** The JSON of a route. Throws ClientFailure where the response is none. */
export async function jsonOf(api: Orbweaver, path: string, query?: Readonly<Record<string, string>>): Promise<unknown> {
  const response = await api.request(path, query);
  return response.json().catch(() => {
    throw new ClientFailure(`${api.server} did not answer with JSON: is this an Orbweaver server?`, exitCodes.server);
  });
}

/** Options as parameters of the API: dashes are underscores. Boolean options are `true` or `false`. */
export function parametersOf(values: ClientCall['values'], names: Iterable<string>): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const name of names) {
    const value = values[name];
    if (value !== undefined) parameters[name.replaceAll('-', '_')] = String(value);
  }
  return parameters;
}
