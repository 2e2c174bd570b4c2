import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parsedJson } from '../../src/schema/json-text.ts';
import { type Manifest, manifest } from '../../src/schema/release/manifest.ts';
import type { Releases } from './release.ts';

/** The files that are slimmed: datasets are nine tenths of the plain and compressed copies of a release. */
const DATASETS = 'public/api/v1/dataset/';
/** The copies that can be made again from the `.gz` one. */
const copies = ['', '.br', '.zst'];

/**
 * Removes the plain, `.br`, and `.zst` copies of datasets from every release except the served one: half of their size. Their manifests
 * list these files as packed, so that a server unpacks them on request. If the process is killed in between, the next call continues.
 */
export async function slimReleases(releases: Releases, served: string | null): Promise<void> {
  for (const id of await releases.ids()) if (id !== served) await slim(releases.folder(id));
}

async function slim(folder: string): Promise<void> {
  const path = join(folder, 'manifest.json');
  const text = await readFile(path, 'utf8').catch(() => 'null');
  const read = manifest.safeParse(parsedJson(text));
  // A damaged release is left as it is: a refresh or an operator decides about it.
  if (!read.success) return;
  const slimmed = slimManifest(read.data);
  if (Object.keys(slimmed.files).length < Object.keys(read.data.files).length) {
    await writeFile(`${path}.new`, `${JSON.stringify(slimmed, null, 1)}\n`, { flush: true });
    await rename(`${path}.new`, path);
  }
  for (const name of Object.keys(slimmed.packed))
    for (const ending of copies)
      if (name.startsWith(DATASETS) && !Object.hasOwn(slimmed.files, name + ending))
        await rm(join(folder, name + ending), { force: true });
}

/** The manifest of a release without those copies. */
function slimManifest(release: Manifest): Manifest {
  const [files, packed] = [{ ...release.files }, { ...release.packed }];
  for (const [name, facts] of Object.entries(release.files)) {
    if (!name.startsWith(DATASETS) || !Object.hasOwn(release.files, `${name}.gz`)) continue;
    packed[name] = facts;
    for (const ending of copies) delete files[name + ending];
  }
  return { ...release, files, packed };
}
