import { Chance } from '../chance.ts';
import { instant, isoDay, TODAY } from './calendar.ts';
import { kepler, type SyntheticObject } from './object.ts';

/** CelesTrak's two files, as lines: each ends as CelesTrak ends it. */

export const satcatHeader =
  'OBJECT_NAME,OBJECT_ID,NORAD_CAT_ID,OBJECT_TYPE,OPS_STATUS_CODE,OWNER,LAUNCH_DATE,LAUNCH_SITE,DECAY_DATE,PERIOD,INCLINATION,APOGEE,PERIGEE,RCS,DATA_STATUS_CODE,ORBIT_CENTER,ORBIT_TYPE\r\n';

export function satcatLine(one: SyntheticObject): string {
  const chance = new Chance(one.n, 2);
  const status = one.decay !== null ? 'D' : one.working ? '+' : one.kind === 'PAY' ? '-' : '';
  const orbit = chance.happens(0.93)
    ? [kepler(one).periodMin.toFixed(2), one.inclinationDeg.toFixed(2), one.apogeeKm, one.perigeeKm]
    : ['', '', '', ''];
  const cells = [
    one.name,
    one.piece,
    one.id,
    one.kind,
    status,
    one.launch.place.owner,
    isoDay(one.launch.day),
    one.launch.place.site,
    one.decay === null ? '' : isoDay(one.decay),
    ...orbit,
    chance.happens(0.49) ? chance.between(0.001, 20).toFixed(4) : '',
    '',
    'EA',
    one.decay === null ? 'ORB' : 'IMP',
  ];
  return `${cells.join(',')}\r\n`;
}

export const gpHeader =
  'OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,EPHEMERIS_TYPE,CLASSIFICATION_TYPE,NORAD_CAT_ID,ELEMENT_SET_NO,REV_AT_EPOCH,BSTAR,MEAN_MOTION_DOT,MEAN_MOTION_DDOT\r\n';

/** Digits as in GP: `.46237927E-3`, an eccentricity without its zero. */
export function gpLine(one: SyntheticObject): string {
  if (!one.hasElements) return '';
  const chance = new Chance(one.n, 3);
  const { periodMin, eccentricity } = kepler(one);
  const angle = () => chance.between(0, 360).toFixed(4);
  const cells = [
    one.name,
    one.piece,
    instant(TODAY + 0.95 - chance.draw() ** 3 * 3),
    (1440 / periodMin).toFixed(8),
    eccentricity.toFixed(8).slice(1),
    one.inclinationDeg.toFixed(4),
    angle(),
    angle(),
    angle(),
    0,
    'U',
    one.id,
    999,
    chance.below(99_999),
    `.${10_000_000 + chance.below(89_999_999)}E-3`,
    `.${100 + chance.below(899)}E-5`,
    0,
  ];
  return `${cells.join(',')}\r\n`;
}
