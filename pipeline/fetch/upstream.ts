import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plural } from '../../src/schema/plain-text.ts';
import type { FileRecord } from '../../src/schema/release/refresh-record.ts';
import type { Receipt, Snapshot, SnapshotIndex, Snapshots } from '../snapshots.ts';
import type { Download, Source, SourceFile } from '../sources/source.ts';
import { type Account, AccountSession } from './account-session.ts';
import { Budget } from './daily-budget.ts';
import { download, type FetchSession } from './download.ts';
import { isDue } from './due.ts';
import { FetchFailure } from './failure.ts';
import { type FetchDeps, userAgent } from './fetch-deps.ts';
import { HostQueue } from './host-queue.ts';
import { type Memory, noteFailure, noteGood } from './record.ts';
import type { FetchResult } from './request.ts';

/** Options of a refresh from the network. */
export interface UpstreamOptions {
  readonly home: string;
  readonly sources: readonly Source[];
  /** Slugs of the sources to fetch. */
  readonly only: ReadonlySet<string>;
  /** Whether to request every file, due or not. */
  readonly all: boolean;
  /** Mirrors to use instead of the publishers' base URLs, by slug. */
  readonly bases: Readonly<Record<string, string>>;
  /** URLs of second services for queries, by slug: used if the publisher's own does not answer. */
  readonly seconds?: Readonly<Record<string, string>>;
  /** The operator's accounts, by slug: publishers that require one are skipped without it. */
  readonly accounts?: Readonly<Record<string, Account>>;
  /** If true, only downloads that are marked `essential` are requested. */
  readonly essential?: boolean;
  /** The operator's contact; undefined: publishers that require one are skipped. */
  readonly contact: string | undefined;
}

/** After this many consecutive failures, a publisher's other files are left for the next refresh. */
const MAX_FAILED_FILES = 2;
/** How long a publisher is not contacted after a refusal without Retry-After. */
const DEFAULT_BLOCK_MS = 5 * 3_600_000;

