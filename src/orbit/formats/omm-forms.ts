import { plainText, textCell, xmlText } from '../../schema/escaped-text.ts';
import type { ElementSet } from '../../schema/objects/elements.ts';
import { celestrakColumns } from './celestrak-forms.ts';
import { type Omm, type OmmKeyword, ommKeywords, ommOf } from './omm.ts';
import { writeTle } from './tle.ts';

/** A form that an OMM is written in. */
interface OmmForm {
  readonly mediaType: string;
  readonly write: (omm: Omm) => string;
}

/** The forms of an OMM by their names in `?format=`. */
export const ommForms = {
  json: { mediaType: 'application/json; charset=utf-8', write: json },
  xml: { mediaType: 'application/xml; charset=utf-8', write: xml },
  kvn: { mediaType: 'text/plain; charset=utf-8', write: kvn },
  csv: { mediaType: 'text/csv; charset=utf-8', write: csv },
} as const satisfies Record<string, OmmForm>;

export type OmmFormName = keyof typeof ommForms;

const keywords = Object.keys(ommKeywords) as OmmKeyword[];

/** `{"data":{…}}`. Numbers keep the upstream text, digit for digit: `JSON.stringify` would convert them to doubles. */
function json(omm: Omm): string {
  const members = keywords.map(
    (keyword) => `"${keyword}":${ommKeywords[keyword].number ? omm[keyword] : JSON.stringify(omm[keyword])}`,
  );
  return `{"data":{${members.join(',')}}}\n`;
}

const SCHEMA = 'https://sanaregistry.org/r/ndmxml_unqualified/ndmxml-3.0.0-master-3.0.xsd';

/** NDM/XML (CCSDS 505.0-B): one `omm` in an `ndm`. The version is an attribute there, not an element. */
function xml(omm: Omm): string {
  const part = (name: (typeof ommKeywords)[OmmKeyword]['part']) =>
    keywords
      .filter((keyword) => ommKeywords[keyword].part === name && keyword !== 'CCSDS_OMM_VERS')
      .map((keyword) => `<${keyword}>${xmlText(omm[keyword])}</${keyword}>`)
      .join('');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<ndm xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="${SCHEMA}">`,
    `<omm id="CCSDS_OMM_VERS" version="${xmlText(omm.CCSDS_OMM_VERS)}">`,
    `<header>${part('header')}</header>`,
    `<body><segment><metadata>${part('metadata')}</metadata><data>`,
    `<meanElements>${part('meanElements')}</meanElements>`,
    `<tleParameters>${part('tleParameters')}</tleParameters>`,
    '</data></segment></body>',
    '</omm>',
    '</ndm>\n',
  ].join('\n');
}

/** `KEYWORD = value`, a line each: printable ASCII, as the standard has it. */
function kvn(omm: Omm): string {
  return keywords.map((keyword) => `${keyword} = ${plainText(omm[keyword])}\n`).join('');
}

/** RFC 4180, one row below CelesTrak's columns, which leave out the header and the constants of the message. */
function csv(omm: Omm): string {
  const row = celestrakColumns.map((column) => (ommKeywords[column].number ? omm[column] : textCell(omm[column])));
  return `${celestrakColumns.join(',')}\r\n${row.join(',')}\r\n`;
}

/** The messages made of an element set, as they are sent. */
export interface OrbitTexts {
  /** The OMM, as JSON. */
  readonly omm: string;
  /** The epoch as upstream writes it: the age of both messages is counted from it. */
  readonly epoch: string;
  /** Name, line 1, line 2; null if a TLE can't hold the elements. */
  readonly tle: string | null;
}

/** The name and both lines of a TLE as they are sent. */
export const tleText = ({ name, line1, line2 }: { name: string; line1: string; line2: string }): string =>
  `${name}\n${line1}\n${line2}\n`;

/** The messages of an element set, in a release made at `createdAt` (ISO 8601). */
export function orbitTexts(set: ElementSet, createdAt: string): OrbitTexts {
  const tle = writeTle(set, set.object_name);
  return { omm: ommForms.json.write(ommOf(set, createdAt)), epoch: set.epoch, tle: tle.ok ? tleText(tle) : null };
}
