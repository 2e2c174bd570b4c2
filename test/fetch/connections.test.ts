import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FetchDeps, fetch } from '../../pipeline/fetch/fetch-deps.ts';
import { request } from '../../pipeline/fetch/request.ts';
import { Snapshots } from '../../pipeline/snapshots.ts';
import { sources } from '../../pipeline/sources/sources.ts';
import { FIRST, makeFolder, removeFolder, writeSmall } from '../pipeline/sample-build.ts';
import { closing, transport } from './faults.ts';
import { fetchOnly, simulated } from './fetch-world.ts';
import { type Fault, StandIn } from './stand-in.ts';

/** More than the buffers of a connection hold, so that it ends while most of the body is unread. */
const body = Buffer.from(`${'x'.repeat(200)}\n`.repeat(20_000));

let folder: string;
let server: Server;
let answer: Fault;

beforeAll(async () => {
  folder = await makeFolder();
  server = createServer((request, response) => answer({ request, response, file: 'x.csv', body }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await removeFolder(folder);
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** The network, whose responses are read slowly: a few turns of the event loop pass before each chunk. */
const slow: FetchDeps['fetch'] = async (url, init) => {
  const response = await fetch(url, init);
  const reader = response.body!.getReader();
  const chunks = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (let count = 0; count < 20; count++) await turn();
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => reader.cancel(),
    },
    { highWaterMark: 0 },
  );
  return Object.defineProperty(response, 'body', { value: chunks });
};

const get = () =>
  request(simulated(FIRST, { fetch: slow }), {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.csv`,
    format: 'csv',
    target: join(folder, 'x.csv'),
    maxBytes: 2 ** 24,
    userAgent: 'test',
    validators: null,
    meter: { status: () => {}, bytes: () => {} },
    query: null,
    cookie: null,
  });

describe('a connection that ends while its response is being read', () => {
  test.each(Object.entries(closing))('%s: the file is complete, and so is the next one', async (_name, fault) => {
    answer = fault;
    for (let count = 0; count < 3; count++)
      expect(await get()).toMatchObject({ kind: 'new', bytes: body.length, receipt: { status: 200 } });
  });

  test.each([
    'an early end',
    'an early end over HTTP/1.0',
    'half a body over HTTP/1.0, without a length',
    'a reset',
  ] as const)('%s: fails, and the next file arrives', async (name) => {
    answer = transport[name];
    await expect(get()).rejects.toThrow(/cut off|the connection to 127\.0\.0\.1:\d+ failed/);
    answer = closing['HTTP/1.0 with a length']!;
    expect(await get()).toMatchObject({ bytes: body.length });
  });
});

test.each(Object.entries({ ...closing, ...transport }).filter(([name]) => /HTTP|end|reset|half/.test(name)))(
  '%s for one file of each publisher costs no other file that does not follow it',
  async (name, fault) => {
    const [home, upstream] = [await makeFolder(), await makeFolder()];
    await writeSmall(upstream);
    const one = new StandIn(upstream);
    await one.start();
    try {
      // The first publisher's file fails; those of the others all arrive.
      one.faults.set('celestrak/satcat.csv', fault);
      const memory = await fetchOnly(simulated(FIRST), home, { bases: one.bases });
      const arrived = Object.keys(await new Snapshots(home).arrived());
      for (const { slug, downloads } of sources)
        for (const { file } of downloads) {
          const key = `${slug}/${file}`;
          if (key === 'celestrak/satcat.csv') expect(arrived.includes(key)).toBe(name in closing);
          else expect([key, memory.file(key).problem]).toEqual([key, null]);
        }
    } finally {
      await one.stop();
      await removeFolder(home);
      await removeFolder(upstream);
    }
  },
);
