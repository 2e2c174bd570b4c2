import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { AccountProblem } from '../accounts/database.ts';
import { BrokenRelease, currentReleaseId, openRelease } from '../catalog/release.ts';
import type { Manifest } from '../schema/manifest.ts';
import { type Command, given, printRows, WrongUse } from './command.ts';

/** One file that is not as the manifest says. */
interface Difference {
  readonly file: string;
  readonly problem: string;
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Reads every byte of a release and compares it with what the manifest says, both ways. */
async function differences(folder: string, { files }: Manifest): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const [file, { sha256: expected }] of Object.entries(files)) {
    const actual = await sha256(join(folder, file)).catch((error: NodeJS.ErrnoException) => error.code ?? 'unreadable');
    if (actual === 'ENOENT') found.push({ file, problem: 'is missing' });
    else if (!/^[0-9a-f]{64}$/.test(actual)) found.push({ file, problem: `cannot be read (${actual})` });
    else if (actual !== expected) found.push({ file, problem: 'has another content than when it was published' });
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = relative(folder, join(entry.parentPath, entry.name));
    if (!entry.isDirectory() && file !== 'manifest.json' && !Object.hasOwn(files, file))
      found.push({ file, problem: 'is not in the manifest' });
  }
  return found;
}

export const verify: Command = {
  name: 'releases verify',
  usage: '[--id ID] [--json]',
  about: 'Reads every file of a release and compares its hash with the manifest. Exit code 1 where one differs.',
  explained: ['--id ID           which one; the served one if not given'],
  options: { id: { type: 'string' }, json: { type: 'boolean' } },
  async run(call) {
    const { home, say } = call.world;
    const id = given(call, 'id') ?? (await currentReleaseId(home));
    if (id === null) throw new WrongUse('No release is served: name one with --id.');
    if (!/^[0-9A-Za-z-]+$/.test(id)) throw new WrongUse(`--id ${id} is no release.`);
    try {
      const { folder, manifest } = await openRelease(home, id);
      const found = await differences(folder, manifest);
      if (call.values['json'] || found.length > 0)
        printRows(
          call,
          found.map((one) => ({ ...one })),
        );
      const count = Object.keys(manifest.files).length;
      if (found.length > 0)
        throw new AccountProblem(
          `Release ${id} is not as it was published: ${found.length} of its files differ. "npm run admin -- releases rollback" serves the one before.`,
        );
      say(`Release ${id} is as it was published: ${count} files.`);
    } catch (error) {
      if (error instanceof BrokenRelease)
        throw new AccountProblem(`Release ${id} cannot be verified: ${error.message}.`);
      throw error;
    }
  },
};
