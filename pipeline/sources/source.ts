import type { z } from 'zod';
import type { ElementSet } from '../../src/orbit/element-set.ts';
import type { LaunchFact } from '../../src/schema/objects/launch.ts';
import type { SatelliteField } from '../../src/schema/objects/satellite.ts';
import type { Transmitter } from '../../src/schema/objects/transmitter.ts';
import type { Publisher } from '../../src/schema/release/publishers.ts';
import type { SourceSlug } from '../../src/schema/release/source.ts';
import type { LaunchOutcome } from '../../src/schema/vocabulary.ts';
import type { VagueDate } from '../codes/vague-date.ts';

/** How a file is written; each has one reader in `formats/`. */
export type Format = 'csv' | 'gcat-tsv' | 'json' | 'sparql-json';

/** One publisher: its entry in the registry, how it is fetched from, and its files. */
export interface Source extends Publisher {
  readonly slug: SourceSlug;
  /** The files to request, in this order. */
  readonly downloads: readonly Download[];
  readonly fetchPolicy: FetchPolicy;
  /** In the order in which they are read: what names things comes before what uses the names. */
  readonly files: readonly SourceFile[];
}

/** One file as it is requested over the network. */
export interface Download {
  /** Its name below the source's folder. */
  readonly file: string;
  /** Below the publisher's base address, with its query. */
  readonly path: string;
  /** When it is due, as a cron expression (UTC). */
  readonly schedule: string;
  /** SPARQL queries, sent one after the other by POST; their rows together are the file. */
  readonly queries?: readonly string[];
  /** Whether an empty answer is an answer: a group may have nothing in it. */
  readonly mayBeEmpty?: boolean;
}

/** How a publisher may be fetched from. Never more than one request at once on any host. */
export interface FetchPolicy {
  /** Milliseconds between two requests. */
  readonly pause: number;
  /** Hours between two requests for one file, however often a refresh is run. */
  readonly interval: number;
  /** How often a request that failed may be sent again within one refresh. */
  readonly retries: number;
  /** The status codes after which it may be sent again; a connection that broke is always one such case. */
  readonly retryStatuses: readonly number[];
  /** Largest file that is taken, in bytes. */
  readonly maxBytes: number;
  /** Whether it requires the contact of the operator. */
  readonly contact: boolean;
  /** Limits for one UTC day, however often a refresh runs; none where not given. */
  readonly budget?: DailyBudget;
}

/** For publishers that ask for nothing else. */
export const usualFetchPolicy: FetchPolicy = {
  pause: 1000,
  interval: 1,
  retries: 3,
  retryStatuses: [429, 500, 502, 503, 504],
  maxBytes: 64 * 2 ** 20,
  contact: false,
};

/** Bounds for one UTC day. After a 403, nothing is requested until the next day. */
export interface DailyBudget {
  readonly requests: number;
  readonly megabytes: number;
  /** Answers with status 404. */
  readonly notFound: number;
}

/** One file of a publisher, or several of one shape. */
export interface SourceFile<Row extends z.ZodObject = z.ZodObject> {
  /** Its name below the source's folder. */
  readonly matches: RegExp;
  /** Where it is published, below the publisher's base address. */
  readonly path: string;
  readonly format: Format;
  /** Every column that it has, and what each cell decodes to. Blank cells must be acceptable but for the key. */
  readonly row: Row;
  /** Columns without which a row says nothing: a bad one holds the whole row out. */
  readonly key: readonly (string & keyof z.infer<Row>)[];
  /**
   * The column that says when a row was true, if one does. A time that lies more than a day after the build's is refused: it would
   * be the newest for good.
   */
  readonly observed?: string & keyof z.infer<Row>;
  /** Rows to expect at least, at full size. */
  readonly expected: number;
  /** How much smaller than the last one it may be: a fraction of its rows, or so many rows if that is more; a tenth where not given. */
  readonly maxLoss?: (name: string) => { readonly fraction: number; readonly rows: number };
  /** Whether a first release of the real files can't do without it. */
  readonly essential?: boolean;
  /** What one row says. */
  read(row: z.infer<Row>, writer: ClaimWriter): void;
  /** After its last row: what can only be known from all of them. */
  finish?(writer: ClaimWriter): void;
}

/** Checks a source's file with the types of its rows, which the list of files erases. */
export function sourceFile<Row extends z.ZodObject>(file: SourceFile<Row>): SourceFile {
  return file as unknown as SourceFile;
}

