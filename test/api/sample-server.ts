import { type Logger, pino } from 'pino';
import type { Accounts } from '../../src/accounts/accounts.ts';
import type { Admission, AuthRequest } from '../../src/accounts/limits/admission.ts';
import { createOrbweaver, type Orbweaver } from '../../src/http/orbweaver.ts';
import type { Site } from '../../src/http/pages/site.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { type Answer, ask } from '../server/running-server.ts';

/** A key that the test gateway admits to everything. */
export const KEY = 'ow_test';
/** The public URL of the examples, which must not depend on the port of a test. */
export const PUBLIC_URL = 'http://127.0.0.1:4321';

const limits = [
  ['X-RateLimit-Limit', '1000'],
  ['X-RateLimit-Remaining', '999'],
  ['X-RateLimit-Reset', '1787443200'],
] as const;

/** Codes with which the test gateway refuses a key `refuse-<code>`. */
export const refusals = [
  'malformed_api_key',
  'invalid_api_key',
  'revoked_api_key',
  'account_suspended',
  'daily_quota_exceeded',
  'burst_limit_exceeded',
  'service_paused',
  'auth_misconfigured',
] as const;

/** A gateway without a database: the key determines the outcome. The real one is tested in test/accounts. */
function testGateway(owner?: SampleOwner) {
  const settled: number[] = [];
  const used: string[] = [];
  const charged: number[] = [];
  const admit = ({ authorization, apiKey, access }: AuthRequest): Admission => {
    const key = authorization?.replace(/^Bearer /, '') ?? apiKey;
    const free = {
      admitted: true,
      headers: limits,
      keyId: owner?.keyId ?? null,
      takeMore: (units: number) => {
        charged.push(units);
        return free as Admission;
      },
      settle: (status: number, route = '') => {
        settled.push(status);
        used.push(route);
      },
    };
    if (key === KEY) return free as Admission;
    const refusal = key?.replace(/^refuse-/, '') as Extract<Admission, { admitted: false }>['code'] | undefined;
    if (refusal && refusal !== key)
      return {
        admitted: false,
        code: refusal,
        headers: [],
        ...(/exceeded|paused|misconfigured/.test(refusal) && { retryAfter: 17 }),
      };
    if (access === 'public') return { ...free, headers: [] } as Admission;
    return { admitted: false, code: key === undefined ? 'missing_api_key' : 'invalid_api_key', headers: [] };
  };
  const addressOf = (_forwarded: string | undefined, socket: string) => socket;
  return { settled, used, charged, admit, addressOf, ...(owner && { accounts: owner.accounts }) };
}

/** Real accounts for the test key, for routes that belong to an account. */
export interface SampleOwner {
  readonly accounts: Accounts;
  readonly keyId: string;
}

export interface SampleServer extends Orbweaver {
  readonly home: string;
  readonly base: string;
  readonly lines: Record<string, unknown>[];
  readonly settled: number[];
  /** The routes that owners of keys see in their usage. */
  readonly used: string[];
  /** The units that requests cost beyond their first one. */
  readonly charged: number[];
  /** Sends a request with `KEY`, unless `headers` replace it. */
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Answer>;
  remove(): Promise<void>;
}

/** A server on the embedded sample, with both releases published; its clock is 18:00 UTC on the day of the second. */
export async function serveSample(
  publicUrl: string | null = PUBLIC_URL,
  site?: Site,
  owner?: SampleOwner,
): Promise<SampleServer> {
  const home = await copySample();
  return serve(home, publicUrl, site, owner);
}

/** A server on a home folder. Without a public URL, its links have its own port. */
export async function serve(
  home: string,
  publicUrl: string | null = PUBLIC_URL,
  site: Site = { files: new Map(), prerendered: new Map(), render: async () => null },
  owner?: SampleOwner,
  now = Date.UTC(2026, 7, 22, 18),
): Promise<SampleServer> {
  const lines: Record<string, unknown>[] = [];
  const log: Logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const gateway = testGateway(owner);
  let count = 0;
  const orbweaver = await createOrbweaver(
    { home, host: '127.0.0.1', port: 0, publicUrl: publicUrl ?? undefined },
    { now: () => now, requestId: () => `request-${++count}`, log, gateway },
    site,
  );
  const base = await orbweaver.listen();
  return {
    ...orbweaver,
    home,
    base,
    lines,
    settled: gateway.settled,
    used: gateway.used,
    charged: gateway.charged,
    get: (path, headers = {}, method = 'GET') =>
      ask(base, path, { authorization: `Bearer ${KEY}`, ...headers }, method),
    async remove() {
      await orbweaver.stop();
      await removeFolder(home);
    },
  };
}
