import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-config-'));
const envFile = join(folder, '.env');
afterAll(() => rmSync(folder, { recursive: true }));

const withFile = (text: string, environment: Record<string, string> = {}) => {
  writeFileSync(envFile, text);
  return readConfig(environment, envFile);
};

test('without settings it listens on this machine only', () => {
  expect(readConfig({}, join(folder, 'none'))).toEqual({
    host: '127.0.0.1',
    port: 4321,
    home: resolve('var'),
    publicUrl: undefined,
    schedule: true,
    logLevel: 'info',
  });
});

test('the environment goes before .env, and empty text counts as not set', () => {
  const config = withFile('PORT=5000\nORBWEAVER_PUBLIC_URL="https://a.example/"\nORBWEAVER_SCHEDULE=off', {
    PORT: '6000',
    HOST: '',
  });
  expect(config).toMatchObject({ port: 6000, host: '127.0.0.1', publicUrl: 'https://a.example', schedule: false });
});

describe('a wrong setting is named, with what it may be and where it was read', () => {
  test.each([
    ['PORT', '70000', '0 to 65535'],
    ['PORT', 'http', '0 to 65535'],
    ['ORBWEAVER_PUBLIC_URL', 'orbweaver.example', 'http or https'],
    ['ORBWEAVER_PUBLIC_URL', 'ftp://orbweaver.example', 'http or https'],
    ['ORBWEAVER_SCHEDULE', 'yes', 'on or off'],
    ['ORBWEAVER_LOG_LEVEL', 'loud', 'trace'],
  ])('%s=%s', (name, value, mayBe) => {
    const inEnvironment = () => readConfig({ [name]: value }, envFile);
    expect(inEnvironment).toThrow(ConfigError);
    for (const word of [name, value, mayBe, 'the environment']) expect(inEnvironment).toThrow(word);
    expect(() => withFile(`${name}=${value}`)).toThrow(`read from ${envFile}`);
  });

  test('all of them at once', () => {
    expect(() => withFile('PORT=x\nORBWEAVER_SCHEDULE=y')).toThrow(/PORT[\s\S]*ORBWEAVER_SCHEDULE/);
  });
});
