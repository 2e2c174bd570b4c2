import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RecordStore, unpacked } from '../../src/release/record-store.ts';
import { manifest } from '../../src/schema/release/manifest.ts';

/** A request, and its expected response in a release. */
export interface CheckedRequest {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * `file`: the bytes of this file, by the manifest's hash. `record`: the object's record in the release. `page`: it shows the
   * release's ID. `same`: the same body as the first response, whichever server sent it.
   */
  readonly truth: { readonly file: string } | { readonly record: number } | 'page' | 'same';
}

/** A received response. */
export interface CheckedResponse {
  readonly status: number;
  readonly release: string | undefined;
  readonly body: Buffer;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Compares responses with the releases on disk that they name. */
export class Truth {
  readonly #home: string;
  /** Hash of the expected body, by release and path. */
  readonly #expected = new Map<string, Promise<string>>();
  readonly releases = new Set<string>();

  constructor(home: string) {
    this.#home = home;
  }

  /** Returns null if the response is correct, else its problem. */
  async check(request: CheckedRequest, { status, release, body }: CheckedResponse): Promise<string | null> {
    const { path, truth } = request;
    if (status !== 200) return `${path}: ${status}`;
    if (release === undefined || !/^\d{8}T\d{6}Z-[0-9a-f]{8}$/.test(release)) return `${path}: names no release`;
    this.releases.add(release);
    if (truth === 'page') return body.includes(`<code>${release}</code>`) ? null : `${path}: a page of another release`;
    const key = `${release} ${path}`;
    let expected = this.#expected.get(key);
    if (!expected) {
      expected = truth === 'same' ? Promise.resolve(sha256(body)) : this.#read(release, truth);
      this.#expected.set(key, expected);
    }
    return (await expected) === sha256(body) ? null : `${path}: not what release ${release} has`;
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
