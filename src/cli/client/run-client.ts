import { readFileSync } from 'node:fs';
import { Orbweaver, OrbweaverError } from '../../../clients/typescript/orbweaver.ts';
import { explained, flag, type Options, parseOptions, text, type ValuesOf } from '../option.ts';
import { type ClientCommand, type ClientDeps, ClientFailure, type ExitCode, exitCodes } from './client-command.ts';
import { exportCommand } from './export-command.ts';
import { fieldCommands } from './field-commands.ts';
import { objectCommands } from './object-commands.ts';
import { skyCommands } from './sky-commands.ts';
import { sqlCommand } from './sql-command.ts';
import { syncCommand } from './sync-command.ts';

/** Every command against a server or a local release. */
export const clientCommands: readonly ClientCommand[] = [
  ...objectCommands,
  ...skyCommands,
  ...fieldCommands,
  sqlCommand,
  exportCommand,
  syncCommand,
];

const DEFAULT_SERVER = 'http://127.0.0.1:4321';

/** The options of every command. */
const commonOptions = {
  server: text('URL', `the server; default: ORBWEAVER_SERVER, or ${DEFAULT_SERVER}`),
  home: text('DIR', 'the release in this home folder instead of a server; needs no key'),
  'key-file': text('FILE', 'a file with the API key; default: ORBWEAVER_API_KEY'),
  format: text('FORMAT', 'output format'),
  help: flag('show this help'),
};

/** The options of a command, including the common ones. */
export const optionsOf = (command: ClientCommand): Options => ({
  ...command.options,
  ...commonOptions,
  format: text('FORMAT', 'output format', command.formats),
});

const piped = (command: ClientCommand) => command.piped ?? 'json';
const onTerminal = (command: ClientCommand) => command.formats[0]!;

/** The help of a command. */
function helpOf(command: ClientCommand): string {
  const usual = onTerminal(command) === piped(command) ? '' : ` on a terminal, ${piped(command)} in a pipe`;
  return [
    `Usage: orbweaver ${command.name} ${command.usage}`,
    '',
    command.about,
    `Formats: ${command.formats.join(', ')}; ${onTerminal(command)}${usual} by default.`,
    '',
    ...explained(optionsOf(command)),
    '',
    'Exit codes: 0 success · 1 not found · 2 invalid arguments · 3 server unreachable or failing · 4 no valid key · 5 limit exceeded',
  ].join('\n');
}

/** Runs one command. Returns its exit code. */
export async function runClient(command: ClientCommand, args: readonly string[], deps: ClientDeps): Promise<ExitCode> {
  try {
    await run(command, args, deps);
    return exitCodes.ok;
  } catch (error) {
    const failure = error as Error & { code?: string };
    if (failure.code?.startsWith('ERR_PARSE_ARGS')) {
      deps.say(`${failure.message}\n\n${helpOf(command)}`);
      return exitCodes.usage;
    }
    if (failure instanceof OrbweaverError) {
      deps.say(wordsOf(failure));
      return exitCodeOf(failure.status);
    }
    if (!(failure instanceof ClientFailure)) throw failure;
    deps.say(failure.message);
    return failure.exitCode;
  }
}

async function run(command: ClientCommand, args: readonly string[], deps: ClientDeps): Promise<void> {
  const { values, words } = parseOptions(args, optionsOf(command));
  const common = values as ValuesOf<typeof commonOptions>;
  if (common.help) return deps.write(`${helpOf(command)}\n`);
  const [least, most] = command.words;
  if (words.length < least || words.length > most)
    throw new ClientFailure(`Usage: orbweaver ${command.name} ${command.usage}`, exitCodes.usage);
  const format = (common.format ?? (deps.isTerminal ? onTerminal(command) : piped(command))).toLowerCase();
  if (!command.formats.includes(format))
    throw new ClientFailure(`--format must be one of ${command.formats.join(', ')}, not "${format}".`, exitCodes.usage);
  const { home, server } = common;
  if (home !== undefined && server !== undefined)
    throw new ClientFailure('Use either --server or --home.', exitCodes.usage);
  const own = Object.entries(values).filter(([name]) => Object.hasOwn(command.options, name));
  const parameters = Object.fromEntries(own.map(([name, value]) => [name.replaceAll('-', '_'), String(value)]));
  const call = { values, parameters, words, deps, format };
  if (home === undefined) {
    const key = keyOf(common['key-file'], deps);
    const { retries = 0 } = command;
    return command.run({ ...call, api: new NotingClient(deps, serverOf(server, deps), { key, retries }) });
  }
  const local = await deps.openLocal(home);
  try {
    await command.run({ ...call, api: new NotingClient(deps, local.base, { key: '', retries: 0 }) });
  } finally {
    await local.close();
  }
}

