import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isWaiting, spentOn } from '../../src/schema/release/refresh-record.ts';
import { FetchFailure, readRetryAfter } from '../fetch/failure.ts';
import { type FetchDeps, userAgent } from '../fetch/fetch-deps.ts';
import { HostQueue } from '../fetch/host-queue.ts';
import { Snapshots } from '../snapshots.ts';
import { infoAddress, type Offered, readInfo } from './commons.ts';
import { commonsFile, type KnownPicture, type PictureIndex, PictureStore } from './picture-store.ts';

export interface PictureOptions {
  readonly home: string;
  /** Base URL of Wikimedia Commons, without a slash at its end. */
  readonly commons: string;
  /** The operator's contact: Wikimedia requires one. */
  readonly contact: string;
}

/** Maximum files per metadata request; pictures and requests per refresh; and requests per UTC day. */
export const pictureLimits = { files: 25, pictures: 60, requests: 20, day: 300 } as const;
/** Pause between two requests, ms. */
const PAUSE_MS = 1000;
/** A file is checked again after this many days. */
const RECHECK_DAYS = 60;
const MAX_INFO_BYTES = 2 * 2 ** 20;
const MAX_PICTURE_BYTES = 400_000;
/** How long Commons is not contacted after a refusal without Retry-After, ms. */
const DEFAULT_WAIT_MS = 6 * 3_600_000;
/** After this many consecutive failures the rest waits for the next refresh. */
const MAX_FAILURES = 3;
const DAY_MS = 86_400_000;
/** Origin from which Commons serves its pictures. */
const uploads = 'https://upload.wikimedia.org';

/**
 * Downloads pictures of the objects for which Wikidata has one, some in each refresh, for the next release. Never
 * throws: a failed download omits only its own picture.
 */
export async function refreshPictures(deps: FetchDeps, options: PictureOptions): Promise<void> {
  try {
    const store = new PictureStore(options.home);
    const wanted = await wantedFiles(options.home);
    const index = await store.read();
    const visit = new PictureVisit(deps, options, store, index);
    await visit.make(wanted);
    // Without Wikidata's file, it is unknown which pictures are unwanted.
    if (wanted.length > 0)
      for (const file of Object.keys(index.files)) if (!wanted.includes(file)) delete index.files[file];
    await store.write(index);
    await store.tidy(index);
    if (visit.came > 0) deps.log(`pictures: ${visit.came} new`);
  } catch (error) {
    deps.log(`pictures: ${(error as Error).message}`);
  }
}

const bindings = (text: string) =>
  (JSON.parse(text) as { results: { bindings: readonly { image?: { value: string } }[] } }).results.bindings;

/** The files of Commons in Wikidata's last good response. */
async function wantedFiles(home: string): Promise<string[]> {
  const snapshots = new Snapshots(home);
  const key = 'wikidata/satellites.json';
  const last = (await snapshots.index())[key];
  if (!last) return [];
  const text = await readFile(snapshots.path(key, last), 'utf8');
  return [...new Set(bindings(text).flatMap(({ image }) => (image && commonsFile(image.value)) ?? []))];
}

/** One series of requests to Commons. */
class PictureVisit {
  readonly #deps: FetchDeps;
  readonly #options: PictureOptions;
  readonly #store: PictureStore;
  readonly #index: PictureIndex;
  readonly #queue: HostQueue;
  #requests = 0;
  #failures = 0;
  came = 0;

  constructor(deps: FetchDeps, options: PictureOptions, store: PictureStore, index: PictureIndex) {
    this.#deps = deps;
    this.#options = options;
    this.#store = store;
    this.#index = index;
    this.#queue = new HostQueue(deps);
  }

  async make(wanted: readonly string[]): Promise<void> {
    const { files, wait_until } = this.#index;
    const now = this.#deps.now();
    if (wait_until !== null && isWaiting(wait_until, now)) return;
    const today = now.toISOString().slice(0, 10);
    this.#index.spent = spentOn(this.#index.spent, today, { requests: 0 });
    const isDue = (file: string) => {
      const known = files[file];
      // One that was checked in the future was so by a clock that has since been set back.
      const age = known ? now.getTime() - Date.parse(known.checked_at) : 0;
      return !known || age < 0 || age > RECHECK_DAYS * DAY_MS;
    };
    // Files that were never checked come first.
    const due = wanted.filter(isDue).sort((a, b) => Number(a in files) - Number(b in files));
    for (let start = 0; start < due.length && this.#mayGoOn(); start += pictureLimits.files)
      await this.#some(due.slice(start, start + pictureLimits.files));
  }

  #mayGoOn(): boolean {
    return (
      this.#failures < MAX_FAILURES &&
      this.came < pictureLimits.pictures &&
      this.#requests < pictureLimits.requests + pictureLimits.pictures &&
      this.#index.spent.requests < pictureLimits.day
    );
  }