/** The row behind a claim. */
export interface RowIdentity {
  /** The row, named so that a person can find it upstream. */
  readonly record: string;
  readonly url: string | null;
  /** When the source said so; null: when its file was fetched. ISO 8601 UTC. */
  readonly observedAt: string | null;
  /** Whether this row alone is enough for the object to be in the catalog. */
  readonly createsObject: boolean;
}

/** How a claim relates to others of its field. */
export interface ClaimOptions {
  /**
   * What it is compared by, where that is not the value itself: two claims agree where they share a key.
   */
  readonly keys?: readonly string[];
  /** Without a common key, two claims that name spaces disagree only where they share one (a state and an organisation do not). */
  readonly spaces?: readonly string[];
  /** Further keys that it does not contradict: a branch's parent. */
  readonly near?: readonly string[];
  /** The day from which it is true (a decay date): what others said before that day does not contradict it. */
  readonly since?: string;
  /** A state that stays once it is reached (dead, come down): an old claim of it is still compared. True where `since` is given. */
  readonly lasting?: boolean;
  /** When the source said this, where it is in another file than the row (a table that the row points into). ISO 8601 UTC. */
  readonly observedAt?: string | null;
  /** Lower is chosen first among equally trusted claims; 0 where not given. */
  readonly weight?: number;
  /** It says that nothing is known: it never agrees, never disagrees, and is only used where no other source has a value. */
  readonly isUnknown?: boolean;
  /** Orbweaver worked it out from this row; the claim's source is `derived`. */
  readonly derived?: boolean;
  /** The source itself marks it as uncertain. */
  readonly uncertain?: boolean;
}

/** A mean element set as a source wrote it; numbers are decimal text that JSON reads as numbers. */
export type ElementSetText = Omit<ElementSet, 'norad_cat_id'>;

/** A launch catalog's data about a launch besides its objects, without marks of uncertainty. */
export interface LaunchText {
  readonly launch_id: string;
  /** The row, named so that a person can find it upstream. */
  readonly record: string;
  readonly url: string | null;
  readonly date: LaunchValue<VagueDate> | null;
  readonly site: (LaunchValue<string> & { readonly known: boolean }) | null;
  readonly vehicle: LaunchValue<string> | null;
  readonly provider: { readonly slug: string; readonly name: string } | null;
  readonly name: string | null;
  readonly uncertain: readonly LaunchFact[];
  readonly outcome: LaunchOutcome | null;
  /** When the file that says so was made, ISO 8601 UTC; null where it does not say. */
  readonly observed_at: string | null;
}

/** What a table of organizations says of an operator itself. */
export interface OperatorFacts {
  readonly slug: string;
  /** Code of its state or organization. */
  readonly country: string | null;
  readonly parent_slug: string | null;
  readonly successor_slug: string | null;
}

/** One fact of a launch, with what upstream wrote, and what it is compared by. */
interface LaunchValue<T> {
  readonly value: T;
  readonly raw: string;
  readonly keys?: readonly string[];
  readonly near?: readonly string[];
  readonly spaces?: readonly string[];
  /** Lower goes first, as in a claim. */
  readonly weight: number;
}

/** Takes the claims of a file while its rows are read. */
export interface ClaimWriter {
  /** Begins a record: the claims that follow are about this object. */
  beginRecord(norad_cat_id: number, row: RowIdentity): void;
  /** Adds one claim. A null or undefined value adds none. */
  addClaim(
    field: SatelliteField,
    value: string | number | boolean | VagueDate | null | undefined,
    raw: string,
    options?: ClaimOptions,
  ): void;
  elements(set: ElementSetText): void;
  launch(launch: LaunchText): void;
  /** The first facts about an operator are kept. */
  operator(facts: OperatorFacts): void;
  /** A transmitter of an object; it is kept separately from the record, and makes no claims. */
  transmitter(transmitter: Transmitter): void;
  /** Rejects the row, or one value of it: by name, with file and line. */
  reject(reason: string, column: string | null, value: string | null, scope?: 'row' | 'value'): void;
  /** Keeps something for rows of later files of this source (an organisation, a launch). */
  setLookup<T>(lookup: string, key: string, value: T): void;
  getLookup<T>(lookup: string, key: string): T | undefined;
  /** All entries of a lookup table, in order. */
  lookup<T>(table: string): ReadonlyMap<string, T>;
  /** Sets how a code of the record is written out: the name of a country or an operator. */
  name(kind: 'country' | 'operator', code: string, name: string): void;
  /** Name of the file that is being read. */
  readonly file: string;
  /** The time that the file gives for itself in a comment, ISO 8601 UTC; null where it gives none. */
  readonly updated: string | null;
}
