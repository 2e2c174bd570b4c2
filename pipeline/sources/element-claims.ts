import { derivedValues } from '../../src/orbit/derived-values.ts';
import { orbitClass } from '../../src/orbit/shape.ts';
import { orbitType } from '../codes/orbit-type.ts';
import { type ElementRow, elementSet } from './element-row.ts';
import { addName } from './names.ts';
import type { ClaimWriter } from './source.ts';

/** Begins the record of a row of general perturbations, and adds the element set and the claims that follow from it. */
export function addElements(
  gp: ElementRow,
  writer: ClaimWriter,
  { url, named }: { url: string; named: boolean },
): void {
  const name = gp.OBJECT_NAME ?? 'UNKNOWN';
  writer.beginRecord(gp.NORAD_CAT_ID, {
    record: `${writer.file} NORAD_CAT_ID=${gp.NORAD_CAT_ID}`,
    url,
    // The epoch is a separate value, and may be in the future: the claims date from when the file was fetched.
    observedAt: null,
    createsObject: true,
  });
  writer.elements(elementSet(gp, name));
  if (name !== 'UNKNOWN' && named) addName(writer, [name], 1);
  writer.addClaim('cospar_id', gp.OBJECT_ID, gp.OBJECT_ID ?? '', { weight: 1 });
  writer.addClaim('elements_epoch', `${gp.EPOCH.text}Z`, gp.EPOCH.raw);
  orbit(gp, writer);
}

/** Adds claims about the orbit. Mean motion and eccentricity are upstream's; the rest is computed from them. */
function orbit(gp: ElementRow, writer: ClaimWriter): void {
  const { values, shape } = derivedValues(elementSet(gp, ''));
  const motion = `MEAN_MOTION=${gp.MEAN_MOTION.raw}`;
  const both = `${motion} ECCENTRICITY=${gp.ECCENTRICITY.raw}`;
  writer.addClaim('period_min', values.period_min, motion);
  writer.addClaim('apogee_km', values.apogee_km, both);
  writer.addClaim('perigee_km', values.perigee_km, both);
  writer.addClaim('inclination_deg', values.inclination_deg, gp.INCLINATION.raw);
  writer.addClaim('eccentricity', values.eccentricity, gp.ECCENTRICITY.raw);
  writer.addClaim('orbit_class', orbitClass(shape), both, {
    derived: ['period_min', 'apogee_km', 'perigee_km', 'eccentricity'],
  });
  writer.addClaim(
    'orbit_type',
    orbitType({ ...shape, inclination_deg: values.inclination_deg }),
    `${both} INCLINATION=${gp.INCLINATION.raw}`,
    { derived: ['period_min', 'apogee_km', 'perigee_km', 'inclination_deg'] },
  );
  if (values.geo_longitude_deg !== null)
    writer.addClaim('geo_longitude_deg', values.geo_longitude_deg, both, { derived: ['elements'] });
}
