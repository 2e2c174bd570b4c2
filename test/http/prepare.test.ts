import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Database } from '../../src/release/database.ts';
import { makeHome, publish, removeHome } from '../server/release-folder.ts';
import { startServer, tinySite } from '../server/running-server.ts';

/** How often the index of searches was read; the releases of these tests have no table for it. */
let searches: number;
beforeEach(() => {
  searches = 0;
  const { strings, integers } = Database.prototype;
  vi.spyOn(Database.prototype, 'strings').mockImplementation(function (this: Database, sql) {
    if (sql.startsWith('SELECT search.names')) searches++;
    return sql.includes('FROM search') ? Promise.resolve([]) : strings.call(this, sql);
  });
  vi.spyOn(Database.prototype, 'integers').mockImplementation(function (this: Database, sql, values) {
    return sql.includes('FROM search') ? Promise.resolve(new Int32Array()) : integers.call(this, sql, values);
  });
});
afterEach(() => vi.restoreAllMocks());

test('the index of searches is read before a new release is served, and after a start without a request', async () => {
  const home = await makeHome();
  await publish(home, 1);
  let loaded = 0;
  const prepare = async () => void loaded++;
  const server = await startServer(home, { ...tinySite, prepare });
  try {
    await server.prepare();
    expect([searches, loaded]).toEqual([1, 1]);
    await server.prepare();
    expect(searches).toBe(1);
    const second = await publish(home, 2);
    await server.served.check();
    expect(server.served.id).toBe(second);
    expect(searches).toBe(2);
  } finally {
    await server.stop();
    await removeHome(home);
  }
});

test('a page that cannot be loaded is reported, and stops nothing', async () => {
  const home = await makeHome();
  await publish(home, 1);
  const prepare = () => Promise.reject(new Error('no such module'));
  const server = await startServer(home, { ...tinySite, prepare });
  try {
    await server.prepare();
    expect(server.lines.at(-1)).toMatchObject({ level: 40, reason: 'no such module' });
    expect((await fetch(`${server.base}/healthz`)).status).toBe(200);
  } finally {
    await server.stop();
    await removeHome(home);
  }
});
