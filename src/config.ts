import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { redact } from './redact.ts';
import { mirrorSetting, publishers } from './schema/release/publishers.ts';
import { UserError } from './user-error.ts';

/**
 * One setting: its name in the environment, its allowed values as text for errors and the docs, and the schema that parses
 * its text.
 */
interface Setting {
  readonly name: string;
  readonly expected: string;
  readonly schema: z.ZodType<unknown, string | undefined>;
  /** Whether the value is secret: errors then name the setting without repeating the value. */
  readonly hidden?: boolean;
}

const setting = <S extends z.ZodType<unknown, string | undefined>>(name: string, expected: string, schema: S) =>
  ({ name, expected, schema }) satisfies Setting;

const onOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(fallback)
    .transform((value) => value === 'on');

const integer = (fallback: string, max = 999_999_999) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .default(fallback)
    .transform(Number)
    .refine((number) => number <= max);

/** A URL that may contain a password. */
const secretUrl = (name: string, expected: string, protocol: RegExp) => ({
  ...setting(name, expected, z.url({ protocol }).optional()),
  hidden: true,
});

/** An http or https URL that is published on pages and in releases, so it must not contain a password. */
const publicUrl = () =>
  z.url({ protocol: /^https?$/ }).refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url?.username === '' && url.password === '';
  });

/** A URL without a slash at its end. */
const baseUrl = (url: ReturnType<typeof publicUrl>) => url.transform((text) => text.replace(/\/+$/, ''));
/** The base URL of a mirror: the paths below it stay the same. */
const mirrorUrl = () => baseUrl(publicUrl().refine((text) => !/[?#]/.test(text)));

/** Whether the text is an IP address or a network in CIDR notation. */
const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  const width = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1;
  return rest.length === 0 && width > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width));
};

/** The most server processes of one port. */
const MAX_WORKERS = 64;