/** A client that tells if the data of a response for a past time may be incomplete, once: it is in headers only. */
class NotingClient extends Orbweaver {
  readonly #deps: ClientDeps;
  #told = false;

  constructor(deps: ClientDeps, ...rest: ConstructorParameters<typeof Orbweaver>) {
    super(...rest);
    this.#deps = deps;
  }

  override async request(...args: Parameters<Orbweaver['request']>): Promise<Response> {
    const response = await super.request(...args);
    const note = this.#told ? null : asOfNote(response.headers);
    if (note !== null) this.#deps.say(note);
    this.#told ||= note !== null;
    return response;
  }
}

/** The note about the data of a past time; null if they are complete, or if the response is not of a past time. */
function asOfNote(headers: Headers): string | null {
  const [at, snapshot, complete] = ['X-As-Of', 'X-As-Of-Snapshot', 'X-As-Of-Complete'].map((name) => headers.get(name));
  if (at == null || complete === 'true') return null;
  if (snapshot == null || snapshot === 'none') return `Note: no snapshot of the catalog is from ${at} or before.`;
  const state = complete === 'false' ? 'was incomplete or too old then' : 'is not known to be complete';
  return `Note: the data of ${at} are from a snapshot of ${snapshot}, which ${state}.`;
}

function serverOf(given: string | undefined, { env }: ClientDeps): string {
  const server = given ?? env.ORBWEAVER_SERVER ?? DEFAULT_SERVER;
  if (URL.canParse(server) && /^https?:$/.test(new URL(server).protocol)) return server;
  throw new ClientFailure(`The server must be an http or https URL, not "${server}".`, exitCodes.usage);
}

/** The API key; never an argument, because other users of the machine can read those. */
function keyOf(file: string | undefined, { env }: ClientDeps): string {
  if (file === undefined) return env.ORBWEAVER_API_KEY?.trim() ?? '';
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ClientFailure(`The key file could not be read: ${(error as Error).message}`, exitCodes.usage);
  }
}

function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return exitCodes.key;
  if (status === 429) return exitCodes.limit;
  if (status === 400) return exitCodes.usage;
  return status === 0 || status >= 500 ? exitCodes.server : exitCodes.notFound;
}

/** How many allowed values a message lists. */
const MAX_ALLOWED = 30;

/** An error response as text: the problem, a hint, and the allowed values. */
function wordsOf({ code, status, body }: OrbweaverError): string {
  if (code === 'http_error') return `${body.error} Is this an Orbweaver server?`;
  const { error, hint, parameter, allowed = [], retry_after } = body;
  const lines = [error, ...(hint === undefined ? [] : [hint])];
  if (code === 'no_response')
    lines.push('Name a server with --server URL, or a release on this machine with --home DIR.');
  // The parameters of a 404 are arguments of the command.
  const option = code === 'elements_too_old' ? 'allow_old' : status === 400 ? parameter : undefined;
  if (option !== undefined) lines.push(`Option: --${option.replaceAll('_', '-')}`);
  if (allowed.length > 0)
    lines.push(`Allowed: ${allowed.slice(0, MAX_ALLOWED).join(', ')}${allowed.length > MAX_ALLOWED ? ', …' : ''}`);
  if (retry_after !== undefined) lines.push(`Try again in ${retry_after} s.`);
  if (status === 401) lines.push('The key is read from ORBWEAVER_API_KEY, or from the file that --key-file names.');
  return lines.join('\n');
}
