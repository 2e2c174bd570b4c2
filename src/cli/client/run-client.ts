import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Orbweaver, OrbweaverError } from '../../../clients/typescript/orbweaver.ts';
import {
  type ClientCommand,
  type ClientDeps,
  ClientFailure,
  type ExitCode,
  exitCodes,
  type Options,
} from './client-command.ts';
import { exportCommand } from './export-command.ts';
import { objectCommands } from './object-commands.ts';
import { skyCommands } from './sky-commands.ts';
import { sqlCommand } from './sql-command.ts';
import { syncCommand } from './sync-command.ts';

/** Every command against a server or a local release. */
export const clientCommands: readonly ClientCommand[] = [
  ...objectCommands,
  ...skyCommands,
  sqlCommand,
  exportCommand,
  syncCommand,
];

const DEFAULT_SERVER = 'http://127.0.0.1:4321';

/** The options that every command has. */
const commonOptions: Options = {
  server: { type: 'string', value: 'URL', about: `the server; ORBWEAVER_SERVER, or ${DEFAULT_SERVER}, if not given` },
  home: { type: 'string', value: 'DIR', about: 'the release in this home folder instead of a server; needs no key' },
  'key-file': { type: 'string', value: 'FILE', about: 'a file with the API key; ORBWEAVER_API_KEY if not given' },
  format: { type: 'string', value: 'FORMAT', about: 'the form of the output' },
  help: { type: 'boolean', about: 'this text' },
};

/** Options of a command, those of all commands too. */
export const optionsOf = (command: ClientCommand): Options => ({ ...command.options, ...commonOptions });

const piped = (command: ClientCommand) => command.piped ?? 'json';
const onTerminal = (command: ClientCommand) => command.formats[0]!;

/** The help of a command. */
function helpOf(command: ClientCommand): string {
  const options = Object.entries(optionsOf(command)).map(([name, { value, about, values }]) => {
    // `--no-active` is `active=false`.
    const no = about.includes(', or only') ? '[no-]' : '';
    const left = `--${no}${name}${value === undefined ? '' : ` ${value}`}`;
    return `  ${left.padEnd(30)} ${about}${values ? ` (${values.join(', ')})` : ''}`;
  });
  const usual = onTerminal(command) === piped(command) ? '' : ` on a terminal, ${piped(command)} in a pipe`;
  return [
    `Usage: orbweaver ${command.name} ${command.usage}`,
    '',
    command.about,
    `Formats: ${command.formats.join(', ')}; ${onTerminal(command)}${usual} if not given.`,
    '',
    ...options,
    '',
    'Exit codes: 0 good · 1 not found · 2 wrong arguments · 3 no server, or it fails · 4 no valid key · 5 limit exceeded',
  ].join('\n');
}

/** Arguments with negative numbers attached to their option: `--lat -33.9` is `--lat=-33.9`. */
function attached(args: readonly string[], options: Options): string[] {
  const result: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [arg, next] = [args[at]!, args[at + 1]];
    if (arg === '--') return [...result, ...args.slice(at)];
    if (options[arg.replace(/^--/, '')]?.type === 'string' && next !== undefined && /^-[\d.]/.test(next)) {
      result.push(`${arg}=${next}`);
      at += 1;
    } else result.push(arg);
  }
  return result;
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
  const options = optionsOf(command);
  const { values, positionals } = parseArgs({
    args: attached(args, options),
    options: Object.fromEntries(Object.entries(options).map(([name, { type }]) => [name, { type }])),
    allowPositionals: true,
    allowNegative: true,
  });
  if (values.help) return deps.write(`${helpOf(command)}\n`);
  const [least, most] = command.words;
  if (positionals.length < least || positionals.length > most)
    throw new ClientFailure(`Usage: orbweaver ${command.name} ${command.usage}`, exitCodes.usage);
  const format = String(values.format ?? (deps.isTerminal ? onTerminal(command) : piped(command))).toLowerCase();
  if (!command.formats.includes(format))
    throw new ClientFailure(`--format must be one of ${command.formats.join(', ')}, not "${format}".`, exitCodes.usage);
  const { home, server } = values;
  if (home !== undefined && server !== undefined)
    throw new ClientFailure('Use either --server or --home.', exitCodes.usage);
  const call = { values: values as Readonly<Record<string, string | boolean>>, words: positionals, deps, format };
  if (home === undefined) {
    const key = keyOf(values['key-file'], deps);
    const { retries = 0 } = command;
    return command.run({ ...call, api: new Orbweaver(serverOf(server, deps), { key, retries }) });
  }
  const local = await deps.openLocal(String(home));
  try {
    await command.run({ ...call, api: new Orbweaver(local.base, { key: '', retries: 0 }) });
  } finally {
    await local.close();
  }
}

function serverOf(given: unknown, { env }: ClientDeps): string {
  const server = String(given ?? env.ORBWEAVER_SERVER ?? DEFAULT_SERVER);
  if (URL.canParse(server) && /^https?:$/.test(new URL(server).protocol)) return server;
  throw new ClientFailure(`The server must be an http or https URL, not "${server}".`, exitCodes.usage);
}

/** The key; it is never an argument, which other users of the machine could read. */
function keyOf(file: unknown, { env }: ClientDeps): string {
  if (file === undefined) return env.ORBWEAVER_API_KEY?.trim() ?? '';
  try {
    return readFileSync(String(file), 'utf8').trim();
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

/** How many allowed values a message names. */
const MAX_ALLOWED = 30;

/** An error response in words: what happened, what to do, and what is allowed. */
function wordsOf({ code, status, body }: OrbweaverError): string {
  if (code === 'http_error') return `${body.error} Is this an Orbweaver server?`;
  const { error, hint, parameter, allowed = [], retry_after } = body;
  const lines = [error, ...(hint === undefined ? [] : [hint])];
  if (code === 'no_response')
    lines.push('Name a server with --server URL, or a release on this machine with --home DIR.');
  if (parameter !== undefined) lines.push(`Option: --${parameter.replaceAll('_', '-')}`);
  if (allowed.length > 0)
    lines.push(`Allowed: ${allowed.slice(0, MAX_ALLOWED).join(', ')}${allowed.length > MAX_ALLOWED ? ', …' : ''}`);
  if (retry_after !== undefined) lines.push(`Try again in ${retry_after} s.`);
  if (status === 401) lines.push('The key is read from ORBWEAVER_API_KEY, or from the file that --key-file names.');
  return lines.join('\n');
}
