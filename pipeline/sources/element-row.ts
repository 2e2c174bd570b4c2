import { z } from 'zod';
import { isDesignator } from '../codes/cospar.ts';
import { catalogNumber, cell, exact, text, Unreadable, whole } from './cells.ts';
import { elementEpoch } from './element-epoch.ts';
import type { ElementSetText } from './source.ts';

/** More revolutions and sets than any object will have in this century, and within 32 bits. */
const MAX_REVOLUTIONS = 999_999;
const MAX_SET_NUMBER = 99_999;

const fraction = exact.refine(({ text }) => Number(text) >= 0 && Number(text) < 1, 'out_of_range');
/** Even objects about to reenter have at most 4. */
const drag = exact.refine(({ text }) => Math.abs(Number(text)) < 1e4, 'out_of_range');
const angle = (most: number) => exact.refine(({ text }) => Number(text) >= 0 && Number(text) <= most, 'out_of_range');

/** The values of an element set under CelesTrak's and Space-Track's names: the keywords of an OMM. */
const values = {
  OBJECT_NAME: text,
  // Letters may be lower case, in whatever form, as in a TLE.
  OBJECT_ID: cell((value) => {
    const designator = value.toUpperCase();
    if (['', '-', 'UNKNOWN'].includes(designator)) return null;
    return isDesignator(designator) ? designator : new Unreadable('bad_designator');
  }),
  EPOCH: elementEpoch,
  MEAN_MOTION: exact.refine(({ text }) => Number(text) > 0 && Number(text) < 20, 'out_of_range'),
  ECCENTRICITY: fraction,
  INCLINATION: angle(180),
  RA_OF_ASC_NODE: angle(360),
  ARG_OF_PERICENTER: angle(360),
  MEAN_ANOMALY: angle(360),
  EPHEMERIS_TYPE: whole(9),
  CLASSIFICATION_TYPE: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z]$/, 'unknown_code'),
  NORAD_CAT_ID: catalogNumber,
  ELEMENT_SET_NO: whole(MAX_SET_NUMBER),
  REV_AT_EPOCH: whole(MAX_REVOLUTIONS),
  BSTAR: drag,
  MEAN_MOTION_DOT: drag,
  MEAN_MOTION_DDOT: drag,
};

/** A keyword that defines the kind of elements: blank, or one of the values for SGP4 about the Earth in TEME and UTC. */
const says = (...supported: readonly string[]) =>
  cell((value) => (value === '' || supported.includes(value.toUpperCase()) ? value : new Unreadable('unsupported')));

/** Keywords that SGP4 element sets may have; other values would make them another kind of set. SGP4-XP's keywords must be blank. */
const kinds = {
  CCSDS_OMM_VERS: says('2.0', '3.0'),
  CENTER_NAME: says('EARTH'),
  REF_FRAME: says('TEME'),
  TIME_SYSTEM: says('UTC'),
  MEAN_ELEMENT_THEORY: says('SGP4', 'SGP/SGP4'),
  // TEME of another date than that of the epoch is another frame.
  REF_FRAME_EPOCH: says(),
  BTERM: says(),
  AGOM: says(),
};

/** A row of general perturbations, in whatever form: the one validation of element sets. */
export const elementRow = z.object({ ...values, ...kinds });
export type ElementRow = z.infer<typeof elementRow>;

/** The columns that every file of CelesTrak has. */
export const elementColumns = Object.keys(values) as readonly (keyof typeof values)[];

/** An element set is only usable if complete: any bad value in it rejects the row. */
export const elementKey = Object.keys(elementRow.shape) as (keyof ElementRow)[];

/** Keywords that a standard lets a message omit, and the value that it has then. */
const elementDefaults: Readonly<Record<string, string>> = {
  OBJECT_NAME: '',
  OBJECT_ID: '',
  EPHEMERIS_TYPE: '0',
  CLASSIFICATION_TYPE: 'U',
  ELEMENT_SET_NO: '0',
  REV_AT_EPOCH: '0',
  MEAN_MOTION_DOT: '0',
  MEAN_MOTION_DDOT: '0',
};

/** The microseconds of an epoch that is written to the second, as in Space-Track's former class `tle`. */
export const EPOCH_MICROSECONDS = 'EPOCH_MICROSECONDS';

/** The epoch in some cells; invalid text if it has decimals besides its microseconds. */
function epochText({ EPOCH, [EPOCH_MICROSECONDS]: micros }: Readonly<Record<string, string>>): string | undefined {
  if (!EPOCH || !micros) return EPOCH;
  return /^\d{1,6}$/.test(micros) ? `${EPOCH}.${micros.padStart(6, '0')}` : `${EPOCH} ${micros}`;
}

/** The result of reading cells: an element set, or the keyword whose value makes it invalid. */
type ReadElements =
  | { readonly ok: true; readonly norad_cat_id: number; readonly set: ElementSetText }
  | { readonly ok: false; readonly reason: string; readonly keyword: string; readonly value: string | null };

/** Reads cells under the keywords of an OMM. A blank cell counts as missing. */
export function readElementCells(cells: Readonly<Record<string, string>>): ReadElements {
  const filled: Record<string, string> = { ...elementDefaults };
  for (const name of elementKey) if (cells[name]) filled[name] = cells[name];
  const epoch = epochText(cells);
  if (epoch) filled.EPOCH = epoch;
  const { data, error } = elementRow.safeParse(filled);
  if (data) return { ok: true, norad_cat_id: data.NORAD_CAT_ID, set: elementSet(data, data.OBJECT_NAME ?? 'UNKNOWN') };
  // A keyword of another kind of elements comes first: such a set has other values, and lacks some of SGP4's.
  const { path, message } = error.issues.find((issue) => issue.message === 'unsupported') ?? error.issues[0]!;
  const keyword = String(path[0]);
  return {
    ok: false,
    reason: message.includes(' ') ? 'missing_value' : message,
    keyword,
    value: (keyword === 'EPOCH' ? epoch : cells[keyword]) ?? null,
  };
}

/** The element set of a row, under a name. */
export function elementSet(gp: ElementRow, name: string): ElementSetText {
  return {
    object_name: name,
    object_id: gp.OBJECT_ID,
    epoch: gp.EPOCH.text,
    mean_motion: gp.MEAN_MOTION.text,
    eccentricity: gp.ECCENTRICITY.text,
    inclination: gp.INCLINATION.text,
    ra_of_asc_node: gp.RA_OF_ASC_NODE.text,
    arg_of_pericenter: gp.ARG_OF_PERICENTER.text,
    mean_anomaly: gp.MEAN_ANOMALY.text,
    ephemeris_type: gp.EPHEMERIS_TYPE,
    classification_type: gp.CLASSIFICATION_TYPE,
    element_set_no: gp.ELEMENT_SET_NO,
    rev_at_epoch: gp.REV_AT_EPOCH,
    bstar: gp.BSTAR.text,
    mean_motion_dot: gp.MEAN_MOTION_DOT.text,
    mean_motion_ddot: gp.MEAN_MOTION_DDOT.text,
  };
}