/** Every setting but those of mirrors, by its name in the program. */
const settings = {
  host: setting(
    'HOST',
    'an IP address or host name to listen on, such as 127.0.0.1 or 0.0.0.0',
    z.string().min(1).default('127.0.0.1'),
  ),
  port: setting('PORT', 'a whole number from 0 to 65535 (0 takes any free port)', integer('4321', 65_535)),
  /** Absolute path of the folder with `releases/` and `current`. */
  home: setting(
    'ORBWEAVER_HOME',
    'the folder for releases and everything else Orbweaver writes',
    z
      .string()
      .min(1)
      .default('./var')
      .transform((folder) => resolve(folder)),
  ),
  /** The URL that visitors use, without a trailing slash; undefined: taken from each request. */
  publicUrl: setting(
    'ORBWEAVER_PUBLIC_URL',
    'the http or https URL that visitors use, such as https://orbweaver.example.org, without user or password',
    baseUrl(publicUrl()).optional(),
  ),
  /** How many server processes share the port. */
  workers: setting(
    'ORBWEAVER_WORKERS',
    `a whole number of server processes from 1 to ${MAX_WORKERS}, or auto (one for each core, ${MAX_WORKERS} at most)`,
    z
      .union([
        z.literal('auto').transform(() => Math.min(availableParallelism(), MAX_WORKERS)),
        z
          .string()
          .regex(/^[1-9]\d?$/)
          .transform(Number),
      ])
      .default(1)
      .refine((number) => number <= MAX_WORKERS),
  ),
  schedule: setting('ORBWEAVER_SCHEDULE', 'on or off', onOff('on')),
  /** Whether close approaches are searched after each scheduled refresh. */
  conjunctions: setting('ORBWEAVER_CONJUNCTIONS', 'on or off', onOff('on')),
  /** The operator's email address or contact page; undefined: none is published. */
  contact: setting(
    'ORBWEAVER_CONTACT',
    'how visitors and publishers can contact the operator: an email address, or an http or https URL',
    // Sent in the User-Agent header, in parentheses.
    z
      .union([z.email(), publicUrl()])
      .refine((text) => /^[\x21-\x27\x2a-\x7e]{3,200}$/.test(text))
      .optional(),
  ),
  commons: setting(
    'ORBWEAVER_COMMONS_URL',
    'off, or the http or https URL of a mirror of Wikimedia Commons, without user, password, or query',
    z.union([z.literal('off'), mirrorUrl()]).optional(),
  ),
  /** A second SPARQL service with Wikidata's data; undefined: there is none. */
  wikidataSecond: setting(
    'ORBWEAVER_WIKIDATA_SECOND_URL',
    'the http or https URL of a second SPARQL service with the data of Wikidata, such as https://qlever.dev/api/wikidata, without user, password, or query',
    mirrorUrl().optional(),
  ),
  spacetrackIdentity: {
    ...setting(
      'ORBWEAVER_SPACETRACK_IDENTITY',
      'the user name of your account at Space-Track, together with ORBWEAVER_SPACETRACK_PASSWORD',
      z.string().min(1).optional(),
    ),
    hidden: true,
  },
  spacetrackPassword: {
    ...setting(
      'ORBWEAVER_SPACETRACK_PASSWORD',
      'the password of your account at Space-Track, together with ORBWEAVER_SPACETRACK_IDENTITY',
      z.string().min(1).optional(),
    ),
    hidden: true,
  },
  /** Whether releases may have data of Space-Track. */
  spacetrackPublish: setting('ORBWEAVER_SPACETRACK_PUBLISH', 'on or off', onOff('off')),
  /** Longest time for one download, s. */
  downloadDeadline: setting(
    'ORBWEAVER_DOWNLOAD_DEADLINE',
    'a whole number of seconds from 10 to 7200: a download that takes longer is aborted',
    integer('600', 7200).refine((number) => number >= 10),
  ),
  /** Memory of the database that a refresh builds a release in, MB. */
  refreshMemory: setting(
    'ORBWEAVER_REFRESH_MEMORY',
    'a whole number of megabytes from 300 to 100000: the memory of the database that a refresh builds a release in',
    integer('500', 100_000).refine((number) => number >= 300),
  ),
  /** The clients that may read `/metrics`. */
  metrics: setting(
    'ORBWEAVER_METRICS',
    'local (only requests from this machine that come through no proxy), open, or off',
    z.enum(['local', 'open', 'off']).default('local'),
  ),
  /** How long the server keeps serving after a stop signal, so that load balancers notice, s. */
  stopAfter: setting(
    'ORBWEAVER_STOP_AFTER',
    'a whole number of seconds from 0 to 300: how long the server keeps serving after a stop signal, while /readyz returns 503',
    integer('1', 300),
  ),
  logLevel: setting(
    'ORBWEAVER_LOG_LEVEL',
    'one of trace, debug, info, warn, error, silent',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  ),
  logFormat: setting(
    'ORBWEAVER_LOG_FORMAT',
    'auto (pretty on a terminal, JSON elsewhere), json, or pretty',
    z.enum(['auto', 'json', 'pretty']).default('auto'),
  ),
  /** Signs sessions; undefined: generated in the home folder. */
  secret: {
    ...setting(
      'ORBWEAVER_SECRET',
      'a secret of 32 characters or more, the same on every server',
      z.string().min(32).optional(),
    ),
    hidden: true,
  },
  /** URL of the mail server; undefined: emails are files in `outbox/`. */
  smtpUrl: secretUrl(
    'ORBWEAVER_SMTP_URL',
    'the URL of a mail server, such as smtp://user:password@mail.example.org:587?from=orbweaver@example.org',
    /^smtps?$/,
  ),
  /** PostgreSQL for accounts; undefined: SQLite in the home folder. */
  databaseUrl: secretUrl(
    'ORBWEAVER_DATABASE_URL',
    'the URL of a PostgreSQL database, such as postgres://user:password@localhost/orbweaver',
    /^postgres(ql)?$/,
  ),
  /** Requests per IP address and UTC day without a key; 0: no limit. */
  anonymousDailyQuota: setting(
    'ORBWEAVER_ANONYMOUS_DAILY_QUOTA',
    'a whole number: requests per day and IP address without a key (0 for no limit)',
    integer('50'),
  ),
  /** The routes that can be read without a key, within that quota. */
  anonymousAccess: setting(
    'ORBWEAVER_ANONYMOUS_ACCESS',
    'public (without a key, only the public routes) or all (without a key, every route that reads the catalog with GET)',
    z.enum(['public', 'all']).default('public'),
  ),
  /** Networks that webhooks may be sent to in addition to the public internet, by https or http. */
  webhookNetworks: setting(
    'ORBWEAVER_WEBHOOK_NETWORKS',
    'IP addresses or networks that webhooks may be sent to in addition to the public internet, by https or http, such as 127.0.0.1,10.0.0.0/8',
    z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .refine((parts) => parts.every(isNetwork))
      .optional()
      .transform((parts) => parts ?? []),
  ),
  /** Which `X-Forwarded-For` entries to trust: none, those of this many proxies, or those from these networks. */
  trustProxy: setting(
    'ORBWEAVER_TRUST_PROXY',
    'off, on (one proxy in front), the number of proxies in front, or their networks, such as 10.0.0.0/8,::1',
    z
      .string()
      .default('off')
      .transform((text) => text.split(',').map((part) => part.trim()))
      .refine((parts) => (parts.length === 1 && /^(on|off|\d{1,2})$/.test(parts[0]!)) || parts.every(isNetwork))
      .transform((parts): false | number | string[] => {
        const [first = 'off'] = parts;
        if (first === 'off' || first === '0') return false;
        if (first === 'on') return 1;
        return /^\d+$/.test(first) ? Number(first) : parts;
      }),
  ),
};

