import { copyFile, link, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Picture, pictureList } from '../../../src/schema/objects/picture.ts';
import { commonsFile, PictureStore } from '../../pictures/picture-store.ts';
import type { Store } from '../../store.ts';
import type { ReleaseFolder } from '../folder.ts';

/** Adds the downloaded pictures to the release, with a list of the objects that they show. Writes nothing if there are none. */
export async function publishPictures(store: Store, folder: ReleaseFolder, home: string): Promise<void> {
  const pictures = new PictureStore(home);
  const { files } = await pictures.read();
  const images = await store.rows<{ norad_cat_id: number; address: string }>(
    `SELECT norad_cat_id, min(value_text) AS address FROM claims
      WHERE field = 'image' AND source = 'wikidata' AND value_text IS NOT NULL GROUP BY norad_cat_id ORDER BY norad_cat_id`,
  );
  const list: Record<string, Picture> = {};
  const placed = new Set<string>();
  for (const { norad_cat_id, address } of images) {
    const file = commonsFile(address);
    const picture = file === null ? null : (files[file]?.picture ?? null);
    if (picture === null) continue;
    const name = `pictures/${picture.file}`;
    if (!placed.has(name)) {
      const from = join(pictures.folder, picture.file);
      // A deleted picture is missing from the release until it is downloaded again.
      if (!(await stat(from).catch(() => null))) continue;
      const to = await folder.place(name);
      await link(from, to).catch(() => copyFile(from, to));
      await folder.binary(name);
      placed.add(name);
    }
    list[norad_cat_id] = picture;
  }
  if (placed.size > 0) await folder.plain(pictureList, `${JSON.stringify(list)}\n`);
}
