import type { z } from 'zod';
import type { ElementSet } from '../../src/schema/objects/elements.ts';
import type { FactOfLaunch, LaunchFact } from '../../src/schema/objects/launch.ts';
import type { SatelliteField } from '../../src/schema/objects/satellite.ts';
import type { ListedTransmitter } from '../../src/schema/objects/transmitter.ts';
import type { ReentryMessage } from '../../src/schema/reentries/reentry.ts';
import type { Publisher } from '../../src/schema/release/publishers.ts';
import type { SourceSlug } from '../../src/schema/release/source.ts';
import type { VagueDate } from '../codes/vague-date.ts';
import type { Decoded } from './cells.ts';

/** File formats; each has one reader in `formats/`. */
export type Format = 'csv' | 'gcat-tsv' | 'json' | 'sparql-json' | 'elements';

/** One publisher: its entry in the registry, its fetch policy, and its files. */
export interface Source extends Publisher {
  readonly slug: SourceSlug;
  /** The files to request, in this order. */
  readonly downloads: readonly Download[];
  readonly fetchPolicy: FetchPolicy;
  /**
   * Paths at which an account signs in and out; absent: no account is needed. Any refusal by such a publisher ends the
   * day.
   */
  readonly account?: { readonly signIn: string; readonly signOut: string };
  /** In reading order: files that define names come before those that use them. */
  readonly files: readonly SourceFile[];
}

/** One file to download. */
export interface Download {
  /** Name of the file below the source's folder. */
  readonly file: string;
  /** Below the publisher's base URL, with its query. */
  readonly path: string;
  /** When the file is due, as a cron expression (UTC). */
  readonly schedule: string;
  /** Path of the publisher's list of files with their times: the file is only requested if its own has changed. */
  readonly listing?: string;
  /** SPARQL queries, sent one after the other by POST; the file is the union of their rows. */
  readonly queries?: readonly string[];
  /** If true, the first release of real data is built after this file was requested; files without the mark follow in a second release. */
  readonly essential?: true;
  /** Whether an empty response is valid: a group may have no objects. */
  readonly mayBeEmpty?: boolean;
}

/** How files may be fetched from a publisher. Requests to one host are never concurrent. */
export interface FetchPolicy {
  /** Milliseconds between two requests. */
  readonly pause: number;
  /** Hours between two requests for one file, however often a refresh is run. */
  readonly interval: number;
  /** How often a failed request may be retried within one refresh. */
  readonly retries: number;
  /** Status codes after which a request may be retried; after a broken connection it always may. */
  readonly retryStatuses: readonly number[];
  /** Largest accepted file, in bytes. */
  readonly maxBytes: number;
  /** Whether requests must include the operator's contact. */
  readonly contact: boolean;
  /** Limits for one UTC day, however often a refresh runs; unlimited by default. */
  readonly budget?: DailyBudget;
}

/** For publishers without other requirements. */
export const usualFetchPolicy: FetchPolicy = {
  pause: 1000,
  interval: 1,
  retries: 3,
  retryStatuses: [429, 500, 502, 503, 504],
  maxBytes: 64 * 2 ** 20,
  contact: false,
};

/** Limits for one UTC day. After a 403, no request is sent until the next day. */
export interface DailyBudget {
  readonly requests: number;
  readonly megabytes: number;
  /** Responses with status 404. */
  readonly notFound: number;
}

/** A decoded row. A code outside the key is undefined if no table has it: an unknown code is not the same as none. */
export type Cells<Row extends z.ZodObject, Key extends keyof z.infer<Row> = never> = {
  readonly [Name in keyof z.infer<Row>]: Name extends Key
    ? z.infer<Row>[Name]
    : NonNullable<z.infer<Row>[Name]> extends Decoded<unknown>
      ? z.infer<Row>[Name] | undefined
      : z.infer<Row>[Name];
};

/** One file of a publisher, or several of one shape. */
export interface SourceFile<
  Row extends z.ZodObject = z.ZodObject,
  Key extends string & keyof z.infer<Row> = string & keyof z.infer<Row>,
> {
  /** Matches the file's name below the source's folder. */
  readonly matches: RegExp;
  /** Path of the file below the publisher's base URL. */
  readonly path: string;
  readonly format: Format;
  /** All columns of the file, with the schema of their cells. Blank cells must be valid, except in the key. */
  readonly row: Row;
  /** An invalid cell in one of these columns rejects the whole row. */
  readonly key: readonly Key[];
  /** Columns that the file must have; by default those of the key. */
  readonly required?: readonly string[];
  /**
   * The column with the time at which a row was true, if any. Times more than a day after the build's are rejected: such a row would
   * remain the newest forever.
   */
  readonly observed?: string & keyof z.infer<Row>;
  /** The minimum number of rows of a complete file. */
  readonly expected: number;
  /** How much smaller than the last one the file may be: a fraction or a number of rows, whichever is more; a tenth by default. */
  readonly maxLoss?: (name: string) => { readonly fraction: number; readonly rows: number };
  /** How much larger than the last one the file may be; a tenth or 100 rows by default. */
  readonly maxGain?: (name: string) => { readonly fraction: number; readonly rows: number };
  /** If true, the release has the text of the rows as well, in the table `satcat`. */
  readonly keepsText?: boolean;
  /** If true, a release of real data cannot be built without a version of the file, downloaded now or earlier. */
  readonly essential?: boolean;
  /** Adds the claims of one row. */
  readonly read: (row: Cells<Row, Key>, writer: ClaimWriter) => void;
  /** Called after the last row, for claims that depend on all rows. */
  finish?(writer: ClaimWriter): void;
}

