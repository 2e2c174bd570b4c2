import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Releases } from '../../pipeline/publish/release.ts';
import { build, databaseOnly, FIRST, makeFolder, removeFolder, writeSmall } from '../pipeline/sample-build.ts';

/** The text of a file with its first and its last row once more. */
function withRepeats(name: string, text: string): string {
  if (name.endsWith('.json')) {
    const read = JSON.parse(text) as unknown[] | { results: { bindings: unknown[] } };
    const rows = Array.isArray(read) ? read : read.results.bindings;
    rows.push(...[rows[0], rows.at(-1)].filter((row) => row !== undefined));
    return JSON.stringify(read);
  }
  const lines = text.trimEnd().split('\n');
  const rows = lines.filter((line, at) => (name.endsWith('.tsv') ? !line.startsWith('#') : at > 0));
  return `${[...lines, rows[0], rows.at(-1)].join('\n')}\n`;
}

test('a repeated row of any file sets no file aside, and adds no object, launch, operator, or claim', {
  timeout: 600_000,
}, async () => {
  const [files, home, other] = [await makeFolder(), await makeFolder(), await makeFolder()];
  try {
    await writeSmall(files);
    const published = async (folder: string) => {
      const report = await build(folder, files, FIRST, { sample: false, ...databaseOnly });
      // A repeated row is counted as a reject where it is seen as such.
      const { rejects: _, ...counts } = (await new Releases(folder).current())!.counts;
      return { problems: report!.files.filter(({ problem }) => problem !== null), counts };
    };
    const once = await published(home);
    for (const source of await readdir(files))
      for (const name of await readdir(join(files, source))) {
        const path = join(files, source, name);
        await writeFile(path, withRepeats(name, await readFile(path, 'utf8')));
      }
    const twice = await published(other);
    expect([once.problems, twice.problems]).toEqual([[], []]);
    expect(twice.counts).toEqual(once.counts);
  } finally {
    await Promise.all([files, home, other].map(removeFolder));
  }
});
