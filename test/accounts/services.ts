import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { until } from '../until.ts';

/** A server that a test has started. */
export interface Service {
  readonly url: string;
  stop(): Promise<void>;
}

const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort() : [];
const postgresVersion = versions.at(-1) ?? null;
const postgresFolder = postgresVersion && `/usr/lib/postgresql/${postgresVersion}/bin`;

/** Whether PostgreSQL is installed. */
export const has = { postgres: postgresFolder !== null };
/** The name of a test, with the reason if it is skipped. */
export const named = (name: string, service: keyof typeof has): string =>
  has[service] ? name : `${name} (skipped: no ${service}; apt-get install postgresql)`;

/** The path of a PostgreSQL program. */
export const postgresProgram = (name: string): string => `${postgresFolder}/${name}`;

/**
 * A free port of this machine that stays free while its server is restarted: below those that the system gives to connections and to
 * servers that ask for any port, 32768 and above.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 17_000);
    const server = createServer();
    const listening = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!listening) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package creates. */
const asPostgres = (command: string, args: readonly string[]): [string, string[]] =>
  process.getuid?.() === 0 ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, [...args]];

/** A separate PostgreSQL server with an empty database. */
interface Postgres extends Service {
  /** The folder of its socket and data. */
  readonly folder: string;
  /** URL of the server through the socket. */
  readonly socketUrl: string;
  halt(): Promise<void>;
  start(): Promise<void>;
}

/** Starts PostgreSQL without syncing to disk, with additional settings and options of initdb. */
export async function startPostgres(
  settings: readonly string[] = [],
  initOptions: readonly string[] = [],
): Promise<Postgres> {
  const folder = mkdtempSync('/tmp/orbweaver-postgres-');
  if (process.getuid?.() === 0) spawnSync('chown', ['postgres', folder]);
  const data = join(folder, 'data');
  const init = ['-D', data, '-U', 'orbweaver', '-A', 'trust', '-N', ...initOptions];
  const initialized = spawnSync(...asPostgres(`${postgresFolder}/initdb`, init), { cwd: '/' });
  if (initialized.status !== 0) throw new Error(String(initialized.stderr));
  const port = await freePort();
  const options = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-F'];
  options.push(...settings.flatMap((setting) => ['-c', setting]));
  let child: ChildProcess;
  const ready = ['-h', '127.0.0.1', '-p', String(port), '-U', 'orbweaver'];
  const start = async () => {
    child = spawn(...asPostgres(`${postgresFolder}/postgres`, options), { stdio: 'ignore', cwd: '/' });
    await until(() => spawnSync(`${postgresFolder}/pg_isready`, ready).status === 0);
  };
  const halt = async () => {
    spawnSync(...asPostgres(`${postgresFolder}/pg_ctl`, ['-D', data, '-m', 'immediate', 'stop']), { cwd: '/' });
    await ended(child);
  };
  await start();
  return {
    url: `postgres://orbweaver@127.0.0.1:${port}/postgres`,
    folder,
    socketUrl: `postgres://orbweaver@localhost:${port}/postgres?host=${folder}`,
    halt,
    start,
    async stop() {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An email as received. */
interface ReceivedEmail {
  readonly to: string;
  readonly from: string;
  readonly content: string;
}

/** Starts a mail server that stores the emails it receives. */
export async function startMail(): Promise<Service & { emails: ReceivedEmail[] }> {
  const emails: ReceivedEmail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        for (const { address } of rcptTo) emails.push({ to: address, from, content: String(Buffer.concat(parts)) });
        done();
      });
    },
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    emails,
    url: `smtp://127.0.0.1:${port}?from=orbweaver@orbweaver.example`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The text part of an email, decoded. */
export function textOf(content: string): string {
  const part = content.split(/\r?\n--/).find((section) => /content-type: text\/plain/i.test(section)) ?? content;
  const body = part
    .split(/\r?\n\r?\n/)
    .slice(1)
    .join('\n\n');
  if (!/content-transfer-encoding: quoted-printable/i.test(part)) return body;
  return body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()));
