import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RecordStore, unpacked } from '../../src/release/record-store.ts';
import { manifest } from '../../src/schema/release/manifest.ts';

/** What is asked, and what its answer must be in a release. */
export interface Question {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * `file`: the bytes of this file, by the manifest's hash. `record`: the object's record, as the release holds it. `page`: it
   * names the release at its end. `same`: what it was the first time, whichever server answered.
   */
  readonly truth: { readonly file: string } | { readonly record: number } | 'page' | 'same';
}

/** An answer as it came. */
export interface Answered {
  readonly status: number;
  readonly release: string | undefined;
  readonly body: Buffer;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Holds answers against the releases that they say they are of, as those lie on disk. */
export class Truth {
  readonly #home: string;
  /** Hash of the right body, by release and path. */
  readonly #known = new Map<string, Promise<string>>();
  readonly releases = new Set<string>();

  constructor(home: string) {
    this.#home = home;
  }

  /** Null where the answer is right, else what is wrong with it. */
  async check(question: Question, { status, release, body }: Answered): Promise<string | null> {
    const { path, truth } = question;
    if (status !== 200) return `${path}: ${status}`;
    if (release === undefined || !/^\d{8}T\d{6}Z-[0-9a-f]{8}$/.test(release)) return `${path}: names no release`;
    this.releases.add(release);
    if (truth === 'page') return body.includes(`<code>${release}</code>`) ? null : `${path}: a page of another release`;
    const key = `${release} ${path}`;
    let right = this.#known.get(key);
    if (!right) {
      right = truth === 'same' ? Promise.resolve(sha256(body)) : this.#read(release, truth);
      this.#known.set(key, right);
    }
    return (await right) === sha256(body) ? null : `${path}: not what release ${release} has`;
  }

  async #read(release: string, truth: { file: string } | { record: number }): Promise<string> {
    const folder = join(this.#home, 'releases', release);
    if ('file' in truth) {
      const { files } = manifest.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
      return files[truth.file]!.sha256;
    }
    const records = new RecordStore(folder);
    try {
      return sha256(unpacked(records.record(truth.record)!));
    } finally {
      records.close();
    }
  }
}
