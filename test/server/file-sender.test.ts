import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FileSender } from '../../src/http/file-sender.ts';
import type { Representation } from '../../src/http/public-resource.ts';
import type { Exchange } from '../../src/http/request-context.ts';
import { makeFolder, removeFolder } from '../pipeline/sample-build.ts';

test('a file that another pushes out of memory before it is read is sent all the same', async () => {
  const folder = await makeFolder();
  try {
    const file = (name: string) => ({ file: join(folder, name), bytes: 10, headers: [] }) as unknown as Representation;
    const ask = () => {
      const sent: string[] = [];
      const response = { writeHead: () => {}, end: (bytes: Buffer) => sent.push(bytes.toString()) };
      return { sent, exchange: { id: 'a', request: { method: 'GET' }, response } as unknown as Exchange };
    };
    // What reads a pipe waits until somebody writes into it.
    execFileSync('mkfifo', [join(folder, 'slow')]);
    await writeFile(join(folder, 'quick'), '0123456789');
    const sender = new FileSender({ total: 10, largestFile: 100 });
    const [slow, quick] = [ask(), ask()];
    const sending = sender.send(slow.exchange, file('slow'), null, []);
    await sender.send(quick.exchange, file('quick'), null, []);
    await writeFile(join(folder, 'slow'), 'abcdefghij');
    await sending;
    expect([quick.sent, slow.sent]).toEqual([['0123456789'], ['abcdefghij']]);
  } finally {
    await removeFolder(folder);
  }
});
