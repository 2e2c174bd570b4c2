import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FileSender } from '../../src/http/files/file-sender.ts';
import type { Codings } from '../../src/http/files/sendable-file.ts';
import { makeFolder, removeFolder } from '../pipeline/sample-build.ts';

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
