import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../accounts/services.ts';
import { until } from '../until.ts';

export const deploy = join(import.meta.dirname, '../../deploy');
export const read = (name: string) => readFileSync(join(deploy, name), 'utf8');

const find = (name: string) => ['/usr/sbin', '/usr/bin', '/usr/local/bin'].map((at) => join(at, name)).find(existsSync);
const programs = { nginx: find('nginx'), caddy: find('caddy') };
type Program = keyof typeof programs;
export const hasFront = (name: Program): boolean => programs[name] !== undefined;
export const namedFront = (what: string, name: Program): string =>
  hasFront(name) ? what : `${what} (skipped: no ${name}; apt-get install ${name})`;

/** nginx or Caddy, running with the files of `deploy/`: only addresses, ports, and folders differ. */
export interface Front {
  /** URL of the front without TLS. */
  readonly base: string;
  /** URL of the front with TLS and HTTP/2. */
  readonly secure: string;
  /** Log of the front. */
  log(): string;
  /** Log of its requests; empty if it has none. */
  accesses(): string;
  stop(): Promise<void>;
}

/** Makes the replacements that an operator makes; throws if the file no longer contains the text. */
function set(text: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  return changes.reduce((now, [from, to]) => {
    const replaced = now.replaceAll(typeof from === 'string' ? from : new RegExp(from, 'g'), to);
    if (replaced === now) throw new Error(`deploy/ no longer contains ${from}`);
    return replaced;
  }, text);
}

async function started(
  command: string,
  args: readonly string[],
  folder: string,
  stop: () => void,
): Promise<ChildProcess> {
  const child = spawn(command, args, {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  child.once('exit', stop);
  return child;
}

const listens = (base: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/**
 * Starts nginx in front of servers; `nginx -t` must report no problems. All requests of a test come from one
 * address: the file's limits are removed unless `limits` is set.
 */
export async function startNginx(servers: readonly number[], limits = false): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-nginx-'));
  const [plain, secure, other] = [await freePort(), await freePort(), await freePort()];
  const certificate = [
    '-subj',
    '/CN=orbweaver.example.org',
    '-days',
    '2',
    '-nodes',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
  ];
  const made = spawnSync('openssl', [
    'req',
    ...certificate,
    '-keyout',
    join(folder, 'key.pem'),
    '-out',
    join(folder, 'cert.pem'),
  ]);
  if (made.status !== 0) throw new Error(String(made.stderr));
  const site = set(read('nginx/orbweaver.conf'), [
    [/\n.*listen \[::\].*/, ''],
    ['listen 80 default_server;', `listen 127.0.0.1:${other} default_server;`],
    ['listen 80;', `listen 127.0.0.1:${other};`],
    [
      'listen 443 ssl http2 default_server;',
      `listen 127.0.0.1:${secure} ssl http2 default_server;\n    listen 127.0.0.1:${plain} default_server;`,
    ],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${secure} ssl http2;\n    listen 127.0.0.1:${plain};`],
    ['server_name orbweaver.example.org;', 'server_name orbweaver.example.org 127.0.0.1;'],
    ...(limits ? [] : ([[/\n +limit_(conn|req) [^;]*;/, '']] as const)),
    [/\/etc\/letsencrypt\S*fullchain.pem/, join(folder, 'cert.pem')],
    [/\/etc\/letsencrypt\S*privkey.pem/, join(folder, 'key.pem')],
    ['/var/cache/nginx/orbweaver', join(folder, 'cache')],
    ['/var/log/nginx/access.log', join(folder, 'access.log')],
    ['/etc/nginx/orbweaver-proxy.conf', join(deploy, 'nginx/orbweaver-proxy.conf')],
    [
      /(\n +server 127\.0\.0\.1:432\d [^;]*;)+/,
      servers.map((port) => `\n    server 127.0.0.1:${port} max_fails=1 fail_timeout=1s;`).join(''),
    ],
  ]);
  writeFileSync(join(folder, 'site.conf'), site);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 2; daemon off; pid ${folder}/pid; error_log ${folder}/error.log notice;
events { worker_connections 512; }
http { access_log off; ${paths.join(' ')} include ${folder}/site.conf; }\n`,
  );
  const args = ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
  const tested = spawnSync(programs.nginx!, ['-t', ...args], { encoding: 'utf8' });
  if (tested.status !== 0 || /warn|emerg/.test(tested.stderr)) throw new Error(tested.stderr);
  return run(programs.nginx!, args, folder, {
    base: `http://127.0.0.1:${plain}`,
    secure: `https://127.0.0.1:${secure}`,
    log: () => readFileSync(join(folder, 'error.log'), 'utf8'),
    accesses: () => readFileSync(join(folder, 'access.log'), 'utf8'),
  });
}

/** Starts Caddy in front of servers; `caddy validate` must report no problems. */
export async function startCaddy(servers: readonly number[]): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-caddy-'));
  const [port, secure, other, admin] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const file = join(folder, 'Caddyfile');
  const site = set(read('caddy/Caddyfile'), [
    ['http://orbweaver.example.org {', `http://127.0.0.1:${other} {`],
    ['http:// {', `http://:${port} {`],
    ['https:// {', `https://:${secure} {`],
    ['\norbweaver.example.org {', `\nhttp://127.0.0.1:${port}, https://127.0.0.1:${secure} {`],
    // Caddy's own certificates, without installing them as trusted.
    [
      '\n{\n\tservers {',
      `\n{\n\tadmin 127.0.0.1:${admin}\n\tauto_https disable_redirects\n\tlocal_certs\n\tskip_install_trust\n\tservers {`,
    ],
    ['127.0.0.1:4321 127.0.0.1:4322', servers.map((one) => `127.0.0.1:${one}`).join(' ')],
  ]);
  mkdirSync(join(folder, 'caddy'));
  writeFileSync(file, site);
  const args = ['--config', file, '--adapter', 'caddyfile'];
  const tested = spawnSync(programs.caddy!, ['validate', ...args], {
    encoding: 'utf8',
    env: { ...process.env, HOME: folder },
  });
  if (tested.status !== 0) throw new Error(tested.stderr);
  const base = `http://127.0.0.1:${port}`;
  return run(programs.caddy!, ['run', ...args], folder, {
    base,
    secure: `https://127.0.0.1:${secure}`,
    log: () => '',
    accesses: () => '',
  });
}

async function run(
  command: string,
  args: readonly string[],
  folder: string,
  front: Omit<Front, 'stop'>,
): Promise<Front> {
  let ended = false;
  const child = await started(command, args, folder, () => {
    ended = true;
  });
  await until(() => {
    if (ended) throw new Error(`${command} ended: ${front.log()}`);
    return listens(front.base);
  });
  return {
    ...front,
    async stop() {
      child.kill('SIGTERM');
      await until(() => ended);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
