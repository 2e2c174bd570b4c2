import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CatalogError } from '../release/database.ts';
import { type Accuracy, accuracy } from '../schema/accuracy.ts';

/** What a release has measured of the error of old elements; null in one of a format before 4.3. Throws CatalogError. */
export async function readAccuracy(folder: string): Promise<Accuracy | null> {
  const text = await readFile(join(folder, 'public/api/v1/accuracy.json'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw new CatalogError('accuracy.json cannot be read');
    },
  );
  if (text === null) return null;
  try {
    return accuracy.parse(JSON.parse(text));
  } catch {
    throw new CatalogError('accuracy.json is damaged');
  }
}
