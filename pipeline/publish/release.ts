import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { replaceLink } from '../../src/file-bytes.ts';
import { type Difference, fileDifferences, releaseDifferences } from '../../src/release-differences.ts';
import { parsedJson } from '../../src/schema/json-text.ts';
import { plural } from '../../src/schema/plain-text.ts';
import { type Manifest, manifest, releaseFormat } from '../../src/schema/release/manifest.ts';
import { UserError } from '../../src/user-error.ts';

/** Number of releases that are kept, including the served one. */
const MAX_RELEASES = 10;

/** The inputs of a release: `<source>/<file>` and the hash of its bytes. */
type Inputs = Readonly<Record<string, { readonly sha256: string }>>;

/** A release's id: its time, and the start of a hash over its format and all inputs. */
export function releaseId(now: Date, from: Inputs): string {
  return `${now.toISOString().replace(/[-:]|\.\d{3}/g, '')}-${inputsHash(from)}`;
}

/** Whether a release of the current format was built from exactly these snapshots. */
export const isBuiltFrom = (id: string, from: Inputs): boolean => id.endsWith(`-${inputsHash(from)}`);

/** Whether a release has a format that servers of this version can't read. False for the sample, which is kept. */
export const isOutdated = (served: Manifest | null): boolean =>
  served !== null && !served.sample && served.format !== releaseFormat;

function inputsHash(from: Inputs): string {
  const inputs = Object.entries(from).map(([key, { sha256 }]) => `${key} ${sha256}`);
  return createHash('sha256')
    .update([`format ${releaseFormat}`, ...inputs].join('\n'))
    .digest('hex')
    .slice(0, 8);
}

/** The files on disk differ from those written, because of another process or a disk failure. The build is not published. */
export class DamagedBuild extends UserError {
  override readonly name = 'DamagedBuild';

  constructor(differences: readonly Difference[]) {
    const [first] = differences;
    super(
      `${plural(differences.length, 'file of the new release is', 'files of the new release are')} not as written (${first?.file} ${first?.problem}): it was not published. Check the disk, then run this again`,
    );
  }
}

/** The releases of one home folder: `releases/<id>`, and `current`, a link to the one that is served. */
export class Releases {
  readonly #home: string;

  constructor(home: string) {
    this.#home = home;
  }

  folder(id: string): string {
    return join(this.#home, 'releases', id);
  }

  /** The manifest of the served release; null if there is none yet, or if it is damaged. */
  async current(): Promise<Manifest | null> {
    return (await this.served()).manifest;
  }

  /** The served release, or its damage as text; both are null if there is no release yet. */
  async served(): Promise<{ readonly manifest: Manifest | null; readonly problem: string | null }> {
    const target = await readlink(join(this.#home, 'current')).catch(() => null);
    if (target !== null) return this.#inspect(basename(target));
    const problem = (await this.ids()).length > 0 ? 'the link "current" is missing' : null;
    return { manifest: null, problem };
  }

  /** The newest intact release that is not partial, of real data or of the sample; null if there is none. */
  async newestWhole(sample: boolean): Promise<Manifest | null> {
    for (const id of await this.ids()) {
      const { manifest: found } = await this.#inspect(id);
      if (found?.sample === sample && !found.partial) return found;
    }
    return null;
  }

  /** Checks that a release is intact: every file has its size, and the database, which the next build reads, has its hash. */
  async #inspect(id: string): Promise<{ manifest: Manifest | null; problem: string | null }> {
    const folder = this.folder(id);
    const broken = (what: string) => ({ manifest: null, problem: `release ${id} is damaged: ${what}` });
    const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => null);
    if (text === null) return broken('manifest.json cannot be read');
    const read = manifest.safeParse(parsedJson(text));
    if (!read.success) return broken('manifest.json is not a manifest');
    for (const [file, { bytes }] of Object.entries(read.data.files)) {
      const found = await stat(join(folder, file)).catch(() => null);
      if (found?.size !== bytes) return broken(`${file} is missing or cut short`);
    }
    const [difference] = await fileDifferences(folder, read.data.files, ['catalog.duckdb']);
    return difference ? broken(`${difference.file} ${difference.problem}`) : { manifest: read.data, problem: null };
  }

  /** The ids of all releases, newest first. */
  async ids(): Promise<string[]> {
    const names = await readdir(join(this.#home, 'releases')).catch(() => []);
    return names
      .filter((name) => !name.startsWith('.'))
      .sort()
      .reverse();
  }

  /** An empty folder to build in. The remains of a killed build are removed: only one build runs at a time. */
  async begin(): Promise<string> {
    const releases = join(this.#home, 'releases');
    await mkdir(releases, { recursive: true });
    await this.abandon();
    const folder = join(releases, '.building');
    await mkdir(folder);
    return folder;
  }

  /** Removes an unpublished build, and the data that its database spilled. */
  async abandon(): Promise<void> {
    await rm(join(this.#home, 'spill'), { recursive: true, force: true });
    await rm(join(this.#home, 'releases', '.building'), { recursive: true, force: true });
  }

  /**
   * Compares every file with its hash, writes the manifest, renames the folder and points `current` to it. Each step is atomic, and only
   * the last one is visible.
   */
  async publish(building: string, release: Manifest): Promise<void> {
    const differences = await releaseDifferences(building, release);
    if (differences.length > 0) throw new DamagedBuild(differences);
    await writeFile(join(building, 'manifest.json'), `${JSON.stringify(manifest.parse(release), null, 1)}\n`, {
      flush: true,
    });
    const folder = this.folder(release.id);
    await rm(folder, { recursive: true, force: true });
    await rename(building, folder);
    await replaceLink(join(this.#home, 'current'), join('releases', release.id));
    await this.#prune(release.id);
  }

  async #prune(served: string): Promise<void> {
    const releases = join(this.#home, 'releases');
    const others = (await this.ids()).filter((name) => name !== served);
    // Later than the served one are those of a clock that has since been set back, and those before a rollback: they go first.
    const old = [...others.filter((name) => name < served), ...others.filter((name) => name > served)];
    for (const name of old.slice(MAX_RELEASES - 1)) await rm(join(releases, name), { recursive: true, force: true });
  }
}
