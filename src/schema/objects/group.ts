import { z } from 'zod';
import { field } from '../field.ts';
import { formatCount, plural } from '../plain-text.ts';

/** A group of objects as CelesTrak publishes them. */
export interface GroupDefinition {
  /** The value of `GROUP=` at CelesTrak, and `{set}` here. */
  readonly slug: string;
  readonly title: string;
  /** How often its file is fetched; daily by default. */
  readonly schedule?: 'elements';
  /**
   * Used if no list of the group has been fetched: a rule that selects its members among satellites `s` with
   * elements `e`, as SQL and as text. A group without a rule is absent then.
   */
  readonly rule?: GroupRule;
  /** Names in the group's file are not those of the catalog, and only apply within the group. */
  readonly renames?: true;
}

/** A rule that was compared with a list of CelesTrak, and how it differs. */
export interface GroupRule {
  readonly sql: string;
  readonly words: string;
  /** Null if there is no list to compare with. */
  readonly error: RuleError | null;
}

/** Differences between a rule, applied to a release of 2026-08-22, and an earlier list of CelesTrak. */
export interface RuleError {
  /** The day of CelesTrak's list. */
  readonly list: string;
  /** Objects of the list that the release has elements of. */
  readonly listed: number;
  /** Objects among them that the rule does not match. */
  readonly missed: number;
  /** Matches that are not in the list, of objects with numbers up to the highest in it. */
  readonly others: number;
}

const found = (list: string, listed: number, missed = 0, others = 0): RuleError => ({ list, listed, missed, others });
const april = (listed: number, missed = 0, others = 0) => found('2026-04-27', listed, missed, others);
const rule = (error: RuleError | null, words: string, sql: string): GroupRule => ({ sql, words, error });
const named = (error: RuleError | null, pattern: string, words: string) =>
  rule(error, `active objects whose OBJECT_NAME ${words}`, `s.active AND regexp_matches(e.object_name, '${pattern}')`);
const cloud = (error: RuleError, launch: string, name: string) =>
  rule(
    error,
    `objects of launch ${launch} whose OBJECT_NAME begins with ${name}`,
    `e.object_id LIKE '${launch}%' AND e.object_name LIKE '${name}%'`,
  );
/** Revolutions per day between two limits. */
const revolutions = (from: number, to: number) => `e.mean_motion::DOUBLE BETWEEN ${from} AND ${to}`;
/** Any name of an object, separated by `|`. */
const allNames = "concat_ws('|', e.object_name, s.name, array_to_string(s.alt_names, '|'))";
const visitors =
  'ISS \\(|CSS \\(|TIANZHOU|SHENZHOU|SZ-\\d|SOYUZ|PROGRESS|CREW DRAGON|CARGO DRAGON|DRAGON C|CYGNUS|HTV-X|POISK|STARLINER';
const weather =
  'NOAA \\d|GOES \\d|EWS-G|METEOSAT|METOP|METEOR-M|ELEKTRO-L|ARKTIKA-M|FENGYUN|HIMAWARI|DMSP|SUOMI NPP|COMS 1|GEO-KOMPSAT-2A|INSAT-3D|CYGFM|TIANMU-1';

