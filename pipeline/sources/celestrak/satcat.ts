import { z } from 'zod';
import { eccentricityOf, orbitClass } from '../../../src/orbit/shape.ts';
import { satcatSite } from '../../codes/launch-sites.ts';
import { orbitType } from '../../codes/orbit-type.ts';
import {
  dataStatus,
  objectClass,
  operationalStatus,
  orbitCenter,
  satcatDisposition,
  satcatOrbitType,
} from '../../codes/satcat.ts';
import { satcatOwner } from '../../codes/satcat-owners.ts';
import { addCountry, isInverted, launchSpaces, stationOf } from '../catalog-claims.ts';
import { catalogNumber, coded, day, designator, number, text } from '../cells.ts';
import { addName } from '../names.ts';
import { type Cells, type ClaimWriter, sourceFile } from '../source.ts';
import { addDisposition, addStatus } from '../statuses.ts';

const row = z.object({
  OBJECT_NAME: text,
  OBJECT_ID: designator,
  NORAD_CAT_ID: catalogNumber,
  OBJECT_TYPE: coded((code) => (code === '' ? null : objectClass(code))),
  OPS_STATUS_CODE: coded((code) => (code === '' ? null : operationalStatus(code))),
  OWNER: coded((code) => (code === '' ? null : satcatOwner(code))),
  LAUNCH_DATE: day,
  LAUNCH_SITE: coded(satcatSite),
  DECAY_DATE: day,
  PERIOD: number(0, 1e9),
  INCLINATION: number(0, 180),
  APOGEE: number(-6400, 1e9),
  PERIGEE: number(-6400, 1e9),
  RCS: number(0, 1e6),
  DATA_STATUS_CODE: coded(dataStatus),
  ORBIT_CENTER: coded(orbitCenter),
  ORBIT_TYPE: coded(satcatOrbitType),
});

/** CelesTrak's satellite catalog: one row for every object that was ever cataloged. */
export const satcat = sourceFile({
  matches: /^satcat\.csv$/,
  path: '/pub/satcat.csv',
  format: 'csv',
  row,
  key: ['NORAD_CAT_ID'],
  expected: 60_000,
  essential: true,
  // A year adds 6 %, the worst day of a month of launches and breakups less than 1 %.
  maxGain: () => ({ fraction: 0.01, rows: 50 }),
  keepsText: true,
  read,
});

function read(satcat: Cells<typeof row, 'NORAD_CAT_ID'>, writer: ClaimWriter): void {
  writer.beginRecord(satcat.NORAD_CAT_ID, {
    record: `satcat.csv NORAD_CAT_ID=${satcat.NORAD_CAT_ID}`,
    url: `https://celestrak.org/satcat/records.php?CATNR=${satcat.NORAD_CAT_ID}&FORMAT=json-pretty`,
    observedAt: null,
    createsObject: true,
  });
  const { OBJECT_TYPE: type, OWNER: owner, LAUNCH_SITE: site, DECAY_DATE: decay } = satcat;
  addName(writer, [satcat.OBJECT_NAME]);
  writer.addClaim('cospar_id', satcat.OBJECT_ID, satcat.OBJECT_ID ?? '');
  if (type)
    writer.addClaim('object_class', type.value, type.raw, {
      isUnknown: type.value === 'UNKNOWN',
      weight: type.value === 'UNKNOWN' ? 5 : 0,
    });
  if (owner) addCountry(writer, 'country', owner.value, owner.raw);
  const launch = launchSpaces(stationOf(satcat.OBJECT_ID));
  writer.addClaim('launch_date', satcat.LAUNCH_DATE, satcat.LAUNCH_DATE?.text ?? '', { spaces: launch });
  if (site)
    writer.addClaim('launch_site', site.value.name, site.raw, {
      keys: site.value.keys,
      near: site.value.near,
      spaces: launch,
    });
  writer.addClaim('decay_date', decay, decay?.text ?? '');
  writer.addClaim('rcs_m2', satcat.RCS?.value || null, satcat.RCS?.raw ?? '');
  status(satcat, writer);
  orbit(satcat, writer);
}

