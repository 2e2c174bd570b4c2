/**
 * A publisher: everything about a source except how its files are read, which is in `source.ts` beside it. Claims, trust,
 * schedule, settings, freshness objectives and documentation are derived from it.
 */
export interface Publisher {
  /** The name of its folder. */
  readonly slug: string;
  /**
   * Its place in the order of sources, the lowest first; no two publishers have the same. Other criteria, such as trust, come before it.
   */
  readonly precedence: number;
  readonly name: string;
  /** Its name within a sentence. */
  readonly short_name: string;
  readonly url: string;
  readonly license: string;
  readonly license_url: string;
  /** The attribution that users of its data must give. */
  readonly attribution: string;
  /** Its terms in a sentence or two of Markdown, for `DATA-LICENSE.md`. */
  readonly terms: string;
  readonly trust: 'high' | 'medium';
  /** The times when it is requested: as text, and as cron expressions (UTC) by kind of file. */
  readonly refresh: string;
  readonly times: Readonly<Record<string, string>>;
  /** How often it allows a file to be requested: the hours between two requests, and its policy as text. */
  readonly allows: { readonly hours: number; readonly words: string };
  /** The base URL of its files, unless a setting names a mirror. */
  readonly base: string;
  /** Maximum time since files were last confirmed as the newest: the interval of the schedule, and a margin for a failed refresh. */
  readonly objectives: readonly {
    readonly id: string;
    readonly name: string;
    readonly files: RegExp;
    readonly hours: number;
  }[];
  /**
   * Why its undated statements about the present count as made on the day of the release. Absent: only dated entries
   * are statements about the present.
   */
  readonly current?: string;
  /**
   * URL for reports of errors: a page about all of its data, or each object's own entry, which has a form for them;
   * absent: its website.
   */
  readonly reports?: string;
  /**
   * Origins that it shares with other sources, as named in `pipeline/resolve/lineage.ts`: for values from these, it is
   * not independent evidence.
   */
  readonly shares: readonly ('tracking' | 'identifiers')[];
}
