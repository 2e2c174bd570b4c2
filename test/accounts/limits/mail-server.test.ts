import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openMailer } from '../../../src/accounts/mail/mailer.ts';

let server: Server;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** A mail server that answers the first command with lines that never end; each comes long before a timeout. */
async function endlessServer(): Promise<string> {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write('220 mail.example ESMTP\r\n');
    socket.once('data', () => {
      const lines = setInterval(() => socket.write('250-WAIT\r\n'), 5);
      socket.once('close', () => clearInterval(lines));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an attempt ends when its time is over, and an account is deleted meanwhile', async () => {
  const warned: object[] = [];
  const warn = (facts: object) => warned.push(facts);
  const mailer = openMailer({
    home: '/nonexistent',
    smtpUrl: await endlessServer(),
    publicUrl: undefined,
    now: () => 0,
    log: { info: warn, warn, error: warn },
    attemptMilliseconds: 100,
  });
  const email = { kind: 'digest', subject: 'Digest', text: 'Digest', html: '<p>Digest</p>' } as const;
  const sending = mailer.sendOnce('one@example.org', email);
  await mailer.deleteTo('another@example.org');
  expect(warned).toEqual([]);
  expect(await sending).toBe('unknown');
  expect(warned).toEqual([{ reason: 'the mail server took longer than 0.1 s' }]);
  await Promise.all([...sockets].map((socket) => socket.closed || once(socket, 'close')));
});
