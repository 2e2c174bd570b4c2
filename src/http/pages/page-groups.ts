import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Catalog } from '../../query/catalog.ts';
import { CatalogError } from '../../release/database.ts';
import type { Group } from '../../schema/group.ts';
import type { Form } from '../../schema/public-route.ts';
import { type Summary, summariesOf } from './page-summary.ts';

/** A group as `/api/v1/groups` lists it. */
export interface GroupWithFiles extends Group {
  readonly files: readonly {
    readonly format: Form;
    readonly url: string;
    readonly bytes: number;
    /** Element sets that the form has no room for. */
    readonly omitted: number;
  }[];
}

/** The groups of a release; none where it was published before there were any. Throws CatalogError. */
export async function groupsOf(folder: string): Promise<readonly GroupWithFiles[]> {
  try {
    const text = await readFile(join(folder, 'public/api/v1/groups.json'), 'utf8');
    return (JSON.parse(text) as { data: GroupWithFiles[] }).data;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new CatalogError('the groups could not be read', { cause: error });
  }
}

/** The summaries of some members of a group, by catalog number, each under its name in the group. Throws CatalogError. */
export async function membersOf(catalog: Catalog, group: string, offset: number, limit: number): Promise<Summary[]> {
  const members = await catalog.pages.members(group, offset, limit);
  const names = new Map(members.map(({ norad_cat_id, name }) => [norad_cat_id, name]));
  return summariesOf(catalog, names.keys()).map((row) => ({ ...row, name: names.get(row.norad_cat_id)! }));
}
