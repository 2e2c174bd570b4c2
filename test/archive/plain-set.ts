import type { ArchiveReader } from '../../src/release/archive.ts';
import type { ArchivedSet } from '../../src/release/archived-sets.ts';
import { elementSet } from '../../src/schema/objects/elements.ts';

const names = Object.keys({ ...elementSet.omit({ orbit_class: true }).shape, first_seen: 0, last_seen: 0, source: 0 });

/** An archived set as a plain object: an archived set formats its text fields on access. */
export const plainSet = (set: ArchivedSet): ArchivedSet =>
  Object.fromEntries(names.map((name) => [name, set[name as keyof ArchivedSet]])) as unknown as ArchivedSet;

/** The newest ten sets of an object. */
export async function newestSets(archive: ArchiveReader, id: number): Promise<ArchivedSet[]> {
  return (await archive.elements(id, { limit: 10, offset: 0 })).sets.map(plainSet);
}
