import { type ElementRow, elementDelta } from '../../../src/orbit/formats/element-columns.ts';
import { type ChangeStep, groupChangesPath, MAX_GROUP_CHANGES } from '../../../src/schema/changes/change-set.ts';
import { sqlText } from '../../../src/schema/escaped-text.ts';
import { columns } from '../../../src/schema/field.ts';
import { elementSet } from '../../../src/schema/objects/elements.ts';
import { setOfGroup } from '../../../src/schema/release/element-files.ts';
import type { Manifest } from '../../../src/schema/release/manifest.ts';
import { encodings } from '../../../src/schema/release/public-route.ts';
import type { Store } from '../../store.ts';
import type { ReleaseFolder } from '../folder.ts';

/** A group that has deltas of elements, and the releases that have them, newest first. */
export interface GroupChanges {
  readonly set: string;
  readonly releases: readonly string[];
}

const fileOf = (set: string, to?: string) => `public${groupChangesPath(set, to)}.json`;

/**
 * Writes `/api/v1/elements/{set}/changes/{release}` of each group that the previous release also has: new and changed element sets of
 * the group's file, under the group's names, and the objects no longer in it. An object that enters or leaves the group changes the file
 * even if its elements are the same. The deltas of earlier releases are copied as far as they are intact.
 */
export async function publishGroupChanges(
  store: Store,
  folder: ReleaseFolder,
  step: Pick<ChangeStep, 'from' | 'to' | 'at'>,
  previous: { readonly folder: string; readonly manifest: Manifest },
): Promise<GroupChanges[]> {
  // The previous release may predate groups.
  if ((await store.sharedColumns('memberships')).length === 0) return [];
  const known = new Set(await store.sharedColumns('elements'));
  const members = (database: string, has: (name: string) => boolean) => {
    const values = columns(elementSet).map(({ name }) =>
      name === 'object_name' ? 'm.name AS object_name' : has(name) ? `e.${name}` : `NULL AS ${name}`,
    );
    return `SELECT m.slug, ${values.join(', ')} FROM ${database}memberships m JOIN ${database}elements e USING (norad_cat_id)`;
  };
  await store.run(`CREATE TEMP TABLE members_now AS ${members('', () => true)}`);
  await store.run(`CREATE TEMP TABLE members_was AS ${members('previous.', (name) => known.has(name))}`);
  await store.run('CREATE TEMP TABLE members_changed AS FROM members_now EXCEPT FROM members_was');
  const groups = await store.rows<{ slug: string; with_elements: number }>(
    'SELECT slug, with_elements FROM groups SEMI JOIN previous.groups USING (slug)',
  );
  const published: GroupChanges[] = [];
  for (const { slug, with_elements } of groups) {
    const set = setOfGroup(slug);
    const of = `slug = ${sqlText(slug)}`;
    const rows = await store.rows<ElementRow>(
      `SELECT * EXCLUDE slug FROM members_changed WHERE ${of} ORDER BY norad_cat_id`,
    );
    const gone = await store.rows<{ norad_cat_id: number }>(
      `SELECT norad_cat_id FROM members_was WHERE ${of} AND norad_cat_id NOT IN (SELECT norad_cat_id FROM members_now WHERE ${of}) ORDER BY norad_cat_id`,
    );
    const { from, to, at } = step;
    const delta = elementDelta(rows, gone, { set, from, to, at, objects: with_elements });
    await folder.packed(fileOf(set, to), delta, { brotli: true, alias: fileOf(set) });
    published.push({ set, releases: [to, ...(await takeOver(folder, set, previous))] });
  }
  for (const table of ['now', 'was', 'changed']) await store.run(`DROP TABLE members_${table}`);
  return published;
}

/** Copies the deltas of a group in the previous release into this one, newest first: each leads to the next one. */
async function takeOver(
  folder: ReleaseFolder,
  set: string,
  previous: { readonly folder: string; readonly manifest: Manifest },
): Promise<string[]> {
  const taken: string[] = [];
  const prefix = `public${groupChangesPath(set, '')}`;
  const releases = Object.keys(previous.manifest.packed)
    .filter((name) => name.startsWith(prefix) && name !== fileOf(set))
    .map((name) => name.slice(prefix.length, -'.json'.length))
    .sort()
    .reverse();
  for (const release of releases.slice(0, MAX_GROUP_CHANGES - 1)) {
    const names = [encodings.gzip, encodings.br].map((ending) => fileOf(set, release) + ending);
    if (!(await folder.takeOver(previous.folder, names, previous.manifest))) break;
    taken.push(release);
  }
  return taken;
}
