import { quotedCell, xmlCharacters } from '../../schema/escaped-text.ts';
import type { ElementSet } from '../../schema/objects/elements.ts';
import { fixed, readDecimal, scaled } from './decimal.ts';
import { type OmmKeyword, ommKeywords } from './omm.ts';
import { alpha5, writeTle } from './tle.ts';

/**
 * Element sets in bulk, byte for byte as CelesTrak's `gp.php` sends them, so that programs written for it read them
 * unchanged; only XML and KVN files of our own write `UNKNOWN` for a missing designator. Every text form ends its lines with CRLF.
 * CSV, JSON, XML and KVN keep every digit of the upstream value; a TLE has room for fewer.
 */
interface BulkForm {
  readonly mediaType: string;
  /** Written once, before the first and after the last element set. */
  readonly begin?: string;
  readonly end?: string;
  /** Between two element sets. */
  readonly between?: string;
  /** One element set under a name; null if the form cannot hold it. */
  readonly one: (set: ElementSet, name: string) => string | null;
}

const keywords = Object.keys(ommKeywords) as OmmKeyword[];

/** Columns of CelesTrak's CSV and keys of its JSON, in its order: the keywords of the element set itself. */
type CelestrakColumn = Uppercase<keyof ElementSet>;
export const celestrakColumns = [
  'OBJECT_NAME',
  'OBJECT_ID',
  ...keywords.slice(keywords.indexOf('EPOCH')),
] as readonly CelestrakColumn[];

/** The cells of an element set as CelesTrak's CSV writes them. */
function cellsOf(set: ElementSet, name: string): Record<CelestrakColumn, string> {
  return {
    OBJECT_NAME: oneLine(name),
    OBJECT_ID: set.object_id ?? '',
    EPOCH: epoch(set.epoch),
    MEAN_MOTION: places(set.mean_motion, 8),
    ECCENTRICITY: pointed(set.eccentricity),
    INCLINATION: places(set.inclination, 4),
    RA_OF_ASC_NODE: places(set.ra_of_asc_node, 4),
    ARG_OF_PERICENTER: places(set.arg_of_pericenter, 4),
    MEAN_ANOMALY: places(set.mean_anomaly, 4),
    EPHEMERIS_TYPE: String(set.ephemeris_type),
    CLASSIFICATION_TYPE: set.classification_type,
    NORAD_CAT_ID: String(set.norad_cat_id),
    ELEMENT_SET_NO: String(set.element_set_no),
    REV_AT_EPOCH: String(set.rev_at_epoch),
    BSTAR: scientific(set.bstar),
    MEAN_MOTION_DOT: scientific(set.mean_motion_dot),
    MEAN_MOTION_DDOT: scientific(set.mean_motion_ddot),
  };
}

/** A name never ends a line: control characters become a space. Runs of spaces stay as upstream wrote them. */
const oneLine = (name: string): string => name.replace(/\p{Control}+/gu, ' ').trim() || 'UNKNOWN';

/** Microseconds, without Z. */
function epoch(text: string): string {
  const [seconds = '', fraction = ''] = text.replace(/Z$/, '').split('.');
  return `${seconds}.${fraction.padEnd(6, '0')}`;
}

/** At least this many decimals; more only if upstream wrote more. */
function places(text: string, least: number): string {
  const value = readDecimal(text);
  const decimals = Math.max(least, trimmed(value.digits).length - value.point);
  return fixed(scaled(value, decimals), decimals);
}

/** `.0027659`: no zero before the point, none at the end. */
function pointed(text: string): string {
  const value = readDecimal(text);
  const digits = trimmed(value.digits);
  if (digits === '') return '0';
  const sign = value.negative ? '-' : '';
  if (value.point > 0) return `${sign}${fixed(scaled(value, digits.length), digits.length).replace(/\.?0+$/, '')}`;
  return `${sign}.${'0'.repeat(-value.point)}${digits}`;
}

