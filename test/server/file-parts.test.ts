import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openGateway } from '../../src/http/accounts-gateway.ts';
import { createOrbweaver, type Orbweaver } from '../../src/http/orbweaver.ts';
import { makeHome, publish, removeHome } from './release-folder.ts';
import { ask, tinySite } from './running-server.ts';

let time = Date.UTC(2026, 7, 22, 12);
let home: string;
let gateway: Awaited<ReturnType<typeof openGateway>>;
let server: Orbweaver;
let base: string;

beforeAll(async () => {
  home = await makeHome();
  await publish(home, 1);
  const now = () => time;
  const log = pino({ level: 'silent' });
  const config = readConfig({ ORBWEAVER_HOME: home, ORBWEAVER_ANONYMOUS_DAILY_QUOTA: '6' }, '/nowhere');
  gateway = await openGateway(config, { now, log });
  server = await createOrbweaver(
    { home, host: '127.0.0.1', port: 0, publicUrl: undefined },
    { now, requestId: () => 'request', log, gateway },
    tinySite,
  );
  base = await server.listen();
});
afterAll(async () => {
  await server.stop();
  await gateway.close();
  await removeHome(home);
});

/** Status of a response, and how many requests its headers say are left; undefined where it did not count. */
async function left(path: string, range?: string) {
  const { status, headers } = await ask(base, path, range === undefined ? {} : { Range: range });
  return [status, headers['x-ratelimit-remaining']];
}

test('without a key the parts of a file count once in ten minutes, by day and by second', async () => {
  const file = '/api/v1/dataset/active.csv';
  expect(await left(file, 'bytes=0-1')).toEqual([206, '5']);
  for (let part = 1; part < 10; part++) expect(await left(file, `bytes=${part}-${part}`)).toEqual([206, undefined]);
  expect(await left('/api/v1/dataset/active.json', 'bytes=0-1')).toEqual([206, '4']);
  expect(await left(file)).toEqual([200, '3']);
  // No parts of this one are sent: it is a request like any other.
  for (const remaining of ['2', '1']) expect(await left('/api/v1/events', 'bytes=0-1')).toEqual([200, remaining]);
  time += 600_000;
  expect(await left(file, 'bytes=0-1')).toEqual([206, '0']);
  expect(await left(file, 'bytes=0-1')).toEqual([206, undefined]);
  time += 600_000;
  for (let again = 0; again < 2; again++) expect(await left(file, 'bytes=0-1')).toEqual([429, '0']);
});
