import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';

/** One setting: what it may be, in words for the person who got it wrong, and how its text is read. */
interface Setting {
  readonly schema: z.ZodType<unknown, string | undefined>;
  readonly mayBe: string;
}

const setting = <S extends z.ZodType<unknown, string | undefined>>(mayBe: string, schema: S) =>
  ({ mayBe, schema }) satisfies Setting;

const onOff = (preset: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(preset)
    .transform((value) => value === 'on');

/** Every setting that the server reads, by its name in the environment. */
const settings = {
  HOST: setting('an address to listen on, such as 127.0.0.1 or 0.0.0.0', z.string().min(1).default('127.0.0.1')),
  PORT: setting(
    'a whole number from 0 to 65535 (0 takes any free port)',
    z
      .string()
      .regex(/^\d{1,5}$/)
      .default('4321')
      .transform(Number)
      .refine((port) => port <= 65_535),
  ),
  ORBWEAVER_HOME: setting(
    'the folder that holds releases and everything else Orbweaver writes',
    z
      .string()
      .min(1)
      .default('./var')
      .transform((folder) => resolve(folder)),
  ),
  ORBWEAVER_PUBLIC_URL: setting(
    'the http or https address that visitors use, such as https://orbweaver.example.org',
    z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
  ),
  ORBWEAVER_SCHEDULE: setting('on or off', onOff('on')),
  ORBWEAVER_LOG_LEVEL: setting(
    'one of trace, debug, info, warn, error, silent',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  ),
} as const satisfies Record<string, Setting>;

type Settings = { [Name in keyof typeof settings]: z.output<(typeof settings)[Name]['schema']> };

/** The environment, read and checked. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Absolute path of the folder with `releases/` and `current`. */
  readonly home: string;
  /** Where visitors reach this server, without a slash at its end; undefined: taken from each request. */
  readonly publicUrl: string | undefined;
  readonly schedule: boolean;
  readonly logLevel: string;
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
  for (const [name, { schema, mayBe }] of Object.entries<Setting>(settings)) {
    const [text, place] = environment[name]
      ? [environment[name], 'the environment']
      : [file[name] || undefined, envFile];
    const result = schema.safeParse(text);
    if (result.success) values[name] = result.data;
    else problems.push(`${name} is ${JSON.stringify(text)} (read from ${place}); it must be ${mayBe}.`);
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  const read = values as Settings;
  return {
    host: read.HOST,
    port: read.PORT,
    home: read.ORBWEAVER_HOME,
    publicUrl: read.ORBWEAVER_PUBLIC_URL,
    schedule: read.ORBWEAVER_SCHEDULE,
    logLevel: read.ORBWEAVER_LOG_LEVEL,
  };
}

/** Names that Astro takes for its own constants: a test runner that sets them would change what is built. */
const builtIn = ['DEV', 'PROD', 'MODE', 'SSR', 'BASE_URL', 'TEST', 'VITEST'];

/**
 * The environment of programs that the server starts: its own, but always production (Astro builds a website without
 * search where it says otherwise), and without telemetry. `settings` go
 * before what it inherits: what this program read from .env, that one must not read otherwise.
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