/** `.36226E-3`, `.1274E+0`, `-.56E-6`, `0`. */
function scientific(text: string): string {
  const value = readDecimal(text);
  const digits = trimmed(value.digits);
  if (digits === '') return '0';
  return `${value.negative ? '-' : ''}.${digits}E${value.point < 0 ? '-' : '+'}${Math.abs(value.point)}`;
}

const trimmed = (digits: string): string => digits.replace(/0+$/, '');

/** A number of JSON in its shortest form; below 1e-4 with an exponent of one part before the point: `3.003e-5`, `1.0e-8`. */
function shortest(text: string): string {
  const value = Number(text);
  if (value === 0) return '0';
  if (Math.abs(value) >= 1e-4) return String(value);
  return value.toExponential().replace(/^(-?\d)e/, '$1.0e');
}

function jsonMembers(set: ElementSet, name: string): [CelestrakColumn, string][] {
  const cells = cellsOf(set, name);
  return celestrakColumns.map((column) => [
    column,
    ommKeywords[column].number ? shortest(cells[column]) : JSON.stringify(cells[column]),
  ]);
}

// In text, a quotation mark needs no entity.
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (value: string): string => xmlCharacters(value).replace(/[&<>]/g, (character) => entities[character]!);

const constants = [
  ['CENTER_NAME', 'EARTH'],
  ['REF_FRAME', 'TEME'],
  ['TIME_SYSTEM', 'UTC'],
] as const;
const metadata = celestrakColumns.slice(0, 2);
const meanElements = celestrakColumns.slice(2, 9);
const tleParameters = celestrakColumns.slice(9);

/** How XML and KVN write an element set without a designator: as CCSDS requires, or empty as CelesTrak writes it. */
type MissingDesignator = 'UNKNOWN' | '';

const ommCells = (set: ElementSet, name: string, missing: MissingDesignator) => {
  const cells = cellsOf(set, name);
  return { ...cells, OBJECT_ID: cells.OBJECT_ID || missing };
};

const xml =
  (missing: MissingDesignator) =>
  (set: ElementSet, name: string): string => {
    const cells = ommCells(set, name, missing);
    const tags = (list: readonly (readonly [string, string])[]) =>
      list.map(([tag, value]) => `<${tag}>${escaped(value)}</${tag}>`).join('');
    const of = (columns: readonly CelestrakColumn[]) => tags(columns.map((column) => [column, cells[column]]));
    return [
      '<omm id="CCSDS_OMM_VERS" version="2.0">',
      `<header><CREATION_DATE/><ORIGINATOR/></header><body><segment><metadata>${of(metadata)}${tags(constants)}<MEAN_ELEMENT_THEORY>SGP4</MEAN_ELEMENT_THEORY></metadata><data><meanElements>${of(meanElements)}</meanElements><tleParameters>${of(tleParameters)}</tleParameters></data></segment></body></omm>`,
      '',
    ].join('\r\n');
  };

const kvn =
  (missing: MissingDesignator) =>
  (set: ElementSet, name: string): string => {
    const cells = ommCells(set, name, missing);
    const line = (key: string, value: string) => `${key.padEnd(14)} = ${value}`;
    const of = (columns: readonly CelestrakColumn[]) => columns.map((column) => line(column, cells[column]));
    return [
      line('CCSDS_OMM_VERS', '2.0'),
      line('CREATION_DATE', ''),
      line('ORIGINATOR', ''),
      '',
      ...of(metadata),
      ...constants.map(([key, value]) => line(key, value)),
      line('MEAN_ELEMENT_THEORY', 'SGP/SGP4'),
      '',
      ...of(meanElements),
      '',
      ...of(tleParameters),
      '',
    ].join('\r\n');
  };

/** Columns of the name line of a TLE. */
const NAME_COLUMNS = 24;

/** The name line of a TLE: padded, and a longer name cut and marked with an asterisk, as CelesTrak does. */
const nameLine = (name: string): string =>
  name.length > NAME_COLUMNS ? `${name.slice(0, NAME_COLUMNS - 1)}*` : name.padEnd(NAME_COLUMNS);

