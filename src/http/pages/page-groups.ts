import { type Catalog, type Summary, summariesOf } from '../../query/catalog.ts';
import { CatalogError } from '../../release/database.ts';
import { publicData } from '../../release/release-document.ts';
import { fold } from '../../schema/fold.ts';
import type { Group } from '../../schema/objects/group.ts';
import type { Form } from '../../schema/release/public-route.ts';

/** A file of a group or of a dataset, as the API lists it. */
export interface PublishedFile {
  readonly format: Form;
  readonly media_type: string;
  readonly url: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A group as `/api/v1/groups` lists it. */
interface GroupWithFiles extends Group {
  readonly files: readonly (PublishedFile & {
    /** Element sets that the form has no room for. */
    readonly omitted: number;
  })[];
}

/** The groups of a release; none if it is older than groups. Throws CatalogError. */
export async function groupsOf(folder: string): Promise<readonly GroupWithFiles[]> {
  try {
    return await publicData<readonly GroupWithFiles[]>(folder, 'groups');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new CatalogError('the groups could not be read', { cause: error });
  }
}

/** The group with these words as its slug or title; undefined if there is none. Throws CatalogError. */
export async function groupNamed(folder: string, words: string): Promise<GroupWithFiles | undefined> {
  const sought = fold(words);
  if (sought === '') return undefined;
  return (await groupsOf(folder)).find(({ slug, title }) => fold(slug) === sought || fold(title) === sought);
}

/** The summaries of some members of a group, by catalog number, each under its name in the group. Throws CatalogError. */
export async function membersOf(catalog: Catalog, group: string, offset: number, limit: number): Promise<Summary[]> {
  const members = await catalog.pages.members(group, offset, limit);
  const names = new Map(members.map(({ norad_cat_id, name }) => [norad_cat_id, name]));
  return summariesOf(catalog, names.keys()).map((row) => ({ ...row, name: names.get(row.norad_cat_id)! }));
}
