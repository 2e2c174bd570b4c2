import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * A hash of everything besides upstream files and settings that decides the bytes of a release: the source code, the versions of packages,
 * and Node with its libraries. Null if the code cannot be read.
 */
function hashOf(folders: readonly string[]): string | null {
  const hash = createHash('sha256').update(JSON.stringify([process.versions, process.arch]));
  try {
    hash.update(readFileSync(join(root, 'package-lock.json')));
    for (const folder of folders) {
      const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
      const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      for (const path of paths.filter((one) => /\.(ts|sql|json)$/.test(one)).sort())
        hash.update(`\n${relative(root, path)}\n`).update(readFileSync(path));
    }
  } catch {
    return null;
  }
  return hash.digest('hex');
}

let known: string | null | undefined;

/**
 * The hash of the program that runs, which a process computes once. A build takes over data of an earlier one only if both have the same.
 */
export function programHash(): string | null {
  known ??= hashOf(['pipeline', 'src']);
  return known;
}
