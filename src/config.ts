import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { redact } from './redact.ts';
import { mirrorSetting, publishers } from './schema/publishers.ts';

/** One setting: what it may be, in words for the person who got it wrong, and how its text is read. */
interface Setting {
  readonly schema: z.ZodType<unknown, string | undefined>;
  readonly mayBe: string;
  /** Whether its value is a secret: an error names the setting and doesn't repeat it. */
  readonly hidden?: boolean;
}

const setting = <S extends z.ZodType<unknown, string | undefined>>(mayBe: string, schema: S) =>
  ({ mayBe, schema }) satisfies Setting;

const onOff = (preset: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(preset)
    .transform((value) => value === 'on');

const wholeNumber = (preset: string, most = 999_999_999) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .default(preset)
    .transform(Number)
    .refine((number) => number <= most);

/** An address in a setting that may hold a password. */
const secretUrl = (mayBe: string, protocol: RegExp) => ({
  ...setting(mayBe, z.url({ protocol }).optional()),
  hidden: true,
});

/** An http or https address that stands on pages and in releases: nothing secret may be in it. */
const publicAddress = () =>
  z.url({ protocol: /^https?$/ }).refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url?.username === '' && url.password === '';
  });

/** Where a publisher's files are: its paths stay below it. */
const upstream = () =>
  setting(
    'the http or https address that stands in for the publisher, such as https://mirror.example.org/celestrak, without user, password or query: it is published with what came from it',
    publicAddress()
      .refine((text) => !/[?#]/.test(text))
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
  );

/** One for each publisher. */
const mirrorSettings = Object.fromEntries(publishers.map(({ slug }) => [mirrorSetting(slug), upstream()])) as Record<
  `ORBWEAVER_${string}_URL`,
  ReturnType<typeof upstream>
>;

/** A network as `ORBWEAVER_TRUST_PROXY` names it: an address, or one with the length of its prefix. */
const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  const width = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1;
  return rest.length === 0 && width > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width));
};

/** Every setting that the server reads, by its name in the environment. */
const settings = {
  HOST: setting('an address to listen on, such as 127.0.0.1 or 0.0.0.0', z.string().min(1).default('127.0.0.1')),
  PORT: setting('a whole number from 0 to 65535 (0 takes any free port)', wholeNumber('4321', 65_535)),
  ORBWEAVER_HOME: setting(
    'the folder that holds releases and everything else Orbweaver writes',
    z
      .string()
      .min(1)
      .default('./var')
      .transform((folder) => resolve(folder)),
  ),
  ORBWEAVER_PUBLIC_URL: setting(
    'the http or https address that visitors use, such as https://orbweaver.example.org, without user or password',
    publicAddress()
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
  ),
  ORBWEAVER_SCHEDULE: setting('on or off', onOff('on')),
  ORBWEAVER_CONTACT: setting(
    'where whoever runs this server is reached, for visitors and publishers: an e-mail address, or an http or https address',
    // It goes into a header, in brackets.
    z
      .union([z.email(), publicAddress()])
      .refine((text) => /^[\x21-\x27\x2a-\x7e]{3,200}$/.test(text))
      .optional(),
  ),
  ...mirrorSettings,
  ORBWEAVER_DOWNLOAD_DEADLINE: setting(
    'a whole number from 10 to 7200: seconds after which a download that still goes on is given up',
    wholeNumber('600', 7200).refine((number) => number >= 10),
  ),
  ORBWEAVER_METRICS: setting(
    'local (asked for from this machine only, and through no proxy), open or off',
    z.enum(['local', 'open', 'off']).default('local'),
  ),
  ORBWEAVER_STOP_AFTER: setting(
    'a whole number from 0 to 300: for how many seconds a server that is told to stop answers on, while /readyz says 503',
    wholeNumber('1', 300),
  ),
  ORBWEAVER_LOG_LEVEL: setting(
    'one of trace, debug, info, warn, error, silent',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  ),
  ORBWEAVER_LOG_FORMAT: setting(
    'auto (for people on a terminal, JSON elsewhere), json or pretty',
    z.enum(['auto', 'json', 'pretty']).default('auto'),
  ),
  ORBWEAVER_SECRET: {
    ...setting('a secret text of 32 characters or more, the same on every server', z.string().min(32).optional()),
    hidden: true,
  },
  ORBWEAVER_SMTP_URL: secretUrl(
    'where mail is handed in, such as smtp://user:password@mail.example.org:587?from=orbweaver@example.org',
    /^smtps?$/,
  ),
  ORBWEAVER_DATABASE_URL: secretUrl(
    'a PostgreSQL database, such as postgres://user:password@localhost/orbweaver',
    /^postgres(ql)?$/,
  ),
  ORBWEAVER_REDIS_URL: secretUrl('a Redis server, such as redis://localhost:6379', /^rediss?$/),
  ORBWEAVER_ANONYMOUS_DAILY_QUOTA: setting(
    'a whole number: how many requests without a key an address has a day (0 counts none)',
    wholeNumber('50'),
  ),
  ORBWEAVER_TRUST_PROXY: setting(
    'off, on (one proxy in front), how many proxies there are in front, or their networks, such as 10.0.0.0/8,::1',
    z
      .string()
      .default('off')
      .transform((text) => text.split(',').map((part) => part.trim()))
      .refine((parts) => (parts.length === 1 && /^(on|off|\d{1,2})$/.test(parts[0]!)) || parts.every(isNetwork))
      .transform((parts) => {
        const [first = 'off'] = parts;
        if (first === 'off' || first === '0') return false;
        if (first === 'on') return 1;
        return /^\d+$/.test(first) ? Number(first) : parts;
      }),
  ),
} as const satisfies Record<string, Setting>;