  async #some(files: readonly string[]): Promise<void> {
    const said = await this.#tried('what Commons knows', async () => {
      const bytes = await this.#get(infoAddress(this.#options.commons, files), MAX_INFO_BYTES);
      return readInfo(new TextDecoder().decode(bytes), files);
    });
    for (const [file, one] of said ?? []) {
      if (!this.#mayGoOn()) return;
      const known = await this.#fetchUnlessKnown(file, one);
      if (known) this.#index.files[file] = known;
      await this.#store.write(this.#index);
    }
  }

  /** The new state of a file; null if the picture should be tried again. */
  async #fetchUnlessKnown(file: string, one: Offered | string): Promise<KnownPicture | null> {
    const checked_at = this.#deps.now().toISOString();
    if (typeof one === 'string') return { checked_at, picture: null, reason: one };
    if (!this.#isOfCommons(one.address)) return { checked_at, picture: null, reason: 'its picture is elsewhere' };
    const bytes = await this.#tried(file, () => this.#get(one.address, MAX_PICTURE_BYTES));
    if (bytes === null) return null;
    const type = typeOf(bytes);
    if (type === null) return { checked_at, picture: null, reason: 'it is neither JPEG nor PNG' };
    const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${type}`;
    await this.#store.keep(name, bytes);
    this.came += 1;
    return { checked_at, picture: { file: name, ...one.credit }, reason: null };
  }

  /** True if a URL is on Wikimedia's upload server or on the configured mirror of Commons. */
  #isOfCommons(address: string): boolean {
    if (!URL.canParse(address)) return false;
    const { origin } = new URL(address);
    return origin === uploads || origin === new URL(this.#options.commons).origin;
  }

  /** The result of the work; null if it failed. */
  async #tried<T>(what: string, work: () => Promise<T>): Promise<T | null> {
    try {
      const done = await work();
      this.#failures = 0;
      return done;
    } catch (error) {
      this.#failures += 1;
      this.#deps.log(`pictures: ${what}: ${(error as Error).message}`);
      if (
        error instanceof FetchFailure &&
        (error.status === 403 || error.status === 429 || error.retryAfter !== null)
      ) {
        const until = this.#deps.now().getTime() + (error.retryAfter ?? DEFAULT_WAIT_MS);
        this.#index.wait_until = new Date(until).toISOString();
        this.#failures = MAX_FAILURES;
      }
      return null;
    }
  }

  async #get(address: string, maxBytes: number): Promise<Uint8Array> {
    this.#requests += 1;
    this.#index.spent.requests += 1;
    return this.#queue.run(address, PAUSE_MS, async () => {
      const { host } = new URL(address);
      const response = await this.#deps.fetch(address, {
        headers: { 'User-Agent': userAgent(this.#options.contact), Accept: '*/*' },
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#deps.timeout.total),
      });
      const { status, headers } = response;
      if (status !== 200) {
        await response.body?.cancel();
        const retryAfter = readRetryAfter(headers.get('retry-after'), this.#deps.now());
        throw new FetchFailure(`${host} answered ${status}`, { status, retryAfter });
      }
      const parts: Uint8Array[] = [];
      let size = 0;
      for await (const part of response.body ?? []) {
        size += part.length;
        if (size > maxBytes) throw new FetchFailure(`more than ${maxBytes} bytes came`);
        parts.push(part);
      }
      return Buffer.concat(parts);
    });
  }
}

/** The ending for a picture's type, by its first bytes. */
function typeOf(bytes: Uint8Array): 'jpg' | 'png' | null {
  const begins = (...first: readonly number[]) => first.every((byte, index) => bytes[index] === byte);
  if (begins(0xff, 0xd8, 0xff)) return 'jpg';
  return begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ? 'png' : null;
}
