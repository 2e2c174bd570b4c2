import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const path = join(import.meta.dirname, 'results.json');

/** What was measured before, by section; nothing where there is none. */
export async function saved(): Promise<Record<string, unknown>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return JSON.parse(text);
}

/** Puts the results of one section beside those of the others in results.json. */
export async function save(section: string, result: object): Promise<void> {
  const all = Object.entries({ ...(await saved()), [section]: rounded(result) });
  const sorted = all.sort(([a], [b]) => (a < b ? -1 : 1));
  await writeFile(path, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** Four digits of every number are more than a machine repeats. */
const rounded = (result: object): object =>
  JSON.parse(
    JSON.stringify(result, (_name, value) =>
      typeof value === 'number' && !Number.isInteger(value)
        ? Math.abs(value) >= 1000
          ? Math.round(value)
          : Number(value.toPrecision(4))
        : value,
    ),
  );