function status(satcat: Cells<typeof row, 'NORAD_CAT_ID'>, writer: ClaimWriter): void {
  const { OPS_STATUS_CODE: code, ORBIT_CENTER: center, ORBIT_TYPE: type, DECAY_DATE: decay } = satcat;
  if (decay && code?.value !== 'DECAYED') addStatus(writer, 'DECAYED', `DECAY_DATE=${decay.text}`, decay);
  // CelesTrak does not watch the status of objects without an orbit about the Earth: their "-" is only the default.
  const { PERIOD: period, APOGEE: apogee, PERIGEE: perigee } = satcat;
  const unseen = center?.value.earth !== true || !(period?.value && apogee && perigee);
  const preset = code?.value === 'NONOPERATIONAL' && unseen && !decay;
  if (code) addStatus(writer, code.value, code.raw, decay, { isUnknown: preset });
  const undated = code?.value === 'DECAYED' && !decay;
  const raw = `${undated ? `OPS_STATUS_CODE=${code.raw} ` : ''}ORBIT_CENTER=${center?.raw ?? ''} ORBIT_TYPE=${type?.raw ?? ''} DECAY_DATE=${decay?.text ?? ''}`;
  const disposition = satcatDisposition({
    orbit_center: center?.raw ?? '',
    orbit_type: type?.raw ?? '',
    decay_date: decay?.text ?? '',
    decayed: undated,
  });
  // SATCAT counts an object about the Moon as in orbit, GCAT as having left the Earth: both are correct.
  const aboutMoon = disposition === 'IN_ORBIT' && center?.value.earth === false;
  // A blank code is the ordinary case, but an unknown code has no meaning.
  const readable = center && type !== undefined;
  if (disposition && readable)
    addDisposition(writer, disposition, raw, decay, { weight: 1, ...(aboutMoon && { keys: ['up', 'away'] }) });
}

/** SATCAT's own orbit ranks after elements, and is used if there are none. */
function orbit(satcat: Cells<typeof row, 'NORAD_CAT_ID'>, writer: ClaimWriter): void {
  const { PERIOD: period, INCLINATION: inclination, ORBIT_CENTER: center } = satcat;
  if (!center) return;
  if (!center.value.earth) {
    const raw = `ORBIT_CENTER=${center.raw}`;
    writer.addClaim('orbit_class', 'DEEP_SPACE', raw, { derived: ['ORBIT_CENTER'], weight: -2 });
    writer.addClaim('orbit_type', center.value.orbit_type, raw, { derived: ['ORBIT_CENTER'], weight: -2 });
    return;
  }
  const second = { weight: 1 };
  const inverted = isInverted(satcat.APOGEE, satcat.PERIGEE, 'APOGEE', writer);
  const [apogee, perigee] = inverted ? [null, null] : [satcat.APOGEE, satcat.PERIGEE];
  writer.addClaim('period_min', period?.value || null, period?.raw ?? '', second);
  writer.addClaim('inclination_deg', inclination?.value, inclination?.raw ?? '', second);
  writer.addClaim('apogee_km', apogee?.value, apogee?.raw ?? '', second);
  writer.addClaim('perigee_km', perigee?.value, perigee?.raw ?? '', second);
  if (!period || !apogee || !perigee || period.value === 0) return;
  const shape = {
    period_min: period.value,
    apogee_km: apogee.value,
    perigee_km: perigee.value,
    eccentricity: Math.max(0, eccentricityOf(apogee.value, perigee.value)),
  };
  const raw = `PERIOD=${period.raw} APOGEE=${apogee.raw} PERIGEE=${perigee.raw}`;
  const worked = (...from: string[]) => ({ derived: from, weight: 1 });
  const inputs = ['period_min', 'apogee_km', 'perigee_km'] as const;
  if (shape.eccentricity >= 1) return;
  writer.addClaim('eccentricity', Number(shape.eccentricity.toFixed(5)), raw, worked('apogee_km', 'perigee_km'));
  writer.addClaim('orbit_class', orbitClass(shape), raw, worked(...inputs));
  const tilt = inclination?.value ?? null;
  writer.addClaim(
    'orbit_type',
    orbitType({ ...shape, inclination_deg: tilt }),
    `${raw} INCLINATION=${inclination?.raw ?? ''}`,
    worked(...inputs, 'inclination_deg'),
  );
}