/** The groups of CelesTrak's index, in its order. */
export const groupDefinitions: readonly GroupDefinition[] = [
  { slug: 'last-30-days', title: "Last 30 days' launches" },
  {
    slug: 'stations',
    title: 'Space stations',
    rule: rule(
      april(17, 0, 4),
      'active objects with a designator of 1998-067 (the ISS and what it released), or whose OBJECT_NAME begins with the name of a station’s module or of a spacecraft that visits stations',
      `s.active AND (e.object_id LIKE '1998-067%' OR regexp_matches(e.object_name, '^(${visitors})'))`,
    ),
  },
  { slug: 'visual', title: '100 (or so) brightest' },
  { slug: 'active', title: 'Active satellites', schedule: 'elements' },
  { slug: 'analyst', title: 'Analyst satellites' },
  {
    slug: 'cosmos-1408-debris',
    title: 'Russian ASAT test debris (COSMOS 1408)',
    rule: cloud(april(3), '1982-092', 'COSMOS 1408'),
  },
  {
    slug: 'fengyun-1c-debris',
    title: 'Chinese ASAT test debris (FENGYUN 1C)',
    rule: cloud(april(1844, 0, 93), '1999-025', 'FENGYUN 1C'),
  },
  { slug: 'iridium-33-debris', title: 'IRIDIUM 33 debris', rule: cloud(april(107, 0, 3), '1997-051', 'IRIDIUM 33') },
  {
    slug: 'cosmos-2251-debris',
    title: 'COSMOS 2251 debris',
    rule: cloud(april(574, 0, 21), '1993-036', 'COSMOS 2251'),
  },
  {
    slug: 'weather',
    title: 'Weather',
    rule: named(april(70, 0, 4), `^(${weather})`, 'begins with the name of a series of weather satellites'),
  },
  { slug: 'noaa', title: 'NOAA', rule: named(null, '^NOAA \\d', 'is NOAA and a number') },
  {
    slug: 'goes',
    title: 'GOES',
    rule: named(april(6), '^(GOES \\d|EWS-G)', 'is GOES and a number, or begins with EWS-G'),
  },
  { slug: 'resource', title: 'Earth resources' },
  { slug: 'sarsat', title: 'Search and rescue (SARSAT)' },
  { slug: 'dmc', title: 'Disaster monitoring' },
  { slug: 'tdrss', title: 'Tracking and Data Relay Satellite System (TDRSS)' },
  {
    slug: 'argos',
    title: 'ARGOS Data Collection System',
    rule: named(
      april(30),
      '^(KINEIS|METOP-|SARAL|OTB-3|EOS-6 )',
      'begins with KINEIS, METOP-, SARAL, OTB-3, or EOS-6: the satellites that carry its receivers',
    ),
  },
  {
    slug: 'planet',
    title: 'Planet',
    rule: named(april(119), '^(FLOCK|SKYSAT|PELICAN-|TANAGER)', 'begins with FLOCK, SKYSAT, PELICAN-, or TANAGER'),
  },
  { slug: 'spire', title: 'Spire', rule: named(april(73, 2, 2), '^LEMUR', 'begins with LEMUR') },
  {
    slug: 'geo',
    title: 'Active geosynchronous',
    rule: rule(
      april(563, 0, 12),
      'active objects with 0.985 to 1.02 revolutions per day and an eccentricity below 0.2',
      `s.active AND ${revolutions(0.985, 1.02)} AND e.eccentricity::DOUBLE < 0.2`,
    ),
  },
  { slug: 'intelsat', title: 'Intelsat' },
  { slug: 'ses', title: 'SES' },
  { slug: 'eutelsat', title: 'Eutelsat', rule: named(april(29, 2, 1), '^EUTELSAT', 'begins with EUTELSAT') },
  { slug: 'telesat', title: 'Telesat' },
  { slug: 'starlink', title: 'Starlink', rule: named(april(10_074, 0, 4), '^STARLINK', 'begins with STARLINK') },
  { slug: 'oneweb', title: 'OneWeb', rule: named(found('2026-03-26', 651), '^ONEWEB', 'begins with ONEWEB') },
  { slug: 'qianfan', title: 'Qianfan', rule: named(found('2026-03-26', 108), '^QIANFAN', 'begins with QIANFAN') },
  {
    slug: 'hulianwang',
    title: 'Hulianwang Digui',
    rule: named(found('2026-03-26', 154, 0, 9), '^HULIANWANG DIGUI', 'begins with HULIANWANG DIGUI'),
  },
  { slug: 'kuiper', title: 'Kuiper', rule: named(found('2026-03-29', 207), '^KUIPER', 'begins with KUIPER') },
  {
    slug: 'iridium-NEXT',
    title: 'Iridium NEXT',
    rule: named(april(80), '^IRIDIUM 1[0-9][0-9]$', 'is IRIDIUM and a number from 100 to 199'),
  },
  { slug: 'orbcomm', title: 'Orbcomm', rule: named(april(14), '^ORBCOMM', 'begins with ORBCOMM') },
  { slug: 'globalstar', title: 'Globalstar', rule: named(april(28), '^GLOBALSTAR', 'begins with GLOBALSTAR') },
  {
    slug: 'amateur',
    title: 'Amateur radio',
    rule: rule(
      april(91, 24, 12),
      'active objects one of whose names has a designation of amateur radio, such as AO-73, RS-44, or OSCAR 7, or begins with TEVEL',
      `s.active AND regexp_matches(${allNames}, '\\b([A-Z]O-\\d+|RS-?\\d+(S\\d?)?|OSCAR \\d+)\\b|(^|\\|)TEVEL')`,
    ),
  },
  { slug: 'satnogs', title: 'SatNOGS' },
  { slug: 'x-comm', title: 'Experimental communication' },
  { slug: 'other-comm', title: 'Other communication' },
  { slug: 'gnss', title: 'GNSS' },
  {
    slug: 'gps-ops',
    title: 'GPS operational',
    renames: true,
    rule: rule(
      april(33),
      'operational objects whose OBJECT_NAME begins with NAVSTAR',
      "s.operational_status = 'OPERATIONAL' AND e.object_name LIKE 'NAVSTAR %'",
    ),
  },
  {
    slug: 'glo-ops',
    title: 'GLONASS operational',
    renames: true,
    rule: rule(
      april(28),
      'active objects whose OBJECT_NAME begins with COSMOS, except the Etalons, with 2.12 to 2.14 revolutions per day',
      `s.active AND e.object_name LIKE 'COSMOS %' AND e.object_name NOT LIKE '%ETALON%' AND ${revolutions(2.12, 2.14)}`,
    ),
  },
  { slug: 'galileo', title: 'Galileo', rule: named(april(32), 'GALILEO', 'contains GALILEO') },
  {
    slug: 'beidou',
    title: 'Beidou',
    rule: rule(
      april(53),
      'active objects, except the partially operational, whose OBJECT_NAME begins with BEIDOU',
      "s.active AND s.operational_status <> 'PARTIALLY_OPERATIONAL' AND e.object_name LIKE 'BEIDOU%'",
    ),
  },
  { slug: 'sbas', title: 'Satellite-based augmentation system (WAAS/EGNOS/MSAS)' },
  { slug: 'nnss', title: 'Navy Navigation Satellite System (NNSS)' },
  {
    slug: 'musson',
    title: 'Russian LEO navigation',
    rule: rule(april(3), 'active objects of GCAT’s program Parus', "s.active AND s.program = 'Parus'"),
  },
  {
    slug: 'science',
    title: 'Space and Earth science',
    rule: rule(
      april(47, 7, 62),
      'active objects whose detailed purpose by GCAT has astronomy, space physics, or Earth science',
      "s.active AND regexp_matches(s.detailed_purpose, 'Astronomy|Space physics|Earth Science')",
    ),
  },
  {
    slug: 'geodetic',
    title: 'Geodetic',
    rule: named(
      april(10),
      '^(STARLETTE|STELLA|LAGEOS|AJISAI|LARETS|LARES)|ETALON',
      'begins with STARLETTE, STELLA, LAGEOS, AJISAI, LARETS, or LARES, or contains ETALON: passive spheres for laser ranging',
    ),
  },
  { slug: 'engineering', title: 'Engineering' },
  { slug: 'education', title: 'Education' },
  { slug: 'military', title: 'Miscellaneous military' },
  { slug: 'radar', title: 'Radar calibration' },
  {
    slug: 'cubesat',
    title: 'CubeSats',
    rule: rule(
      april(85, 67, 12),
      'active objects that GCAT calls a Cubesat, or whose OBJECT_NAME contains CUBE',
      "s.active AND (s.bus LIKE 'Cubesat%' OR e.object_name LIKE '%CUBE%')",
    ),
  },
  { slug: 'other', title: 'Other' },
];

/** A rule and its error, in one sentence. */
export function ruleSentence({ words, error }: GroupRule): string {
  if (error === null) return `${words} (not compared with a list: CelesTrak has retired it)`;
  const { list, listed, missed, others } = error;
  return `${words} (compared with CelesTrak’s list of ${list}: ${formatCount(listed - missed)} of its ${plural(listed, 'object')}, and ${plural(others, 'other')})`;
}

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
  rule: field(z.string().nullable(), 'The rule of a derived group, and how it differs from CelesTrak’s own list', null),
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
