import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os, { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { ConfigError, childEnvironment, readConfig } from '../../src/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-config-'));
const envFile = join(folder, '.env');
afterAll(() => rmSync(folder, { recursive: true }));

const withFile = (text: string, environment: Record<string, string> = {}) => {
  writeFileSync(envFile, text);
  return readConfig(environment, envFile);
};

test('the defaults listen on this machine only', () => {
  expect(readConfig({}, join(folder, 'none'))).toEqual({
    host: '127.0.0.1',
    port: 4321,
    spacetrack: null,
    wikidataSecond: undefined,
    home: resolve('var'),
    publicUrl: undefined,
    workers: 1,
    schedule: true,
    conjunctions: true,
    stopAfter: 1,
    contact: undefined,
    upstream: {},
    commons: 'https://commons.wikimedia.org',
    downloadDeadline: 600,
    refreshMemory: 500,
    metrics: 'local',
    logLevel: 'info',
    logFormat: 'auto',
    secret: undefined,
    smtpUrl: undefined,
    databaseUrl: undefined,
    anonymousDailyQuota: 50,
    anonymousAccess: 'public',
    trustProxy: false,
    webhookNetworks: [],
  });
});

test('the environment overrides .env, and an empty value counts as unset', () => {
  const config = withFile('PORT=5000\nORBWEAVER_PUBLIC_URL="https://a.example/"\nORBWEAVER_SCHEDULE=off', {
    PORT: '6000',
    HOST: '',
  });
  expect(config).toMatchObject({ port: 6000, host: '127.0.0.1', publicUrl: 'https://a.example', schedule: false });
});

test.each([
  [6, 6],
  [128, 64],
])('auto is one server process for each core, 64 at most: %i cores', (cores, workers) => {
  const own = vi.spyOn(os, 'availableParallelism').mockReturnValue(cores);
  syncBuiltinESMExports();
  try {
    expect(withFile('ORBWEAVER_WORKERS=auto').workers).toBe(workers);
    expect(() => withFile('ORBWEAVER_WORKERS=65')).toThrow('from 1 to 64');
  } finally {
    own.mockRestore();
    syncBuiltinESMExports();
  }
});

test('reads mirror URLs and the contact', () => {
  expect(
    withFile('ORBWEAVER_GCAT_URL=http://127.0.0.1:9/gcat/\nORBWEAVER_CONTACT=ops@example.org', {
      ORBWEAVER_PUBLIC_URL: 'https://a.example',
    }),
  ).toMatchObject({ upstream: { gcat: 'http://127.0.0.1:9/gcat' }, contact: 'ops@example.org' });
  expect(withFile('ORBWEAVER_PUBLIC_URL=https://a.example').contact).toBeUndefined();
  expect(() => withFile('ORBWEAVER_CONTACT="a@b.example) evil"')).toThrow('ORBWEAVER_CONTACT');
});

describe('an error about a setting names it, the expected values, and where it was read', () => {
  test.each([
    ['PORT', '70000', '0 to 65535'],
    ['PORT', 'http', '0 to 65535'],
    ['ORBWEAVER_PUBLIC_URL', 'orbweaver.example', 'http or https'],
    ['ORBWEAVER_PUBLIC_URL', 'ftp://orbweaver.example', 'http or https'],
    ['ORBWEAVER_SCHEDULE', 'yes', 'on or off'],
    ['ORBWEAVER_LOG_LEVEL', 'loud', 'trace'],
    ['ORBWEAVER_CONTACT', 'me', 'email address'],
    ['ORBWEAVER_CELESTRAK_URL', 'celestrak.org', 'URL of a mirror'],
    ['ORBWEAVER_METRICS', 'all', 'local'],
    ['ORBWEAVER_DOWNLOAD_DEADLINE', '9', '10 to 7200'],
    ['ORBWEAVER_REFRESH_MEMORY', '299', '300 to 100000'],
    ['ORBWEAVER_ANONYMOUS_DAILY_QUOTA', '-1', 'whole number'],
    ['ORBWEAVER_TRUST_PROXY', 'yes', 'off, on'],
    ['ORBWEAVER_TRUST_PROXY', '10.0.0.0/33', '10.0.0.0/8'],
    ['ORBWEAVER_TRUST_PROXY', '10.0.0.1,2', '10.0.0.0/8'],
  ])('%s=%s', (name, value, expected) => {
    const inEnvironment = () => readConfig({ [name]: value }, envFile);
    expect(inEnvironment).toThrow(ConfigError);
    for (const word of [name, value, expected, 'the environment']) expect(inEnvironment).toThrow(word);
    expect(() => withFile(`${name}=${value}`)).toThrow(`read from ${envFile}`);
  });

  test('all invalid settings are reported together', () => {
    expect(() => withFile('PORT=x\nORBWEAVER_SCHEDULE=y')).toThrow(/PORT[\s\S]*ORBWEAVER_SCHEDULE/);
  });
});

test.each([
  ['ORBWEAVER_SECRET', 'too short', '32 characters'],
  ['ORBWEAVER_DATABASE_URL', 'mysql://root:hunter2@localhost/x', 'PostgreSQL'],
  ['ORBWEAVER_SMTP_URL', 'hunter2@localhost', 'smtp://'],
])('an invalid %s is reported without its value', (name, value, expected) => {
  const read = () => readConfig({ [name]: value }, envFile);
  expect(read).toThrow(name);
  expect(read).toThrow(expected);
  expect(read).not.toThrow(value);
});

test.each([
  ['off', false],
  ['0', false],
  ['on', 1],
  ['2', 2],
  ['127.0.0.1, 10.0.0.0/8,fd00::/8', ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']],
])('reads ORBWEAVER_TRUST_PROXY=%s', (text, trusted) => {
  expect(readConfig({ ORBWEAVER_TRUST_PROXY: text }, join(folder, 'none')).trustProxy).toEqual(trusted);
});

test('a child process inherits the environment, except for variables that change the Astro build', () => {
  vi.stubEnv('BASE_URL', '/elsewhere');
  vi.stubEnv('ORBWEAVER_TEST_INHERITED', 'yes');
  const { BASE_URL, ORBWEAVER_TEST_INHERITED } = childEnvironment();
  vi.unstubAllEnvs();
  expect([BASE_URL, ORBWEAVER_TEST_INHERITED]).toEqual([undefined, 'yes']);
});

test.each([
  [{}, 'https://commons.wikimedia.org'],
  [{ ORBWEAVER_WIKIDATA_URL: 'https://m.example/wikidata' }, null],
  [
    { ORBWEAVER_WIKIDATA_URL: 'https://m.example/wikidata', ORBWEAVER_COMMONS_URL: 'https://m.example/commons/' },
    'https://m.example/commons',
  ],
  [{ ORBWEAVER_COMMONS_URL: 'off' }, null],
])('the source of pictures follows the Wikidata setting: %j', (environment, commons) => {
  expect(readConfig(environment, 'none').commons).toBe(commons);
});
