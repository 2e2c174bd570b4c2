import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { FileSender } from '../../src/http/files/file-sender.ts';
import type { Codings } from '../../src/http/files/sendable-file.ts';
import { openFiles } from '../open-files.ts';
import { makeFolder, removeFolder } from '../pipeline/sample-build.ts';
import { until } from '../until.ts';

test('sends a file that is evicted from memory before it is read', async () => {
  const folder = await makeFolder();
  try {
    const file = (name: string): Codings => ({
      identity: {
        ...{
          file: join(folder, name),
          bytes: 10,
          etag: name,
          modified: 0,
          ranges: false,
          headers: {},
          bodyHeaders: {},
        },
      },
    });
    const context = { request: { headers: {}, method: 'GET' } as IncomingMessage, headers: {}, report: () => {} };
    // Reading a pipe blocks until another process writes to it.
    execFileSync('mkfifo', [join(folder, 'slow')]);
    await writeFile(join(folder, 'quick'), '0123456789');
    const sender = new FileSender({ total: 10, largestFile: 100 });
    const slow = sender.send(context, file('slow'));
    const quick = await sender.send(context, file('quick'));
    await writeFile(join(folder, 'slow'), 'abcdefghij');
    expect([await quick.text(), await (await slow).text()]).toEqual(['0123456789', 'abcdefghij']);
  } finally {
    await removeFolder(folder);
  }
});

test.each([
  ['packed', true],
  ['plain', undefined],
] as const)('closes a large %s file when the client disconnects in the middle of it', async (name, unpack) => {
  const folder = await makeFolder();
  try {
    const file = join(folder, name);
    const content = randomBytes(4 * 2 ** 20);
    await writeFile(file, unpack ? gzipSync(content, { level: 0 }) : content);
    const identity = {
      file,
      bytes: content.length,
      etag: name,
      modified: 0,
      ranges: false,
      headers: {},
      bodyHeaders: {},
    };
    const reported: unknown[] = [];
    const response = await new FileSender({ total: 10, largestFile: 100 }).send(
      {
        request: { headers: {}, method: 'GET' } as IncomingMessage,
        headers: {},
        report: (error) => void reported.push(error),
      },
      { identity: { ...identity, ...(unpack && { unpack }) } },
    );
    const reader = response.body!.getReader();
    const { value } = await reader.read();
    expect(Buffer.compare(value!, content.subarray(0, value!.length))).toBe(0);
    expect(await openFiles()).toContain(file);
    await reader.cancel();
    await until(async () => !(await openFiles()).includes(file));
    expect(reported).toEqual([]);
  } finally {
    await removeFolder(folder);
  }
});