/** A setting for each publisher. */
const mirrors = publishers.map(({ slug }) => ({
  slug,
  ...setting(
    mirrorSetting(slug),
    'the http or https URL of a mirror, such as https://mirror.example.org/celestrak, without user, password, or query (the URL is published with the data)',
    mirrorUrl().optional(),
  ),
}));

/** The allowed values of each setting, as in its error message. */
export const settingRules = (): { name: string; expected: string }[] =>
  [...Object.values<Setting>(settings), ...mirrors].map(({ name, expected }) => ({ name, expected }));

type Settings = { readonly [Key in keyof typeof settings]: z.output<(typeof settings)[Key]['schema']> };

/** The environment, read and checked. */
export type Config = ReturnType<typeof readConfig>;

/** An invalid setting. The message is for the operator. */
export class ConfigError extends UserError {
  override name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads each setting from the environment, or from the `.env` file if it is not there. An empty value counts as not
 * set. Throws one ConfigError that names every invalid setting, its allowed values, and the place it was read from.
 *
 * The file is parsed, not loaded into the process, so that errors can name the place and tests stay independent.
 */
export function readConfig(environment: Environment = process.env, envFile = resolve('.env')) {
  const file = readEnvFile(envFile);
  const problems: string[] = [];
  const read = <T>({ name, expected, schema, hidden }: Setting & { schema: z.ZodType<T, string | undefined> }) => {
    const [text, place] = environment[name]
      ? [environment[name], 'the environment']
      : [file[name] || undefined, envFile];
    const result = schema.safeParse(text);
    if (result.success) return result.data;
    const value = hidden ? 'invalid' : JSON.stringify(text && redact(text));
    problems.push(`${name} is ${value} (read from ${place}); it must be ${expected}.`);
    return undefined;
  };
  const values = Object.fromEntries(
    Object.entries<Setting>(settings).map(([key, setting]) => [key, read(setting)]),
  ) as Settings;
  const upstream: Record<string, string> = {};
  for (const { slug, ...mirror } of mirrors) {
    const url = read(mirror);
    if (url !== undefined) upstream[slug] = url;
  }
  const { spacetrackIdentity: identity, spacetrackPassword: password, spacetrackPublish, ...others } = values;
  if ((identity === undefined) !== (password === undefined))
    problems.push(
      `${identity === undefined ? settings.spacetrackIdentity.name : settings.spacetrackPassword.name} is not set; it must be, because the other half of the account is.`,
    );
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  const account = identity !== undefined && password !== undefined ? { identity, password } : null;
  return {
    ...others,
    /** The account at Space-Track, and whether releases may have its data; null: Space-Track is not asked. */
    spacetrack: account && { account, publish: spacetrackPublish },
    /** Base URLs of mirrors to download from instead of the publishers, by source. */
    upstream,
    /** Base URL of Wikimedia Commons or its mirror, for pictures; null: none are downloaded. */
    commons: commonsOf(values.commons, upstream.wikidata),
  };
}

/** If Wikidata comes from a mirror, pictures come from a mirror too, or there are none. */
function commonsOf(setting: string | undefined, wikidata: string | undefined): string | null {
  if (setting === 'off' || (setting === undefined && wikidata !== undefined)) return null;
  return setting ?? 'https://commons.wikimedia.org';
}

/** Names that Astro uses for constants: a test runner that sets them would change the build. */
const builtIn = ['DEV', 'PROD', 'MODE', 'SSR', 'BASE_URL', 'TEST', 'VITEST'];

/**
 * The environment for child processes: this process's, but always production (Astro builds the website without search
 * otherwise) and without telemetry. `settings` override inherited values, so that a child sees those read from .env.
 */
export function childEnvironment(settings: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !builtIn.includes(name));
  return { ...Object.fromEntries(own), NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', ...settings };
}

function readEnvFile(path: string): Environment {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new ConfigError(`${path} cannot be read: ${(error as Error).message}`);
  }
}