/** What each setting must be, in the words of the error about a wrong one. */
export const settingRules = (): { name: string; mayBe: string }[] =>
  Object.entries<Setting>(settings).map(([name, { mayBe }]) => ({ name, mayBe }));

type Settings = { [Name in keyof typeof settings]: z.output<(typeof settings)[Name]['schema']> };

/** The environment, read and checked. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Absolute path of the folder with `releases/` and `current`. */
  readonly home: string;
  /** Where visitors reach this server, without a slash at its end; undefined: taken from each request. */
  readonly publicUrl: string | undefined;
  /** Where whoever runs this server is reached, an e-mail address or a page; undefined: nobody is named. */
  readonly contact: string | undefined;
  readonly schedule: boolean;
  /** Where publishers' files are asked for instead of at their own addresses, by source. */
  readonly upstream: Readonly<Record<string, string>>;
  /** Seconds that one download may take. */
  readonly downloadDeadline: number;
  /** Who may read `/metrics`. */
  readonly metrics: 'local' | 'open' | 'off';
  /** How many seconds a server that is told to stop answers on, for those who balance to notice. */
  readonly stopAfter: number;
  readonly logLevel: string;
  /** Whether the log is for people or for programs; auto: for people on a terminal. */
  readonly logFormat: 'auto' | 'json' | 'pretty';
  /** What signs sessions; undefined: made in the home folder. */
  readonly secret: string | undefined;
  /** Where mail is handed in; undefined: letters are files in the outbox. */
  readonly smtpUrl: string | undefined;
  /** PostgreSQL for accounts; undefined: SQLite in the home folder. */
  readonly databaseUrl: string | undefined;
  /** Redis, for limits that several servers share; undefined: each server counts alone. */
  readonly redisUrl: string | undefined;
  /** Keyless requests of an address in a UTC day; 0: not counted. */
  readonly anonymousDailyQuota: number;
  /** Whose `X-Forwarded-For` is believed: nobody's, that of so many proxies in front, or that of these networks. */
  readonly trustProxy: false | number | readonly string[];
}

/** A setting that can't be used. Its message is meant for the person who set it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from the environment, then from the `.env` file for what the environment leaves out. Empty text
 * counts as not set. Throws one ConfigError that names every wrong setting, what it may be and where it was read.
 *
 * The file is parsed, not loaded into the process: a setting then has one place it came from, and tests stay apart.
 */
export function readConfig(environment: Environment = process.env, envFile = resolve('.env')): Config {
  const file = readEnvFile(envFile);
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { schema, mayBe, hidden }] of Object.entries<Setting>(settings)) {
    const [text, place] = environment[name]
      ? [environment[name], 'the environment']
      : [file[name] || undefined, envFile];
    const result = schema.safeParse(text);
    if (result.success) values[name] = result.data;
    else {
      const value = hidden ? 'not right' : JSON.stringify(text && redact(text));
      problems.push(`${name} is ${value} (read from ${place}); it must be ${mayBe}.`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  const read = values as Settings & Readonly<Record<ReturnType<typeof mirrorSetting>, string | undefined>>;
  return {
    host: read.HOST,
    port: read.PORT,
    home: read.ORBWEAVER_HOME,
    publicUrl: read.ORBWEAVER_PUBLIC_URL,
    contact: read.ORBWEAVER_CONTACT,
    schedule: read.ORBWEAVER_SCHEDULE,
    upstream: set(Object.fromEntries(publishers.map(({ slug }) => [slug, read[mirrorSetting(slug)]]))),
    downloadDeadline: read.ORBWEAVER_DOWNLOAD_DEADLINE,
    metrics: read.ORBWEAVER_METRICS,
    stopAfter: read.ORBWEAVER_STOP_AFTER,
    logLevel: read.ORBWEAVER_LOG_LEVEL,
    logFormat: read.ORBWEAVER_LOG_FORMAT,
    secret: read.ORBWEAVER_SECRET,
    smtpUrl: read.ORBWEAVER_SMTP_URL,
    databaseUrl: read.ORBWEAVER_DATABASE_URL,
    redisUrl: read.ORBWEAVER_REDIS_URL,
    anonymousDailyQuota: read.ORBWEAVER_ANONYMOUS_DAILY_QUOTA,
    trustProxy: read.ORBWEAVER_TRUST_PROXY,
  };
}

/** Only what has a value. */
function set(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** Names that Astro takes for its own constants: a test runner that sets them would change what is built. */
const builtIn = ['DEV', 'PROD', 'MODE', 'SSR', 'BASE_URL', 'TEST', 'VITEST'];

/**
 * The environment of programs that the server starts: its own, but always production (Astro builds a website without
 * search where it says otherwise) and without telemetry. `settings` go before what it inherits: what this program read from .env, that one must not read otherwise.
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
