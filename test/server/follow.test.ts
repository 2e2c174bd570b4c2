import { createHash } from 'node:crypto';
import { readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../until.ts';
import { makeCurrent, makeHome, publish, releaseId, releaseTime, removeHome, writeRelease } from './release-folder.ts';
import { ask, type RunningServer, startServer, tinySite } from './running-server.ts';

let home: string;
let server: RunningServer | undefined;

beforeEach(async () => {
  home = await makeHome();
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await removeHome(home);
});

const servedRelease = async () => (await ask(server!.base, '/api/v1/elements')).headers['x-catalog-release'];
const refused = () => server!.lines.filter(({ msg }) => msg === 'release refused');

describe('a new release', () => {
  test('is detected automatically', async () => {
    await publish(home, 1);
    server = await startServer(home);
    const next = await writeRelease(home, 2);
    const switched = new Promise<void>((resolve) => {
      const { lines } = server!;
      const push = lines.push.bind(lines);
      lines.push = (line) => {
        if (line.msg === 'serving release') resolve();
        return push(line);
      };
    });
    await makeCurrent(home, next);
    await switched;
    expect(await servedRelease()).toBe(next);
  });

  test('fails no request in twenty switches, and each response is from one release', async () => {
    await publish(home, 1);
    server = await startServer(home, undefined, 2000);
    const { base } = server;
    const agent = new Agent({ keepAlive: true });
    const seen = new Map<string, number>();
    let publishing = true;
    const paths = ['/api/v1/elements', '/api/v1/dataset/all.json', '/api/v1/dataset/active.csv', '/'];
    const client = async (encoding: string) => {
      for (let n = 0; publishing || n % paths.length !== 0; n += 1) {
        const path = paths[n % paths.length]!;
        const { status, headers, body } = await getWith(agent, `${base}${path}`, encoding);
        expect(status).toBe(200);
        const id = headers['x-catalog-release']!;
        const text = (headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body).toString();
        if (path === '/') {
          expect(text).toBe(`<p>${id}</p>`);
        } else {
          const number = Number.parseInt(id.slice(-8), 16);
          expect(headers.etag).toBe(`"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`);
          expect(headers['last-modified']).toBe(new Date(releaseTime(number)).toUTCString());
          if (path.endsWith('.csv')) expect(text).toContain(`\n1,${number},TEST OBJECT 1\n`);
          else expect(JSON.parse(text).meta.release).toBe(id);
        }
        seen.set(id, (seen.get(id) ?? 0) + 1);
      }
    };
    const clients = ['br', 'identity', 'br', 'identity'].map(client);
    for (let n = 2; n <= 21; n += 1) {
      await publish(home, n);
      await server.served.check();
      expect(server.served.id).toBe(releaseId(n));
    }
    publishing = false;
    await Promise.all(clients);
    agent.destroy();
    expect(seen.size).toBeGreaterThan(10);
    expect(await servedRelease()).toBe(releaseId(21));
    expect(server.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  test('does not close the release and database of a page that is being rendered', async () => {
    await publish(home, 1);
    let go = () => {};
    const waiting = new Promise<void>((resolve) => {
      go = resolve;
    });
    let began = () => {};
    const rendering = new Promise<void>((resolve) => {
      began = resolve;
    });
    server = await startServer(home, {
      ...tinySite,
      render: async (_request, { orbweaver }) => {
        began();
        await waiting;
        const events = await orbweaver.release!.eventsDetected(orbweaver.release!.generated_at);
        return Response.json({ id: orbweaver.release!.id, name: events[0]!.name });
      },
    });
    const page = ask(server.base, '/');
    await rendering;
    const next = await publish(home, 2);
    await server.served.check();
    expect(await servedRelease()).toBe(next);
    go();
    expect((await page).json()).toEqual({ id: releaseId(1), name: 'TEST OBJECT 0 OF RELEASE 1' });
  });
});

test('the database stays open until a page is rendered, even if its client disconnects', async () => {
  await publish(home, 1);
  let go = () => {};
  const waiting = new Promise<void>((resolve) => {
    go = resolve;
  });
  let began = () => {};
  const rendering = new Promise<void>((resolve) => {
    began = resolve;
  });
  let reportNames = (_names: string[]) => {};
  const names = new Promise<string[]>((resolve) => {
    reportNames = resolve;
  });
  server = await startServer(home, {
    ...tinySite,
    render: async (_request, { orbweaver }) => {
      began();
      await waiting;
      reportNames(
        (await orbweaver.release!.eventsDetected(orbweaver.release!.generated_at)).slice(0, 2).map(({ name }) => name),
      );
      return new Response('for nobody');
    },
  });
  const controller = new AbortController();
  const page = fetch(server.base, { signal: controller.signal }).catch(() => {});
  await rendering;
  controller.abort();
  await page;
  await until(async () => (await connections()) === 0);
  await publish(home, 2);
  await server.served.check();
  go();
  expect(await names).toEqual(['TEST OBJECT 0 OF RELEASE 1', 'TEST OBJECT 3 OF RELEASE 1']);
  expect(server.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

const connections = () =>
  new Promise<number>((resolve) => server!.server.getConnections((_error, count) => resolve(count)));

describe('the server does not switch to a release', () => {
  test.each<[string, (folder: string) => Promise<unknown>]>([
    ['without a manifest', (folder) => rm(join(folder, 'manifest.json'))],
    ['with a truncated manifest', (folder) => truncate(join(folder, 'manifest.json'), 500)],
    ['with an invalid manifest', (folder) => writeFile(join(folder, 'manifest.json'), '{"id":"x"}')],
    [
      'of another format version',
      async (folder) => {
        const path = join(folder, 'manifest.json');
        await writeFile(path, (await readFile(path, 'utf8')).replace(/"format": ?"[\d.]+"/, '"format":"1.0"'));
      },
    ],
    ['with a file missing', (folder) => rm(join(folder, 'public/api/v1/elements.json.br'))],
    ['with a truncated file', (folder) => truncate(join(folder, 'public/api/v1/launches.json'), 10)],
    ['without its database', (folder) => rm(join(folder, 'catalog.duckdb'))],
    ['with a corrupt database', (folder) => writeFile(join(folder, 'catalog.duckdb'), Buffer.alloc(536_576, 7))],
  ])('%s', async (_label, damage) => {
    const valid = await publish(home, 1);
    server = await startServer(home);
    const broken = await writeRelease(home, 2);
    await damage(join(home, 'releases', broken));
    await makeCurrent(home, broken);
    await server.served.check();
    await server.served.check();
    expect(await servedRelease()).toBe(valid);
    expect(refused()).toHaveLength(1);
    expect(refused()[0]).toMatchObject({ release: broken, serving: valid, reason: expect.stringMatching(/\w/) });

    const next = await publish(home, 3);
    await server.served.check();
    expect(await servedRelease()).toBe(next);
  });

  test('under the id of another release, or linked outside of the home folder', async () => {
    const valid = await publish(home, 1);
    server = await startServer(home);
    const other = await writeRelease(home, 2);
    await rename(join(home, 'releases', other), join(home, 'releases', releaseId(3)));
    await makeCurrent(home, releaseId(3));
    await server.served.check();
    expect(await servedRelease()).toBe(valid);

    await rm(join(home, 'current'));
    await symlink('/etc', join(home, 'current'));
    await server.served.check();
    expect(await servedRelease()).toBe(valid);
    expect(refused()).toHaveLength(2);
  });
});

function getWith(
  agent: Agent,
  url: string,
  encoding: string,
): Promise<{ status: number; headers: Record<string, string | undefined>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'Accept-Encoding': encoding } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        resolve({
          status: response.statusCode!,
          headers: response.headers as Record<string, string | undefined>,
          body: Buffer.concat(parts),
        });
      });
    }).on('error', reject);
  });
}
