import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The `data` of a public JSON file of a release, by its path below `/api/v1` without the ending. */
export async function publicData<T>(folder: string, path: string): Promise<T> {
  const text = await readFile(join(folder, `public/api/v1/${path}.json`), 'utf8');
  return (JSON.parse(text) as { data: T }).data;
}
