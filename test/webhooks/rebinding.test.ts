import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addressRule, webhookPost } from '../../src/features/webhooks/post-webhook.ts';

/** DNS rebinding against a real name server: each question may get another address than the one before. */

const A = 1;
const AAAA = 28;

/** A name server that answers the nth question for an IPv4 address with the nth address, and the last one from then on. */
async function nameServer(...addresses: readonly string[]) {
  const socket = createSocket('udp4');
  const asked: number[] = [];
  socket.on('message', (message, { port, address }) => {
    // The name ends with an empty label; its type follows.
    const end = message.indexOf(0, 12) + 1;
    const type = message.readUInt16BE(end);
    asked.push(type);
    const count = asked.filter((one) => one === A).length;
    const answer = type === A ? addresses[Math.min(count, addresses.length) - 1]! : null;
    const header = Buffer.from([message[0]!, message[1]!, 0x81, 0x80, 0, 1, 0, answer ? 1 : 0, 0, 0, 0, 0]);
    const question = message.subarray(12, end + 4);
    // A pointer to the name, the type, the class, no time to live, four bytes.
    const record = answer ? [0xc0, 12, 0, A, 0, 1, 0, 0, 0, 0, 0, 4, ...answer.split('.').map(Number)] : [];
    socket.send(Buffer.concat([header, question, Buffer.from(record)]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, asked };
}

/** A receiver on this address. */
async function receiver(address: string, port = 0) {
  let received = 0;
  const server = createServer((_request, response) => {
    received += 1;
    response.writeHead(204).end();
  });
  server.listen(port, address);
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, count: () => received };
}

const message = (url: string) => ({ url, headers: {}, body: '{}', signal: new AbortController().signal });
const refused = { status: null, problem: 'The host has no IP address that webhooks may be sent to.' };

test('a message goes to the address that was checked, although the name has another one by then', async () => {
  const allowed = await receiver('127.0.0.2');
  const inside = await receiver('127.0.0.3', allowed.port);
  const names = await nameServer('127.0.0.2', '127.0.0.3');
  const post = webhookPost({ allowed: addressRule(['127.0.0.2']), localNames: false, nameServers: [names.server] });
  const url = `http://rebinding.example:${allowed.port}/`;
  expect(await post(message(url))).toEqual({ status: 204, problem: null });
  // One question for each kind of address: nothing is resolved again when it connects.
  expect(names.asked.toSorted((a, b) => a - b)).toEqual([A, AAAA]);
  expect(await post(message(url))).toEqual(refused);
  expect([allowed.count(), inside.count()]).toEqual([1, 0]);
});

test('a name that has a private address when it is checked is refused, whatever it has later', async () => {
  const inside = await receiver('127.0.0.3');
  const names = await nameServer('127.0.0.3', '8.8.8.8');
  const post = webhookPost({ allowed: addressRule([]), localNames: false, nameServers: [names.server] });
  expect(await post(message(`https://rebinding.example:${inside.port}/`))).toEqual(refused);
  expect([names.asked.length, inside.count()]).toEqual([2, 0]);
});

describe('a name server', () => {
  /** A name server that answers each question with bytes, or not at all. */
  async function answering(answer: (question: Buffer) => Buffer | null): Promise<string> {
    const socket = createSocket('udp4');
    socket.on('message', (question, { port, address }) => {
      const bytes = answer(question);
      if (bytes) socket.send(bytes, port, address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    onTestFinished(() => void socket.close());
    return `127.0.0.1:${socket.address().port}`;
  }
  const head = (question: Buffer, flags: number, answers: number) =>
    Buffer.from([question[0]!, question[1]!, flags >> 8, flags & 255, 0, 1, 0, answers, 0, 0, 0, 0]);
  const asked = (question: Buffer) => question.subarray(12, question.indexOf(0, 12) + 5);
  const record = (type: number, data: number[]) => [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length, ...data];

  test.each<[string, (question: Buffer) => Buffer | null]>([
    ['never answers', () => null],
    ['answers with nothing that is DNS', () => Buffer.from('HTTP/1.1 200 OK')],
    ['answers another question', (question) => Buffer.concat([Buffer.from([1, 2]), question.subarray(2)])],
    ['refuses', (question) => Buffer.concat([head(question, 0x8185, 0), asked(question)])],
    [
      'names itself as its alias',
      (question) => Buffer.concat([head(question, 0x8180, 1), asked(question), Buffer.from(record(5, [0xc0, 12]))]),
    ],
    [
      'says that its answer is longer than a packet, and takes no connection',
      (question) => Buffer.concat([head(question, 0x8380, 0), asked(question)]),
    ],
  ])('that %s ends the attempt at its limit', async (_what, answer) => {
    const nameServers = [await answering(answer)];
    const post = webhookPost({ allowed: addressRule([]), localNames: false, nameServers, timeoutMilliseconds: 300 });
    const began = performance.now();
    const outcome = await post(message('https://receiver.example/'));
    expect(outcome.status).toBeNull();
    expect(performance.now() - began).toBeLessThan(1500);
  });

  test('that mixes private addresses with public ones leads to none of the private ones', async () => {
    const inside = await receiver('127.0.0.3');
    const outside = await receiver('127.0.0.2', inside.port);
    const nameServers = [
      await answering((question) => {
        const isA = question.readUInt16BE(question.indexOf(0, 12) + 1) === A;
        const addresses = [
          [127, 0, 0, 3],
          [10, 0, 0, 1],
          [127, 0, 0, 2],
          [0, 0, 0, 0],
        ];
        const mapped = [...Array(10).fill(0), 255, 255, 127, 0, 0, 3];
        const records = isA ? addresses.flatMap((address) => record(A, address)) : record(AAAA, mapped);
        return Buffer.concat([head(question, 0x8180, isA ? 4 : 1), asked(question), Buffer.from(records)]);
      }),
    ];
    const post = webhookPost({ allowed: addressRule(['127.0.0.2']), localNames: false, nameServers });
    expect(await post(message(`http://mixed.example:${inside.port}/`))).toEqual({ status: 204, problem: null });
    expect([inside.count(), outside.count()]).toEqual([0, 1]);
  });
});