/** Requests due files from every publisher. Arrived files wait as snapshots for the build; failures are recorded with their reason. */
export async function fetchDue(
  deps: FetchDeps,
  snapshots: Snapshots,
  memory: Memory,
  options: UpstreamOptions,
): Promise<void> {
  const incoming = join(options.home, 'incoming');
  await rm(incoming, { recursive: true, force: true });
  const good = await snapshots.index();
  const arrived = await snapshots.arrived();
  for (const known of [good, arrived])
    for (const [key, one] of Object.entries(known)) {
      const damage = await snapshots.damage(key, one);
      if (damage === null) continue;
      deps.log(`${key}: its snapshot ${damage}, and is fetched again`);
      delete known[key];
      memory.file(key).good_at = null;
    }
  const session: FetchSession = {
    deps,
    queue: new HostQueue(deps),
    userAgent: userAgent(options.contact),
    baseOf: ({ slug, base }) => options.bases[slug] ?? base,
    secondOf: ({ slug }) => options.seconds?.[slug] ?? null,
  };
  const visits = options.sources
    .filter(({ slug }) => options.only.has(slug))
    .map((source) => new Visit({ session, snapshots, memory, options, incoming, good, arrived }, source).make());
  try {
    // An error of this machine ends the refresh, but only after the other publishers' requests have ended.
    for (const ended of await Promise.allSettled(visits)) if (ended.status === 'rejected') throw ended.reason;
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}

interface Shared {
  readonly session: FetchSession;
  readonly snapshots: Snapshots;
  readonly memory: Memory;
  readonly options: UpstreamOptions;
  readonly incoming: string;
  readonly good: SnapshotIndex;
  readonly arrived: SnapshotIndex;
}

/** Responses without a file, as the log has them. */
const unchanged = {
  not_modified: 'not modified',
  not_updated: 'has not updated',
  empty: 'nothing in it',
  retired: 'its publisher does not have it; asked again in a week',
};

/** The header of a table of element sets without rows, with the columns of the last one. */
const emptyTable = ({ columns }: Snapshot, { required, key }: SourceFile): string =>
  (columns.length > 0 ? columns : (required ?? key)).join(',');

/** The requests to one publisher in one refresh. */
class Visit {
  readonly #shared: Shared;
  readonly #source: Source;
  readonly #budget: Budget;
  #account: AccountSession | null = null;
  #failed = 0;
  /** Why no more files are requested; null while they are. */
  #stopped: string | null = null;

  constructor(shared: Shared, source: Source) {
    this.#shared = shared;
    this.#source = source;
    this.#budget = new Budget(shared.memory, source, () => shared.session.deps.now());
  }

  async make(): Promise<void> {
    const { memory, options, session, incoming, arrived } = this.#shared;
    const { downloads, fetchPolicy, slug } = this.#source;
    const { deps } = session;
    const wanted = options.essential ? downloads.filter(({ essential }) => essential) : downloads;
    const due = wanted.filter((one) => {
      const record = memory.file(this.#key(one));
      // A file that waits for a build counts as valid, unless a build with it has failed.
      const good_at = (record.unbuilt ? undefined : arrived[this.#key(one)]?.fetched_at) ?? record.good_at;
      return isDue(one, fetchPolicy, { ...record, good_at }, deps.now(), options.all);
    });
    if (due.length === 0) return;
    const because = memory.waiting(slug, deps.now());
    if (because !== null) {
      deps.log(`${slug}: skipped, because ${because}`);
      return;
    }
    if (fetchPolicy.contact && options.contact === undefined)
      this.#stopped = 'it requires a contact, and ORBWEAVER_CONTACT is not set';
    await mkdir(join(incoming, slug), { recursive: true });
    // Files that returned 404 last time are requested last: the budget of 404s is for files that may have disappeared since.
    const missing = (one: Download) => Number(memory.file(this.#key(one)).not_found);
    const ordered = due.toSorted((a, b) => missing(a) - missing(b));
    if (this.#source.account && this.#stopped === null) await this.#signIn(ordered[0]!);
    try {
      for (const one of ordered) await this.#one(one);
    } finally {
      await this.#account?.close();
    }
  }

  /** Signs in with the operator's account. If that fails, no file is requested, and the first one has the reason. */
  async #signIn(first: Download): Promise<void> {
    const { memory, options, session } = this.#shared;
    const account = options.accounts?.[this.#source.slug];
    if (account === undefined) {
      this.#stopped = 'it requires an account, and none is set';
      return;
    }
    // Saved before it is sent: a refresh that is killed at every start must not sign in at every start.
    const record = memory.file(this.#key(first));
    record.asked_at = session.deps.now().toISOString();
    await memory.save();
    try {
      this.#account = await AccountSession.open(session, this.#source, account, this.#budget);
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      this.#fail(first, record, error);
      this.#stopped = error.message;
      session.deps.log(`${this.#source.slug}: ${error.message}`);
    }
  }

  #key({ file }: Download): string {
    return `${this.#source.slug}/${file}`;
  }

  /** The newest file that is stored: one that waits for a build, or the last good one. */
  #stored(key: string): Snapshot | undefined {
    return this.#shared.arrived[key] ?? this.#shared.good[key];
  }

  #definition({ file }: Download): SourceFile {
    return this.#source.files.find(({ matches }) => matches.test(file))!;
  }

  async #one(entry: Download): Promise<void> {
    const { memory, session } = this.#shared;
    const { deps } = session;
    const key = this.#key(entry);
    const record = memory.file(key);
    const stopped = this.#stopped ?? this.#budget.exhausted(this.#stored(key)?.bytes);
    if (stopped !== null) {
      record.problem = `skipped: ${stopped}`;
      record.asked_at = deps.now().toISOString();
      deps.log(`${key}: ${record.problem}`);
      return memory.save();
    }
    // Saved before it is sent: a refresh that is killed at every start must not send requests at every start.
    record.asked_at = deps.now().toISOString();
    record.unended++;
    await memory.save();
    try {
      const answer = await this.#fetch(entry, key);
      record.answered_at = deps.now().toISOString();
      this.#failed = 0;
      await this.#arrive(entry, key, record, answer);
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      this.#fail(entry, record, error);
      deps.log(`${key}: ${error.message}`);
    }
    record.not_found = this.#budget.lastStatus === 404;
    record.unended = 0;
    await memory.save();
  }

  #fetch(entry: Download, key: string): Promise<FetchResult> {
    const { session, incoming } = this.#shared;
    return download(session, {
      source: this.#source,
      download: entry,
      format: this.#definition(entry).format,
      target: join(incoming, `${key}.part`),
      validators: this.#stored(key)?.receipt ?? null,
      budget: this.#budget,
      cookie: this.#account?.cookie ?? null,
    });
  }

  async #arrive(entry: Download, key: string, record: FileRecord, answer: FetchResult): Promise<void> {
    const { snapshots, session, incoming } = this.#shared;
    const { deps } = session;
    record.answers[answer.kind]++;
    const part = join(incoming, `${key}.part`);
    let receipt: Receipt | undefined;
    if (answer.kind === 'new') receipt = answer.receipt;
    else {
      deps.log(`${key}: ${unchanged[answer.kind]}`);
      const before = answer.kind === 'empty' && entry.mayBeEmpty ? this.#stored(key) : undefined;
      if (before === undefined) return this.#unchanged(entry, key, record, answer.kind);
      // A list that has lost all of its members: a file without rows, which the build compares with the last one like any other.
      await writeFile(part, `${emptyTable(before, this.#definition(entry))}\n`);
    }
    record.retired_at = null;
    const kept = await snapshots.keep(key, part, deps.now(), receipt);
    await rm(part, { force: true });
    deps.log(`${key}: ${plural(kept.bytes, 'byte')}`);
    await this.#judge(key, record, kept);
  }

  /** Known bytes need no build: those of the last good file are valid, and those of a rejected one are not. */
  async #judge(key: string, record: FileRecord, kept: Snapshot): Promise<void> {
    const { good, arrived, snapshots, session } = this.#shared;
    if (kept.sha256 === record.refused) {
      noteFailure(record, record.refusal ?? 'it is the file that was refused before', session.deps.now());
      delete arrived[key];
    } else if (kept.sha256 === good[key]?.sha256 && kept.sha256 !== arrived[key]?.sha256) {
      noteGood(record);
      delete arrived[key];
    } else {
      record.problem = null;
      const isWaiting = kept.sha256 === arrived[key]?.sha256;
      record.unbuilt &&= isWaiting;
      if (!isWaiting) record.unread = 0;
      arrived[key] = kept;
    }
    await snapshots.await(arrived);
  }

  #unchanged(entry: Download, key: string, record: FileRecord, kind: keyof typeof unchanged): void {
    const { arrived, session } = this.#shared;
    const here = this.#stored(key);
    record.retired_at = kind === 'retired' ? record.answered_at : null;
    const fail = (because: string) => noteFailure(record, because, session.deps.now());
    if (kind === 'retired') {
      if (here || !entry.mayBeEmpty) fail('its publisher no longer has it');
      else noteGood(record);
    } else if (kind === 'empty' && !entry.mayBeEmpty) fail('it answered that there is nothing');
    // The publisher's file is unchanged since it was rejected: there is no better one yet.
    else if (kind === 'not_updated' && record.refusal !== null) fail(record.refusal);
    else if (kind !== 'empty' && !here) fail('it answered that nothing has changed since a download that is not here');
    // A build has failed with these bytes, so they are not known to be good.
    else if (record.unbuilt && arrived[key]) record.problem = null;
    else noteGood(record);
  }

  #fail(entry: Download, record: FileRecord, { message, status, retryAfter }: FetchFailure): void {
    const { memory, session } = this.#shared;
    const { slug } = this.#source;
    const now = session.deps.now();
    noteFailure(record, message, now);
    record.answers.failed++;
    if (status !== null) record.answered_at = now.toISOString();
    this.#failed++;
    // A publisher with accounts counts refused requests against the account, so any such response ends the day.
    const endsDay = status === 403 || (this.#source.account !== undefined && status !== null);
    if (endsDay || status === 429 || retryAfter !== null) {
      const until = now.getTime() + (retryAfter ?? DEFAULT_BLOCK_MS);
      const nextDay = endsDay ? this.#budget.afterRefusal() : null;
      memory.wait(slug, new Date(Math.max(until, nextDay?.getTime() ?? 0)), message);
      this.#stopped = `${entry.file}: ${message}`;
    } else if (this.#failed >= MAX_FAILED_FILES) this.#stopped = `${entry.file}: ${message}`;
  }
}