/** Type-checks a source's file with its row type, which the list of files erases. */
export function sourceFile<Row extends z.ZodObject, const Key extends string & keyof z.infer<Row>>(
  file: SourceFile<Row, Key>,
): SourceFile {
  return file as unknown as SourceFile;
}

/** The row behind a claim. */
export interface RowIdentity {
  /** The row's name, with which a person can find it upstream. */
  readonly record: string;
  readonly url: string | null;
  /** The entry's own date, ISO 8601 UTC; null if it has none. Never the time of its file, which is not used. */
  readonly observedAt: string | null;
  /** Whether this row alone is enough for the object to be in the catalog. */
  readonly createsObject: boolean;
}

/** How a claim relates to others of its field. */
export interface ClaimOptions {
  /**
   * Keys to compare instead of the value: two claims agree if they share one.
   */
  readonly keys?: readonly string[];
  /** Two claims without a common key disagree only if they share a key space, or one has none (a state and an organization share none). */
  readonly spaces?: readonly string[];
  /** Other keys that the claim does not contradict: a branch's parent, the places that a wider code may stand for. */
  readonly near?: readonly string[];
  /** The day from which the claim is true (a decay date): earlier claims of other sources don't contradict it. */
  readonly since?: string;
  /** The day on which the source observed the value, if the row has one for this claim: ISO 8601. */
  readonly said?: string;
  /** Whether the state is final (dead, reentered): old claims of it are still compared. True by default if `since` is given. */
  readonly lasting?: boolean;
  /** The time of the file with this claim, if it is another file than the row's (a table to which the row refers). ISO 8601 UTC. */
  readonly fileTime?: string | null;
  /** Among equally trusted claims, the lowest weight takes precedence; 0 by default. */
  readonly weight?: number;
  /** A claim of "unknown": it never agrees or disagrees, and is only used if no other source has a value. */
  readonly isUnknown?: boolean;
  /** The fields or columns from which Orbweaver computed the claim: its source is `derived`, and its trust is the row's. */
  readonly derived?: readonly string[];
  /** True if the source marks the value as uncertain, for example by a question mark. */
  readonly uncertain?: boolean;
}

/** A mean element set as a source wrote it; numbers are decimal text that JSON reads as numbers. */
export type ElementSetText = Omit<ElementSet, 'norad_cat_id'>;

/** A launch catalog's data about a launch besides its objects, without marks of uncertainty. */
export interface LaunchText {
  readonly launch_id: string;
  /** The row's name, with which a person can find it upstream. */
  readonly record: string;
  readonly url: string | null;
  readonly date: LaunchValue<VagueDate> | null;
  readonly site: (LaunchValue<string> & { readonly known: boolean }) | null;
  readonly vehicle: LaunchValue<string> | null;
  /** The provider as an operator. */
  readonly provider_slug: string | null;
  /** Its statements about the launch itself. */
  readonly own: readonly OwnText[];
  readonly uncertain: readonly LaunchFact[];
  /** When the file was made, ISO 8601 UTC; null if the file has no date. */
  readonly file_time: string | null;
}

/** A value of a launch itself, with the text that it came from. */
export interface OwnText {
  readonly field: FactOfLaunch;
  readonly value: string;
  readonly raw: string;
}

/** The facts about an operator in a table of organizations. */
export interface OperatorFacts {
  readonly slug: string;
  /** Code of its state or organization. */
  readonly country: string | null;
  readonly parent_slug: string | null;
  readonly successor_slug: string | null;
  /** The last day on which it may have existed, `YYYY-MM-DD`; null if it still exists or that is not known. */
  readonly ended: string | null;
}

/** One fact about a launch, with its raw text and keys to compare. */
interface LaunchValue<T> {
  readonly value: T;
  readonly raw: string;
  readonly keys?: readonly string[];
  readonly near?: readonly string[];
  readonly spaces?: readonly string[];
  /** The lowest weight takes precedence, as in a claim. */
  readonly weight: number;
}

/** Values that one file of a source stores for rows of its later files, by key. */
export interface Lookup<T> {
  readonly name: string;
  /** Only the type of the values. */
  readonly values?: T;
}

/** Receives the claims of a file while its rows are read. */
export interface ClaimWriter {
  /** Starts a record: the following claims are about this object. */
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
  /** Sets the facts about an operator. The first ones are kept. */
  operator(facts: OperatorFacts): void;
  /** Adds a message about the reentry of the record's object. It is stored separately from the record. */
  reentryMessage(message: ReentryMessage): void;
  /** Adds a transmitter of an object. It is stored separately from the record, and makes no claims. */
  transmitter(transmitter: ListedTransmitter): void;
  /** Rejects the row, or one of its values, with a reason; file and line are recorded. */
  reject(reason: string, column: string | null, value: string | null, scope?: 'row' | 'value'): void;
  /** Stores a value for rows of later files of this source (an organization, a launch). */
  setLookup<T>(lookup: Lookup<T>, key: string, value: T): void;
  /** The stored values of a lookup, in order. */
  lookup<T>(lookup: Lookup<T>): ReadonlyMap<string, T>;
  /** Sets the name of a country or operator for a code of the record. */
  name(kind: 'country' | 'operator', code: string, name: string): void;
  /** Name of the file that is being read. */
  readonly file: string;
  /** The time in the file's own comment, ISO 8601 UTC; null if it has none. */
  readonly updated: string | null;
}
