import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'undici';
import { onTestFinished } from 'vitest';
import { freePort } from '../accounts/services.ts';
import { until } from '../until.ts';

/** A browser that opens one page after the other. It ends with the test. */
export interface Engine {
  /** Opens a page and waits until it has loaded. */
  open(url: string): Promise<void>;
  /** The value of an expression in the page. */
  value(expression: string): Promise<unknown>;
  /** Errors on pages so far, as far as the protocol reports them. */
  readonly problems: readonly string[];
}

const firefox = '/usr/bin/firefox-esr';
const webkitDriver = '/usr/bin/WebKitWebDriver';
const libraries = '/usr/lib/x86_64-linux-gnu';

/** WebKit's own small browser, which its driver starts; undefined if it is not installed. */
const miniBrowser = (existsSync(libraries) ? readdirSync(libraries) : [])
  .filter((name) => name.startsWith('webkit2gtk-'))
  .map((name) => join(libraries, name, 'MiniBrowser'))
  .find((path) => existsSync(path));

export const hasFirefox = existsSync(firefox);
export const hasWebKit = existsSync(webkitDriver) && miniBrowser !== undefined && existsSync('/usr/bin/Xvfb');

/** Starts a program with a folder of its own as its home; both go away with the test. */
function start(command: string, args: (folder: string) => readonly string[], env: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-engine-'));
  const child = spawn(command, args(folder), {
    env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, MOZ_CRASHREPORTER_DISABLE: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: a browser has many processes.
    detached: true,
  });
  onTestFinished(async () => {
    const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // All of its processes have ended.
    }
    await exited;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return child;
}

/** The first line of what a program prints that matches. */
async function lineOf({ stdout, stderr }: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    for (const stream of [stdout!, stderr!])
      createInterface({ input: stream })
        .on('line', (line) => {
          const match = pattern.exec(line);
          if (match) resolve(match);
        })
        .on('close', () => reject(new Error(`ended without ${pattern}`)));
  });
}

/** Firefox without a window, through WebDriver BiDi. */
export async function openFirefox(): Promise<Engine> {
  const child = start(
    firefox,
    (folder) => ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0'],
    {},
  );
  const [, address] = await lineOf(child, /WebDriver BiDi listening on (ws:\S+)/);
  const socket = new WebSocket(`${address}/session`);
  await once(socket as unknown as EventTarget, 'open');
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const problems: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as {
      id?: number;
      type: string;
      message?: string;
      result?: unknown;
      params?: { level: string; text: string };
    };
    if (message.type === 'event') {
      if (message.params!.level === 'error') problems.push(message.params!.text);
      return;
    }
    const { resolve, reject } = waiting.get(message.id!)!;
    if (message.type === 'success') resolve(message.result);
    else reject(new Error(message.message));
  });
  let last = 0;
  const send = <T>(method: string, params: object) =>
    new Promise<T>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve: resolve as (value: unknown) => void, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const { context } = contexts[0]!;
  return {
    problems,
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async value(expression) {
      const { result } = await send<{ result?: { value?: string } }>('script.evaluate', {
        expression: `JSON.stringify(${expression}) ?? 'null'`,
        target: { context },
        awaitPromise: true,
      });
      return JSON.parse(result?.value ?? 'null');
    },
  };
}

/** WebKitGTK on a screen, through WebDriver; its protocol reports no errors of pages. */
export async function openWebKit(screen: string): Promise<Engine> {
  const port = await freePort();
  const child = start(webkitDriver, () => [`--port=${port}`, '--host=127.0.0.1'], {
    DISPLAY: screen,
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
    NO_AT_BRIDGE: '1',
  });
  const base = `http://127.0.0.1:${port}`;
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${base}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: T & { message?: string } };
    if (!response.ok) throw new Error(value.message);
    return value;
  };
  await until(async () => {
    if (child.exitCode !== null) throw new Error('the driver of WebKit ended');
    return (await fetch(`${base}/status`).catch(() => null))?.ok === true;
  });
  const options = { binary: miniBrowser!, args: ['--automation'] };
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const session = `/session/${sessionId}`;
  onTestFinished(async () => {
    await send('DELETE', session).catch(() => null);
  });
  return {
    problems: [],
    open: (url) => send('POST', `${session}/url`, { url }),
    value: (expression) => send('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
  };
}
