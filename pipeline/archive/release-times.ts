import { join } from 'node:path';
import { readArchiveIndex } from './archive.ts';

/** The times of the releases before this build, milliseconds since 1970, oldest first; without an archive, only that of the previous one. */
export async function releaseTimes({
  home,
  sample,
  previous,
}: {
  readonly home: string;
  readonly sample: boolean;
  readonly previous: string | null;
}): Promise<number[]> {
  const index = await readArchiveIndex(join(home, 'archive')).catch(() => null);
  const archived = index?.sample === sample ? index.snapshots : [];
  const times = archived.flatMap(({ at, release }) => (release === null ? [] : Date.parse(at)));
  const last = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(previous ?? '');
  if (last) times.push(Date.parse(`${last.slice(1, 4).join('-')}T${last.slice(4, 7).join(':')}Z`));
  return [...new Set(times)].sort((a, b) => a - b);
}
