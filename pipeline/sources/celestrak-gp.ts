import { z } from 'zod';
import { derivedValues } from '../../src/orbit/derived-values.ts';
import { orbitClass } from '../../src/orbit/shape.ts';
import { groupDefinitions, groupFile } from '../../src/schema/objects/group.ts';
import { orbitType } from '../codes/orbit-type.ts';
import { catalogueNumber, designator, exact, instant, text, whole } from './cells.ts';
import { addName } from './names.ts';
import { type ClaimWriter, type ElementSetText, sourceFile } from './source.ts';

/** More revolutions and sets than any object will have in this century, and within 32 bits. */
const MAX_REVOLUTIONS = 999_999;
const MAX_SET_NUMBER = 99_999;

const fraction = exact.refine(({ text }) => Number(text) >= 0 && Number(text) < 1, 'out_of_range');
/** Even objects about to reenter have at most 4. */
const drag = exact.refine(({ text }) => Math.abs(Number(text)) < 1e4, 'out_of_range');
const angle = (most: number) => exact.refine(({ text }) => Number(text) >= 0 && Number(text) <= most, 'out_of_range');

/** A row of general perturbations, as CelesTrak and Space-Track write them. */
export const gpRow = z.object({
  OBJECT_NAME: text,
  OBJECT_ID: designator,
  EPOCH: instant.refine((text) => !text.endsWith('Z'), 'bad_date'),
  MEAN_MOTION: exact.refine(({ text }) => Number(text) > 0 && Number(text) < 20, 'out_of_range'),
  ECCENTRICITY: fraction,
  INCLINATION: angle(180),
  RA_OF_ASC_NODE: angle(360),
  ARG_OF_PERICENTER: angle(360),
  MEAN_ANOMALY: angle(360),
  EPHEMERIS_TYPE: whole(9),
  CLASSIFICATION_TYPE: z.string().regex(/^[A-Z]$/, 'unknown_code'),
  NORAD_CAT_ID: catalogueNumber,
  ELEMENT_SET_NO: whole(MAX_SET_NUMBER),
  REV_AT_EPOCH: whole(MAX_REVOLUTIONS),
  BSTAR: drag,
  MEAN_MOTION_DOT: drag,
  MEAN_MOTION_DDOT: drag,
});

/** An element set is only usable if complete: any bad number in it rejects the row. */
const shared = {
  path: '/NORAD/elements/gp.php',
  row: gpRow,
  key: Object.keys(gpRow.shape) as (keyof typeof gpRow.shape)[],
  observed: 'EPOCH' as const,
  read,
};

/** CelesTrak's general perturbations element sets, one file per query, as CSV or JSON (not as TLE, which lacks some objects). */
export const gpActive = sourceFile({
  ...shared,
  matches: /^gp-active\.csv$/,
  format: 'csv',
  expected: 10_000,
  essential: true,
});
/** A debris cloud may have only a few objects left, and some groups change every week. */
const maxLoss = (name: string) => ({
  fraction: /^gp-(last-30-days|(special-)?decaying|stations)\./.test(name) ? 0.9 : 0.1,
  rows: 5,
});
export const gpCsv = sourceFile({
  ...shared,
  matches: /^gp-(?!active\.)[A-Za-z0-9-]+\.csv$/,
  format: 'csv',
  expected: 1,
  maxLoss,
});
export const gpJson = sourceFile({
  ...shared,
  matches: /^gp-[A-Za-z0-9-]+\.json$/,
  format: 'json',
  expected: 1,
  maxLoss,
});

/** Files of groups that use their own names for objects. */
const renaming = groupDefinitions.filter(({ renames }) => renames).map(({ slug }) => groupFile(slug));

function read(gp: z.infer<typeof gpRow>, writer: ClaimWriter): void {
  const name = gp.OBJECT_NAME ?? 'UNKNOWN';
  writer.beginRecord(gp.NORAD_CAT_ID, {
    record: `${writer.file} NORAD_CAT_ID=${gp.NORAD_CAT_ID}`,
    url: `https://celestrak.org/NORAD/elements/gp.php?CATNR=${gp.NORAD_CAT_ID}&FORMAT=json-pretty`,
    // The epoch is a separate value, and may be in the future: the claims date from when the file was fetched.
    observedAt: null,
    createsObject: true,
  });
  writer.elements(elementSet(gp, name));
  // A group's name for the object belongs to the membership; elsewhere CelesTrak uses another.
  if (name !== 'UNKNOWN' && !renaming.includes(writer.file.replace(/\.\w+$/, ''))) addName(writer, [name], 1);
  writer.addClaim('cospar_id', gp.OBJECT_ID, gp.OBJECT_ID ?? '', { weight: 1 });
  writer.addClaim('elements_epoch', `${gp.EPOCH}Z`, gp.EPOCH);
  orbit(gp, writer);
}

/** Adds claims about the orbit. Mean motion and eccentricity are upstream's; the rest is computed from them. */
function orbit(gp: z.infer<typeof gpRow>, writer: ClaimWriter): void {
  const { values, shape } = derivedValues(elementSet(gp, ''));
  const motion = `MEAN_MOTION=${gp.MEAN_MOTION.raw}`;
  const both = `${motion} ECCENTRICITY=${gp.ECCENTRICITY.raw}`;
  writer.addClaim('period_min', values.period_min, motion);
  writer.addClaim('apogee_km', values.apogee_km, both);
  writer.addClaim('perigee_km', values.perigee_km, both);
  writer.addClaim('inclination_deg', values.inclination_deg, gp.INCLINATION.raw);
  writer.addClaim('eccentricity', values.eccentricity, gp.ECCENTRICITY.raw);
  writer.addClaim('orbit_class', orbitClass(shape), both, { derived: true });
  writer.addClaim(
    'orbit_type',
    orbitType({ ...shape, inclination_deg: values.inclination_deg }),
    `${both} INCLINATION=${gp.INCLINATION.raw}`,
    { derived: true },
  );
  if (values.geo_longitude_deg !== null)
    writer.addClaim('geo_longitude_deg', values.geo_longitude_deg, both, { derived: true });
}

/** The element set of a row, under a name. */
export function elementSet(gp: z.infer<typeof gpRow>, name: string): ElementSetText {
  return {
    object_name: name,
    object_id: gp.OBJECT_ID,
    epoch: gp.EPOCH,
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
