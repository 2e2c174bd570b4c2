import type { ObjectRecord } from '../../http/pages/page-object.ts';
import { ruleOfText } from '../../schema/objects/confidence.ts';
import { shortNames } from '../../schema/release/publishers.ts';
import { stationNamedBy } from '../../schema/stations.ts';
import { formatUtc } from '../format.ts';
import { capitalized, codeWords } from '../words.ts';
import { dateWords, precisionOf } from './date-words.ts';

/** Orbit types that are more specific than the orbit class; `@` is the class as text. */
const orbitTypes: Readonly<Record<string, string>> = {
  GEOSTATIONARY: 'geostationary orbit',
  GEO_GRAVEYARD: 'a graveyard orbit above GEO',
  GEO_DRIFT: 'a drifting geosynchronous orbit',
  GEOSTATIONARY_TRANSFER: 'a geostationary transfer orbit',
  MOLNIYA: 'a Molniya orbit',
  SUN_SYNCHRONOUS: 'sun-synchronous @',
  POLAR: 'polar @',
  HELIOCENTRIC: 'orbit around the Sun',
  PLANETOCENTRIC: 'orbit around another body',
  CISLUNAR: 'cislunar space',
  ESCAPE: 'an escape trajectory',
};
const orbitClasses: Readonly<Record<string, string>> = {
  LEO: 'low Earth orbit',
  MEO: 'medium Earth orbit',
  GEO: 'geosynchronous orbit',
  HEO: 'a highly elliptical orbit',
  DEEP_SPACE: 'deep space',
};

const ends: Readonly<Record<string, string>> = {
  REENTERED: 'reentered',
  DEORBITED: 'deorbited',
  LANDED: 'landed',
};
const endOf = (disposition: string): string => ends[disposition] ?? 'decayed';
const inWords: Readonly<Record<string, string>> = {
  OPERATIONAL: 'operational',
  PARTIALLY_OPERATIONAL: 'partially operational',
  STANDBY: 'on standby',
  SPARE: 'a spare',
  EXTENDED_MISSION: 'on an extended mission',
  NONOPERATIONAL: 'no longer operational',
  UNKNOWN: 'status unknown',
};

/** Words for uses whose name does not fit the sentence; an empty one is left out. */
const uses: Readonly<Record<string, string>> = {
  Technology: 'technology demonstration',
  Meteorology: 'weather',
  'Meteorology by radio occultation': 'weather',
  Miscellaneous: '',
  Platform: '',
  'Space physics': 'space science',
  'Planetary exploration': 'planetary',
};

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** The kind of object: `Military navigation satellite`. */
function kindOf(record: ObjectRecord): string {
  if (record.object_class === 'ROCKET_BODY') return 'Rocket body';
  if (record.object_class === 'DEBRIS') return 'Debris';
  if (record.object_class !== 'PAYLOAD') return 'Object of unknown class';
  const names = [record.name, record.common_name, ...record.alt_names].join(' ');
  if (/spaceship or space station/i.test(record.detailed_purpose ?? ''))
    return /space station|\biss\b|\bcss\b|tiangong|tianhe|skylab|salyut|\bmir\b/i.test(names)
      ? 'Space station'
      : 'Spacecraft';
  const thing = record.orbit_class === 'DEEP_SPACE' ? 'space probe' : 'satellite';
  const use = (record.detailed_purpose ?? record.purpose ?? '').split('/')[0]!;
  const words = [
    record.users === 'Military' && 'military',
    uses[use] ?? use.replace(/\b(?!Earth\b)[A-Z](?=[a-z])/g, lower),
    thing,
  ]
    .filter(Boolean)
    .join(' ');
  return capitalized(words);
}

/** The orbit as text, with its preposition; null if it is unknown. */
function orbitOf({ orbit_class, orbit_type }: ObjectRecord): string | null {
  const known = orbitClasses[orbit_class];
  if (!known) return null;
  const type = orbitTypes[orbit_type ?? ''];
  if (!type) return `in ${known}`;
  if (type.startsWith('an escape')) return `on ${type}`;
  return `in ${type.replace('@', known.replace(/^a /, ''))}`;
}

