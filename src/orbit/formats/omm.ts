import type { ElementSet } from '../../schema/objects/elements.ts';

/** One keyword of an OMM: the part of the message that it belongs to, and whether its value is a number. */
interface Keyword {
  readonly part: 'header' | 'metadata' | 'meanElements' | 'tleParameters';
  readonly number: boolean;
}
const text = (part: Keyword['part']): Keyword => ({ part, number: false });
const number = (part: Keyword['part']): Keyword => ({ part, number: true });

/** The keywords of an OMM of SGP4 elements, in the order that CCSDS 502.0-B-3 fixes. */
export const ommKeywords = {
  CCSDS_OMM_VERS: text('header'),
  CREATION_DATE: text('header'),
  ORIGINATOR: text('header'),
  OBJECT_NAME: text('metadata'),
  OBJECT_ID: text('metadata'),
  CENTER_NAME: text('metadata'),
  REF_FRAME: text('metadata'),
  TIME_SYSTEM: text('metadata'),
  MEAN_ELEMENT_THEORY: text('metadata'),
  EPOCH: text('meanElements'),
  MEAN_MOTION: number('meanElements'),
  ECCENTRICITY: number('meanElements'),
  INCLINATION: number('meanElements'),
  RA_OF_ASC_NODE: number('meanElements'),
  ARG_OF_PERICENTER: number('meanElements'),
  MEAN_ANOMALY: number('meanElements'),
  EPHEMERIS_TYPE: number('tleParameters'),
  CLASSIFICATION_TYPE: text('tleParameters'),
  NORAD_CAT_ID: number('tleParameters'),
  ELEMENT_SET_NO: number('tleParameters'),
  REV_AT_EPOCH: number('tleParameters'),
  BSTAR: number('tleParameters'),
  MEAN_MOTION_DOT: number('tleParameters'),
  MEAN_MOTION_DDOT: number('tleParameters'),
} as const satisfies Record<string, Keyword>;

export type OmmKeyword = keyof typeof ommKeywords;

/** The values of an OMM as text, in the order of the keywords; numbers with every digit that upstream wrote. */
export type Omm = Readonly<Record<OmmKeyword, string>>;

/** The default originator of a message. */
const ORIGINATOR = 'ORBWEAVER';

/** The OMM of an element set, made at an ISO 8601 instant. A name or designator that isn't known is `UNKNOWN`. */
export function ommOf(set: ElementSet, creationDate: string, originator = ORIGINATOR): Omm {
  return {
    CCSDS_OMM_VERS: '3.0',
    CREATION_DATE: creationDate,
    ORIGINATOR: originator,
    OBJECT_NAME: set.object_name || 'UNKNOWN',
    OBJECT_ID: set.object_id || 'UNKNOWN',
    CENTER_NAME: 'EARTH',
    REF_FRAME: 'TEME',
    TIME_SYSTEM: 'UTC',
    MEAN_ELEMENT_THEORY: 'SGP4',
    EPOCH: set.epoch,
    MEAN_MOTION: numberToken(set.mean_motion),
    ECCENTRICITY: numberToken(set.eccentricity),
    INCLINATION: numberToken(set.inclination),
    RA_OF_ASC_NODE: numberToken(set.ra_of_asc_node),
    ARG_OF_PERICENTER: numberToken(set.arg_of_pericenter),
    MEAN_ANOMALY: numberToken(set.mean_anomaly),
    EPHEMERIS_TYPE: String(set.ephemeris_type),
    CLASSIFICATION_TYPE: set.classification_type,
    NORAD_CAT_ID: String(set.norad_cat_id),
    ELEMENT_SET_NO: String(set.element_set_no),
    REV_AT_EPOCH: String(set.rev_at_epoch),
    BSTAR: numberToken(set.bstar),
    MEAN_MOTION_DOT: numberToken(set.mean_motion_dot),
    MEAN_MOTION_DDOT: numberToken(set.mean_motion_ddot),
  };
}

/** Decimal text as a JSON number, which has no leading zeros. Throws if the text is not a number: it would break the document. */
function numberToken(decimal: string): string {
  const token = decimal.replace(/^(-?)0+(?=\d)/, '$1');
  if (/^-?\d+(\.\d+)?(e-?\d+)?$/.test(token)) return token;
  throw new TypeError(`not the decimal text of a number: ${decimal}`);
}
