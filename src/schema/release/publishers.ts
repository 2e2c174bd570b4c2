/**
 * The registry of sources: everything about a publisher except how its files are parsed, which is in
 * `pipeline/sources/<slug>.ts`. Claims, trust, schedule, settings, freshness objectives and documentation are derived from it.
 */
export interface Publisher {
  readonly slug: string;
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

/** Every publisher that a release is built from, most trusted first. */
export const publishers = [
  {
    slug: 'celestrak',
    name: 'CelesTrak',
    short_name: 'CelesTrak',
    url: 'https://celestrak.org',
    license: 'None stated',
    license_url: 'https://celestrak.org/usage-policy.php',
    attribution: 'Orbital data: CelesTrak (celestrak.org), source 18 SDS / Space-Track',
    terms:
      'No license stated. Credit it, and follow its [usage policy](https://celestrak.org/usage-policy.php): download from Orbweaver or use your own copy instead of downloading repeatedly from CelesTrak.',
    trust: 'high',
    refresh:
      'active objects at 00:00, 06:00, 12:00 and 18:00 UTC; groups, debris and rocket bodies daily at 12:00 UTC; catalog entries daily at 06:15 UTC',
    times: {
      elements: '0 0,6,12,18 * * *',
      /** Groups, debris and rocket bodies: once a day, at the time of one of the element refreshes. */
      groups: '0 12 * * *',
      catalogEntries: '15 6 * * *',
    },
    allows: { hours: 2, words: 'one download of a group per update, every two hours; three or four checks a day' },
    base: 'https://celestrak.org',
    objectives: [
      { id: 'elements', name: 'Elements (CelesTrak)', files: /^celestrak\/gp-active\./, hours: 13 },
      {
        id: 'groups',
        name: 'Groups, debris, and rocket bodies (CelesTrak)',
        files: /^celestrak\/gp-(?!active\.)/,
        hours: 36,
      },
      { id: 'catalog', name: 'Catalog entries (CelesTrak)', files: /^celestrak\/satcat/, hours: 36 },
    ],
    reports: 'https://celestrak.org/webmaster.php',
    current: 'SATCAT and the element sets are reviewed every day, and their entries carry no dates',
    shares: ['tracking', 'identifiers'],
  },
  {
    slug: 'gcat',
    name: 'GCAT: General Catalog of Artificial Space Objects',
    short_name: 'GCAT',
    url: 'https://planet4589.org/space/gcat',
    license: 'CC-BY-4.0',
    license_url: 'https://creativecommons.org/licenses/by/4.0/',
    attribution: 'data from GCAT (J. McDowell, planet4589.org/space/gcat)',
    terms:
      "[CC BY 4.0](https://creativecommons.org/licenses/by/4.0/). Cite: McDowell, Jonathan C., 2020. *General Catalog of Artificial Space Objects*, https://planet4589.org/space/gcat, with the release used. Orbweaver decodes its codes and dates; each claim's `raw` has the original text.",
    trust: 'high',
    refresh: 'daily at 07:30 UTC',
    times: { all: '30 7 * * *' },
    allows: { hours: 24, words: 'none stated; updated about once a day' },
    base: 'https://planet4589.org/space/gcat',
    reports: 'https://planet4589.org/jcm/index.html',
    objectives: [{ id: 'gcat', name: 'Launches and operators (GCAT)', files: /^gcat\//, hours: 36 }],
    shares: ['tracking', 'identifiers'],
  },
  {
    slug: 'spacetrack',
    name: 'Space-Track',
    short_name: 'Space-Track',
    url: 'https://www.space-track.org',
    license: 'Its user agreement',
    license_url: 'https://www.space-track.org/documentation#/user_agree',
    attribution: 'Source: Space-Track.org (18th Space Defense Squadron)',
    terms:
      'Only on servers whose operator has an account there and has decided to publish from it. Its [user agreement](https://www.space-track.org/documentation#/user_agree) applies: several projects quote that of 2026 as approving the redistribution of basic data with a citation (read in their documentation in November 2026). Read it yourself.',
    trust: 'high',
    refresh:
      'only with an account of the operator: element sets and reentry messages at 00:00, 06:00, 12:00 and 18:00 UTC, decays daily at 18:00 UTC',
    times: { elements: '0 0,6,12,18 * * *', catalogEntries: '0 18 * * *' },
    allows: {
      hours: 1,
      words:
        'element sets and reentry messages once an hour, decays once a day; under 30 requests a minute and 300 an hour',
    },
    base: 'https://www.space-track.org',
    objectives: [],
    shares: ['tracking', 'identifiers'],
  },
  {
    slug: 'satnogs',
    name: 'SatNOGS DB',
    short_name: 'SatNOGS DB',
    url: 'https://db.satnogs.org',
    license: 'CC-BY-SA-4.0',
    license_url: 'https://creativecommons.org/licenses/by-sa/4.0/',
    attribution: 'Satellite data from SatNOGS DB (db.satnogs.org), Libre Space Foundation and contributors',
    terms: '[CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/): attribution and share-alike.',
    trust: 'medium',
    refresh: 'weekly, Sundays at 08:00 UTC',
    times: { all: '0 8 * * 0' },
    allows: { hours: 24, words: 'once a day is enough' },
    base: 'https://db.satnogs.org',
    reports: 'entry',
    objectives: [{ id: 'satnogs', name: 'Enrichment (SatNOGS DB)', files: /^satnogs\//, hours: 216 }],
    shares: ['identifiers'],
  },
  {
    slug: 'wikidata',
    name: 'Wikidata',
    short_name: 'Wikidata',
    url: 'https://www.wikidata.org',
    license: 'CC0-1.0',
    license_url: 'https://creativecommons.org/publicdomain/zero/1.0/',
    attribution: 'Satellite data from Wikidata (wikidata.org), CC0',
    terms:
      '[CC0 1.0](https://creativecommons.org/publicdomain/zero/1.0/): no attribution required; we credit it anyway.',
    trust: 'medium',
    refresh: 'weekly, Sundays at 08:30 UTC',
    times: { all: '30 8 * * 0' },
    allows: { hours: 24, words: '60 s of query time per 60 s, 5 concurrent queries' },
    base: 'https://query.wikidata.org',
    reports: 'entry',
    objectives: [{ id: 'wikidata', name: 'Enrichment (Wikidata)', files: /^wikidata\//, hours: 216 }],
    shares: ['identifiers'],
  },
] as const satisfies readonly Publisher[];

export type PublisherSlug = (typeof publishers)[number]['slug'];

/** The entry of a publisher. */
export function publisher<S extends PublisherSlug>(slug: S) {
  return publishers.find((one): one is Extract<(typeof publishers)[number], { slug: S }> => one.slug === slug)!;
}

/** The names of publishers within a sentence, by slug. */
export const shortNames: ReadonlyMap<string, string> = new Map(
  publishers.map(({ slug, short_name }) => [slug, short_name]),
);

/** The setting that names a mirror of a publisher: `ORBWEAVER_GCAT_URL`. */
export const mirrorSetting = (slug: string): `ORBWEAVER_${string}_URL` =>
  `ORBWEAVER_${slug.toUpperCase().replaceAll('-', '_')}_URL`;
