import type { Group } from '../../../src/schema/objects/group.ts';
import { type ElementSetFiles, setOfGroup } from '../../../src/schema/release/element-files.ts';
import { forms } from '../../../src/schema/release/public-route.ts';
import type { Store } from '../../store.ts';
import type { ReleaseFolder } from '../folder.ts';
import { listMeta, type ReleaseContext } from '../release-context.ts';

/** `/api/v1/groups`: every group of the release with its files. */
export async function publishGroups(
  store: Store,
  folder: ReleaseFolder,
  sets: readonly ElementSetFiles[],
  context: ReleaseContext,
): Promise<void> {
  const groups = await store.rows<Group>('FROM groups');
  const data = groups.map((group) => {
    const set = setOfGroup(group.slug);
    const files = sets.find((one) => one.set === set)?.files ?? [];
    return {
      ...group,
      files: files.map(({ form, bytes, sha256, omitted }) => ({
        format: form,
        media_type: forms[form],
        url: `${context.base}/api/v1/elements/${set}.${form}`,
        bytes,
        sha256,
        omitted,
      })),
    };
  });
  const meta = listMeta(data.length, context);
  await folder.text('public/api/v1/groups.json', `${JSON.stringify({ data, meta })}\n`);
}
