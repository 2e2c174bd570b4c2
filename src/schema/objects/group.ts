import { z } from 'zod';
import { field } from '../field.ts';

/** A group of objects as CelesTrak publishes them. */
export interface GroupDefinition {
  /** The value of `GROUP=` at CelesTrak, and `{set}` here. */
  readonly slug: string;
  readonly title: string;
  /** How often its file is fetched; daily by default. */
  readonly schedule?: 'elements';
  /**
   * Used if no list of the group has been fetched: a rule that selects exactly its members among satellites `s` with
   * elements `e`, as SQL and as text. A group without a rule is absent then.
   */
  readonly rule?: { readonly sql: string; readonly words: string };
  /** Names in the group's file are not those of the catalog, and only apply within the group. */
  readonly renames?: true;
}

const named = (pattern: string, words: string) => ({
  sql: `regexp_matches(e.object_name, '${pattern}') AND s.active`,
  words: `active objects whose OBJECT_NAME ${words}`,
});
const cloud = (launch: string, name: string) => ({
  sql: `e.object_id LIKE '${launch}%' AND e.object_name LIKE '${name}%'`,
  words: `objects of launch ${launch} whose OBJECT_NAME begins with ${name}`,
});

/** The groups of CelesTrak's index, in its order. */
export const groupDefinitions: readonly GroupDefinition[] = [
  { slug: 'last-30-days', title: "Last 30 days' launches" },
  { slug: 'stations', title: 'Space stations' },
  { slug: 'visual', title: '100 (or so) brightest' },
  { slug: 'active', title: 'Active satellites', schedule: 'elements' },
  { slug: 'analyst', title: 'Analyst satellites' },
  {
    slug: 'cosmos-1408-debris',
    title: 'Russian ASAT test debris (COSMOS 1408)',
    rule: cloud('1982-092', 'COSMOS 1408'),
  },
  { slug: 'fengyun-1c-debris', title: 'Chinese ASAT test debris (FENGYUN 1C)', rule: cloud('1999-025', 'FENGYUN 1C') },
  { slug: 'iridium-33-debris', title: 'IRIDIUM 33 debris', rule: cloud('1997-051', 'IRIDIUM 33') },
  { slug: 'cosmos-2251-debris', title: 'COSMOS 2251 debris', rule: cloud('1993-036', 'COSMOS 2251') },
  { slug: 'weather', title: 'Weather' },
  { slug: 'noaa', title: 'NOAA' },
  { slug: 'goes', title: 'GOES' },
  { slug: 'resource', title: 'Earth resources' },
  { slug: 'sarsat', title: 'Search and rescue (SARSAT)' },
  { slug: 'dmc', title: 'Disaster monitoring' },
  { slug: 'tdrss', title: 'Tracking and Data Relay Satellite System (TDRSS)' },
  { slug: 'argos', title: 'ARGOS Data Collection System' },
  { slug: 'planet', title: 'Planet' },
  { slug: 'spire', title: 'Spire' },
  { slug: 'geo', title: 'Active geosynchronous' },
  { slug: 'intelsat', title: 'Intelsat' },
  { slug: 'ses', title: 'SES' },
  { slug: 'eutelsat', title: 'Eutelsat' },
  { slug: 'telesat', title: 'Telesat' },
  { slug: 'starlink', title: 'Starlink', rule: named('^STARLINK', 'begins with STARLINK') },
  { slug: 'oneweb', title: 'OneWeb', rule: named('^ONEWEB', 'begins with ONEWEB') },
  { slug: 'qianfan', title: 'Qianfan' },
  { slug: 'hulianwang', title: 'Hulianwang Digui' },
  { slug: 'kuiper', title: 'Kuiper' },
  {
    slug: 'iridium-NEXT',
    title: 'Iridium NEXT',
    rule: named('^IRIDIUM 1[0-9][0-9]$', 'is IRIDIUM and a number from 100 to 199'),
  },
  { slug: 'orbcomm', title: 'Orbcomm' },
  { slug: 'globalstar', title: 'Globalstar' },
  { slug: 'amateur', title: 'Amateur radio' },
  { slug: 'satnogs', title: 'SatNOGS' },
  { slug: 'x-comm', title: 'Experimental communication' },
  { slug: 'other-comm', title: 'Other communication' },
  { slug: 'gnss', title: 'GNSS' },
  { slug: 'gps-ops', title: 'GPS operational', renames: true },
  { slug: 'glo-ops', title: 'GLONASS operational', renames: true },
  { slug: 'galileo', title: 'Galileo', rule: named('GALILEO', 'contains GALILEO') },
  { slug: 'beidou', title: 'Beidou' },
  { slug: 'sbas', title: 'Satellite-based augmentation system (WAAS/EGNOS/MSAS)' },
  { slug: 'nnss', title: 'Navy Navigation Satellite System (NNSS)' },
  { slug: 'musson', title: 'Russian LEO navigation' },
  { slug: 'science', title: 'Space and Earth science' },
  { slug: 'geodetic', title: 'Geodetic' },
  { slug: 'engineering', title: 'Engineering' },
  { slug: 'education', title: 'Education' },
  { slug: 'military', title: 'Miscellaneous military' },
  { slug: 'radar', title: 'Radar calibration' },
  { slug: 'cubesat', title: 'CubeSats' },
  { slug: 'other', title: 'Other' },
];

/** Lists that CelesTrak serves under `SPECIAL=`: stored as memberships for the same query here, but not groups. */
export const specialLists = ['special-gpz-plus', 'special-decaying'] as const;

/** The file of a group's list: group names are case-insensitive. */
export const groupFile = (slug: string): string => `gp-${slug.toLowerCase()}`;

const text = (meaning: string, example: string) => field(z.string().min(1), meaning, example);

/** One group of a release. */
export const group = z.object({
  slug: text('Name of the group, as in `group=` and in file names', 'stations'),
  title: text('Title', 'Space stations'),
  objects: field(z.int().nonnegative(), 'Objects in it', 23),
  with_elements: field(z.int().nonnegative(), 'Objects among them that have elements', 23),
  membership: field(
    z.enum(['listed', 'derived']),
    'Whether a source lists its members, or Orbweaver derives them by a rule',
    'listed',
  ),
  rule: field(z.string().nullable(), 'The rule of a derived group', null),
  source: text('Source of the membership', 'celestrak'),
});
export type Group = z.infer<typeof group>;

/** The membership of an object in a group: a separate kind of claim, with the name that the group gives the object. */
export const membership = z.object({
  slug: text('The group', 'gps-ops'),
  norad_cat_id: field(z.int().positive(), 'Catalog number', 24876),
  name: text('Name of the object in this group', 'GPS BIIR-2  (PRN 13)'),
  source: text('Source of the membership', 'celestrak'),
  source_record: field(z.string().nullable(), 'The upstream row; null if derived', 'gp-gps-ops.csv NORAD_CAT_ID=24876'),
});
