import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../src/file-bytes.ts';
import { parsedJson } from '../../src/schema/json-text.ts';
import {
  emptyFileRecord,
  type FileRecord,
  isWaiting,
  type RefreshRecord,
  refreshRecord,
  spentOn,
} from '../../src/schema/release/refresh-record.ts';

/** The state of refreshes, in `<home>/refresh.json`: written after every response, so that a restart repeats no request. */
export class Memory {
  readonly #path: string;
  readonly #record: RefreshRecord;
  /** One write at a time: all use the same temporary file. */
  #writing: Promise<void> = Promise.resolve();

  private constructor(path: string, record: RefreshRecord) {
    this.#path = path;
    this.#record = record;
  }

  /** A damaged file is replaced: then all files are due, and validators avoid downloading unchanged ones. */
  static async open(home: string, tell: (line: string) => void = () => {}): Promise<Memory> {
    const path = join(home, 'refresh.json');
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}';
      throw error;
    });
    const read = refreshRecord.safeParse(parsedJson(text));
    if (!read.success) tell('refresh.json is damaged: it is started again, and every file is requested once more');
    return new Memory(path, read.data ?? refreshRecord.parse({}));
  }

  file(key: string): FileRecord {
    this.#record.files[key] ??= emptyFileRecord();
    return this.#record.files[key];
  }

  get keys(): string[] {
    return Object.keys(this.#record.files);
  }

  /** Why a source must not be requested now; null if it may be. */
  waiting(slug: string, now: Date): string | null {
    return this.until(slug, now) === null ? null : this.#record.waiting[slug]!.because;
  }

  wait(slug: string, until: Date, because: string): void {
    this.#record.waiting[slug] = { until: until.toISOString(), because };
  }

  /** Requests and bytes of a source so far on a UTC day. */
  spentOn(slug: string, day: string): RefreshRecord['spent'][string] {
    const spent = spentOn(this.#record.spent[slug], day, { requests: 0, bytes: 0, not_found: 0 });
    this.#record.spent[slug] = spent;
    return spent;
  }

  ended(last: NonNullable<RefreshRecord['last']>): void {
    this.#record.last = last;
  }

  /** Records when each source is requested next. */
  plan(next: RefreshRecord['next']): void {
    this.#record.next = next;
  }

  /** When each source is requested next. */
  get next(): RefreshRecord['next'] {
    return this.#record.next;
  }

  /** Until when a source must not be requested; null if it may be. */
  until(slug: string, now: Date): Date | null {
    const wait = this.#record.waiting[slug];
    return wait && isWaiting(wait.until, now) ? new Date(wait.until) : null;
  }

  save(): Promise<void> {
    const text = `${JSON.stringify(this.#record, null, 1)}\n`;
    this.#writing = this.#writing.catch(() => undefined).then(() => replaceFile(this.#path, text, false));
    return this.#writing;
  }
}

/** Records the time of a publisher's response, unless a later one is recorded. */
export function noteAnswer(record: FileRecord, at: string): void {
  if (record.answered_at !== null && record.answered_at >= at) return;
  record.answered_at = at;
  record.unended = 0;
}

/** Records that a file could not be fetched or used, and why. */
export function noteFailure(record: FileRecord, because: string, now: Date): void {
  record.problem = because;
  record.failure = because;
  record.failed_at = now.toISOString();
  record.failures++;
}

/** Records that the publisher's current file is stored and valid. */
export function noteGood(record: FileRecord): void {
  record.problem = null;
  record.unbuilt = false;
  record.refused = null;
  record.refusal = null;
  record.failures = 0;
  record.good_at = record.asked_at;
}
