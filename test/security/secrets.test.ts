import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { refreshLive } from '../../pipeline/live.ts';
import { publicReason } from '../../pipeline/report/build-log.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import { smallCatalog } from '../../pipeline/store.ts';
import { newKey } from '../../src/accounts/keys/key.ts';
import { ConfigError, readConfig } from '../../src/config.ts';
import { redact } from '../../src/redact.ts';
import { simulated } from '../fetch/fetch-world.ts';
import { filesBelow, makeFolder, removeFolder } from '../pipeline/sample-build.ts';

const folders: string[] = [];
afterEach(() => Promise.all(folders.splice(0).map(removeFolder)));

test.each([
  ['ORBWEAVER_CELESTRAK_URL', 'http://mirroruser:S3CRETPASS@127.0.0.1:4407/ct'],
  ['ORBWEAVER_GCAT_URL', 'https://S3CRETPASS@mirror.example.org'],
  ['ORBWEAVER_SATNOGS_URL', 'https://:S3CRETPASS@mirror.example.org'],
  ['ORBWEAVER_PUBLIC_URL', 'https://mirroruser:S3CRETPASS@orbweaver.example.org'],
  ['ORBWEAVER_CONTACT', 'https://mirroruser:S3CRETPASS@example.org/me'],
])('%s with a user or password is rejected, and the error does not repeat it', (name, value) => {
  const read = () => readConfig({ [name]: value }, join(import.meta.dirname, 'none'));
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(name);
  expect(read).not.toThrow('S3CRETPASS');
});

test('a mirror URL with a query is rejected, because it would be published', () => {
  const read = () => readConfig({ ORBWEAVER_WIKIDATA_URL: 'https://m.example/x?token=1' }, 'none');
  expect(read).toThrow('without user, password, or query');
});

test('log lines contain no key and no password, wherever they occur', () => {
  const key = newKey();
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = pino({ hooks: { streamWrite: redact } }, stream);
  log.info({ url: `/api/v1/satellites?api_key=${key}`, err: new Error(`\n${key}`) }, `sent ${key.replace('_', '%5F')}`);
  log.info({ nested: { list: ['postgres://user:hunter2@localhost/x', 'http://hunter2@host/'] } });
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).not.toContain(key.slice(3, 20));
    expect(line).not.toContain('hunter2');
    expect(() => JSON.parse(line)).not.toThrow();
  }
  expect(lines[0]).toContain('api_key=ow_…');
  expect(lines[1]).toContain('postgres://…@localhost/x');
});

test('the error of a failed connection is not written to the log or to any file of the home', async () => {
  const home = await makeFolder();
  folders.push(home);
  const world = simulated(new Date('2026-08-22T14:00:00Z'), {
    fetch: () =>
      Promise.reject(new TypeError('cannot ask http://u:S3CRETPASS@mirror', { cause: new Error('S3CRETPASS') })),
  });
  const options = {
    home,
    base: '',
    sources,
    only: new Set(['celestrak']),
    all: true,
    expected: true,
    bases: {},
    contact: undefined,
    limits: { memory: '500MB', ...smallCatalog },
    progress: () => {},
  };
  await expect(refreshLive(world, options)).rejects.toThrow();
  const files = await filesBelow(home);
  expect(files).toContain('refresh.json');
  for (const file of files) expect(await readFile(join(home, file), 'utf8')).not.toContain('S3CRETPASS');
  expect(world.logged.join('\n')).not.toContain('S3CRETPASS');
  expect(publicReason(new Error('S3CRETPASS'))).not.toContain('S3CRETPASS');
});