/** A date of a record as exactly as its source states it; null if there is none. */
export function dateOf(record: ObjectRecord, field: 'launch_date' | 'decay_date' | 'separation_date'): string | null {
  const date = record[field];
  return date && dateWords(date, precisionOf(record, field));
}

/**
 * How the time of an object in space ended, as a label: `Reentered`, `Landed`; `Decayed` if that is not known. A record without a
 * disposition has nothing but the decay date of its catalog.
 */
export function endWords({ disposition }: Partial<Pick<ObjectRecord, 'disposition'>>): string {
  return capitalized(endOf(disposition ?? 'REENTERED'));
}

/** The state of an object: `operational`, `lost`, `reentered 2026-08-01`; for debris and rocket bodies only its disposition. */
export function stateOf(record: ObjectRecord): string {
  if (record.operational_status === 'DECAYED')
    return [endOf(record.disposition), dateOf(record, 'decay_date')].filter(Boolean).join(' ');
  if (record.disposition === 'LOST') return 'lost';
  if (record.object_class !== 'PAYLOAD')
    return record.disposition === 'UNKNOWN' ? 'status unknown' : lower(codeWords(record.disposition));
  return inWords[record.operational_status] ?? lower(codeWords(record.operational_status));
}

type Entry = ObjectRecord['provenance']['fields'][number];

/** The confidence, the rule, and the sources of a field; undefined if nothing is known of it. */
export const entryOf = ({ provenance }: Partial<ObjectRecord>, field: string): Entry | undefined =>
  provenance?.fields.find((entry) => entry.field === field);

/** The sources that support the value of a field, as people know them. */
export const sourceNames = (record: ObjectRecord, field: string): string[] =>
  (entryOf(record, field)?.sources ?? []).map((slug) => shortNames.get(slug) ?? slug);

/** ` (disputed)` after a value that sources disagree on or that is implausible; else empty. */
export const dispute = (record: ObjectRecord, field: string): string =>
  entryOf(record, field)?.confidence === 'CONFLICTING' ? ' (disputed)' : '';

/** The field that gives the state of an object. */
function stateField({ operational_status, decay_date, disposition, object_class }: ObjectRecord) {
  if (operational_status === 'DECAYED') return decay_date === null ? 'operational_status' : 'decay_date';
  return disposition === 'LOST' || object_class !== 'PAYLOAD' ? 'disposition' : 'operational_status';
}

/**
 * The state of an object, and whether it is disputed, uncertain, or outdated: `reentered 2025-04-12 (disputed)`,
 * `no longer operational (uncertain)`, `last reported operational`. `attributed` names the sources of a disputed state.
 */
export function qualifiedState(record: ObjectRecord, attributed = false): string {
  const state = stateOf(record);
  const field = stateField(record);
  const entry = entryOf(record, field);
  if (entry?.confidence === 'CONFLICTING') {
    const sources = attributed ? sourceNames(record, field).join(' and ') : '';
    return `${state}${sources && ` according to ${sources}`} (disputed)`;
  }
  if (field !== 'operational_status' || record.operational_status === 'UNKNOWN') return state;
  const rule = ruleOfText(entry?.rule ?? '');
  if (rule === 'outdated') return `last reported ${state}`;
  return rule === 'doubtful' ? `${state} (uncertain)` : state;
}

/** Maximum number of days from launch to an object's separation from its rocket. */
const DEPLOYED_AFTER_DAYS = 3;

/**
 * The day on which an object separated, if that is not the day of its launch: for debris, and for a satellite that
 * another one deployed. Null if no source states it.
 */
export function separatedOn(record: ObjectRecord): string | null {
  const { object_class, separation_date: separated, launch_date: launched } = record;
  if (!separated) return null;
  if (object_class === 'DEBRIS') return separated;
  const days = launched ? (Date.parse(separated) - Date.parse(launched)) / 86_400_000 : 0;
  return days > DEPLOYED_AFTER_DAYS ? separated : null;
}