/** `titles` writes the name line. `alpha5` keeps catalog numbers above 99,999. */
function tleForm({ titles, alpha5: wide }: { titles: boolean; alpha5: boolean }): BulkForm {
  return {
    mediaType: 'text/plain; charset=utf-8',
    one: (set, name) => {
      if (!wide && set.norad_cat_id > 99_999) return null;
      if (alpha5(set.norad_cat_id) === null) return null;
      const tle = writeTle(set, name);
      if (!tle.ok) return null;
      return `${titles ? `${nameLine(tle.name)}\r\n` : ''}${tle.line1}\r\n${tle.line2}\r\n`;
    },
  };
}

const jsonForm = { mediaType: 'application/json; charset=utf-8', begin: '[', between: ',', end: ']\r\n' } as const;

const xmlForm = (missing: MissingDesignator): BulkForm => ({
  mediaType: 'application/xml; charset=utf-8',
  begin: [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<ndm xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="https://sanaregistry.org/r/ndmxml_unqualified/ndmxml-2.0.0-master-2.0.xsd">',
    '',
  ].join('\r\n'),
  end: '</ndm>\r\n',
  one: xml(missing),
});

const kvnForm = (missing: MissingDesignator): BulkForm => ({
  mediaType: 'text/plain; charset=utf-8',
  between: '\r\n',
  one: kvn(missing),
});

/** Every form that element sets are published in, by the ending of its files; those of `gp.php` alone have no files. */
export const bulkForms = {
  tle: tleForm({ titles: true, alpha5: true }),
  '5-digit.tle': tleForm({ titles: true, alpha5: false }),
  '2le': tleForm({ titles: false, alpha5: true }),
  '5-digit.2le': tleForm({ titles: false, alpha5: false }),
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    begin: `${celestrakColumns.join(',')}\r\n`,
    one: (set, name) => {
      const cells = cellsOf(set, name);
      return `${celestrakColumns.map((column) => quotedCell(cells[column])).join(',')}\r\n`;
    },
  },
  'omm.json': {
    ...jsonForm,
    one: (set, name) => {
      const members = jsonMembers(set, name);
      return `{${members.map(([key, value]) => `"${key}":${value}`).join(',')}}`;
    },
  },
  'pretty.json': {
    ...jsonForm,
    one: (set, name) => {
      const members = jsonMembers(set, name);
      return `{\n${members.map(([key, value]) => `    "${key}": ${value}`).join(',\n')}\n}`;
    },
  },
  xml: xmlForm('UNKNOWN'),
  'gp.xml': xmlForm(''),
  kvn: kvnForm('UNKNOWN'),
  'gp.kvn': kvnForm(''),
} as const satisfies Record<string, BulkForm>;

export type BulkFormName = keyof typeof bulkForms;

/** An element set and the name to write it under: in a group, the name that the group gives it. */
export interface NamedElements {
  readonly set: ElementSet;
  readonly name: string;
}

/** One element set in a form; null if the form cannot hold it. */
export const bulkText = (form: BulkFormName, { set, name }: NamedElements): string | null =>
  (bulkForms[form] as BulkForm).one(set, name);

/** The pieces of a whole file in a form, from the texts of its element sets. */
export function* bulkPieces(form: BulkFormName, texts: Iterable<string | null>): Generator<string> {
  const { begin = '', between = '', end = '' }: BulkForm = bulkForms[form];
  yield begin;
  let first = true;
  for (const text of texts) {
    if (text === null) continue;
    if (!first) yield between;
    yield text;
    first = false;
  }
  yield end;
}

/** A whole file in a form, from the texts of its element sets, and how many of them the form could not hold. */
export function bulkFile(form: BulkFormName, texts: readonly (string | null)[]): { text: string; omitted: number } {
  const omitted = texts.reduce((count, text) => (text === null ? count + 1 : count), 0);
  return { text: [...bulkPieces(form, texts)].join(''), omitted };
}
