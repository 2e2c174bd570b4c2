import { ClientFailure, type ExitCode, exitCodes } from './client-command.ts';

/** How long a server may take to begin a response, milliseconds. */
const TIMEOUT_MS = 60_000;

/** Requests the API of one server. */
export class ApiClient {
  readonly base: string;
  readonly #key: string | undefined;

  constructor(base: string, key: string | undefined) {
    this.base = base.replace(/\/+$/, '');
    this.#key = key;
  }

  /** A successful response. Throws ClientFailure for every other, and where there is no server. */
  async get(path: string, query: Readonly<Record<string, string>> = {}): Promise<Response> {
    const text = new URLSearchParams(query).toString().replaceAll('%2C', ',');
    const url = path.startsWith('http') ? path : `${this.base}${path}${text === '' ? '' : `?${text}`}`;
    return this.#checked(url, {});
  }

  /** The same for a body that is sent as JSON. */
  post(path: string, body: object): Promise<Response> {
    const headers = { 'Content-Type': 'application/json' };
    return this.#checked(`${this.base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async #checked(url: string, request: RequestInit): Promise<Response> {
    const response = await this.#fetch(url, request);
    if (!response.ok) throw failureOf(response.status, await response.text(), this.base);
    return response;
  }

  /** The JSON of a response. */
  async json(path: string, query?: Readonly<Record<string, string>>): Promise<unknown> {
    const response = await this.get(path, query);
    try {
      return await response.json();
    } catch {
      throw new ClientFailure(`${this.base} did not answer with JSON: is this an Orbweaver server?`, exitCodes.server);
    }
  }

  async #fetch(url: string, request: RequestInit): Promise<Response> {
    const begun = new AbortController();
    const timer = setTimeout(() => begun.abort(), TIMEOUT_MS);
    try {
      return await fetch(url, {
        ...request,
        headers: { ...request.headers, ...(this.#key !== undefined && { Authorization: `Bearer ${this.#key}` }) },
        signal: begun.signal,
      });
    } catch (error) {
      const { cause } = error as Error & { cause?: { code?: string; message?: string } };
      const reason = begun.signal.aborted
        ? 'no response within a minute'
        : (cause?.code ?? cause?.message ?? (error as Error).message);
      throw new ClientFailure(
        `No response from ${this.base} (${reason}).\nName a server with --server URL, or a release on this machine with --home DIR.`,
        exitCodes.server,
      );
    } finally {
      clearTimeout(timer);
    }
  }
}

function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return exitCodes.key;
  if (status === 429) return exitCodes.limit;
  if (status === 400) return exitCodes.usage;
  return status >= 500 ? exitCodes.server : exitCodes.notFound;
}

/** How many allowed values a message names. */
const MAX_ALLOWED = 30;

/** An error response as a message: what happened, what to do, and what is allowed. */
function failureOf(status: number, text: string, base: string): ClientFailure {
  const body = jsonOf(text);
  if (typeof body?.error !== 'string')
    return new ClientFailure(`${base} answered ${status}: is this an Orbweaver server?`, exitCodeOf(status));
  const { error, hint, parameter, allowed, retry_after } = body;
  const lines = [String(error), ...(hint === undefined ? [] : [String(hint)])];
  if (parameter !== undefined) lines.push(`Option: --${String(parameter).replaceAll('_', '-')}`);
  if (Array.isArray(allowed) && allowed.length > 0)
    lines.push(`Allowed: ${allowed.slice(0, MAX_ALLOWED).join(', ')}${allowed.length > MAX_ALLOWED ? ', …' : ''}`);
  if (retry_after !== undefined) lines.push(`Try again in ${String(retry_after)} s.`);
  if (status === 401) lines.push('The key is read from ORBWEAVER_API_KEY, or from the file that --key-file names.');
  return new ClientFailure(lines.join('\n'), exitCodeOf(status));
}

function jsonOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