/**
 * An object in one sentence: its kind, orbit, owner, dates, and whether it works. Values on which sources disagree are marked. Unknown
 * facts are left out, and so is a launch date that SATCAT took from a station's designator. Debris without a date of separation is from a
 * launch, and was not launched itself. `parent` is the name of the object that it separated from; null if that is not in the catalog.
 * `brokenUp` is that name if the object is a piece of a break-up. Examples:
 *
 * `Space station in low Earth orbit, operated by NASA, launched 1998-11-20 from Baikonur Cosmodrome; operational.`
 *
 * `Satellite in low Earth orbit, from the International Space Station by its designator; …`
 *
 * `Debris in low Earth orbit, separated 2009-02-10 from COSMOS 2251, launched 1993-06-16 …`
 *
 * `Debris in low Earth orbit, from the launch of 1993-06-16 …`
 *
 * `Fragment of COSMOS 2251 in low Earth orbit, separated 2009-02-10, launched 1993-06-16 …`
 */
export function objectSentence(
  record: ObjectRecord,
  parent: string | null = null,
  brokenUp: string | null = null,
): string {
  const gone = record.operational_status === 'DECAYED';
  const landed = !gone && record.disposition === 'LANDED';
  const orbit = gone || landed ? null : orbitOf(record);
  const kind = brokenUp === null ? kindOf(record) : `Fragment of ${brokenUp}`;
  const disputed = (field: string) => dispute(record, field);
  const parts = [
    [
      brokenUp === null && disputed('object_class') ? `${kind} (class disputed)` : kind,
      orbit && `${orbit}${disputed('orbit_class')}`,
    ]
      .filter(Boolean)
      .join(' '),
  ];
  if (record.object_class === 'PAYLOAD' && record.operator)
    parts.push(`operated by ${record.operator}${disputed('operator')}`);
  const separated = separatedOn(record);
  const host = stationNamedBy(record);
  const origin = parent ?? (host && `${host.station} by its designator`);
  const from = origin && brokenUp === null ? `from ${origin}` : null;
  if (separated)
    parts.push(
      [`separated ${dateOf(record, 'separation_date')}${disputed('separation_date')}`, from].filter(Boolean).join(' '),
    );
  else if (host && from) parts.push(from);
  const site = record.launch_site?.split(',')[0];
  const day = dateOf(record, 'launch_date');
  const debrisDay = record.object_class === 'DEBRIS' && !separated ? day : null;
  const launched = host?.isStationsLaunch
    ? []
    : [
        debrisDay && `from the launch of ${debrisDay}${disputed('launch_date')}`,
        !debrisDay && day && `launched ${day}${disputed('launch_date')}`,
        !record.launch_date && record.launch_id && `from launch ${record.launch_id}`,
        site && record.launch_date && `${debrisDay ? 'at' : 'from'} ${site}${disputed('launch_site')}`,
        record.launch_vehicle &&
          record.launch_date &&
          `on ${/^[AEIOU]/.test(record.launch_vehicle) ? 'an' : 'a'} ${record.launch_vehicle}${disputed('launch_vehicle')}`,
      ];
  if (launched.some(Boolean)) parts.push(launched.filter(Boolean).join(' '));
  const ends = [
    landed && `${endOf('LANDED')}${disputed('disposition')}`,
    (gone || record.object_class === 'PAYLOAD') && qualifiedState(record, true),
  ].filter(Boolean);
  return `${parts.join(', ')}${ends.length === 0 ? '' : `; ${ends.join(', ')}`}.`;
}

/** The sentence about an object that no catalog lists any more. */
export const removedSentence = ({ last_listed }: NonNullable<ObjectRecord['removed']>) =>
  `Neither SATCAT, nor the satcat of GCAT, nor a file of elements lists this object any more. Every value here is of ${formatUtc(last_listed)} UTC, when it was last listed; it may still be in orbit.`;
