import { csvCell, epochText, fraction, mantissa, pythonNumber } from './format.ts';
import { between, FIRST, type SatcatObject, SECOND } from './model.ts';
import { type Elements, firstElements, laterElements, orbitOf, periodMinutes } from './orbit.ts';

const SATCAT =
  'OBJECT_NAME,OBJECT_ID,NORAD_CAT_ID,OBJECT_TYPE,OPS_STATUS_CODE,OWNER,LAUNCH_DATE,LAUNCH_SITE,DECAY_DATE,PERIOD,INCLINATION,APOGEE,PERIGEE,RCS,DATA_STATUS_CODE,ORBIT_CENTER,ORBIT_TYPE';
const GP =
  'OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,EPHEMERIS_TYPE,CLASSIFICATION_TYPE,NORAD_CAT_ID,ELEMENT_SET_NO,REV_AT_EPOCH,BSTAR,MEAN_MOTION_DOT,MEAN_MOTION_DDOT';

/** Rows that a reader must refuse one by one, each for its own reason (see the README). */
const BAD_SATCAT = [
  'SAMPLE BAD STATUS [SYNTHETIC],2026-801YA,190901,PAY,Q,US,2026-01-15,SRILR,,95.60,53.20,552,541,1.0000,,EA,ORB',
  'SAMPLE BAD DATE [SYNTHETIC],2026-801YB,190902,PAY,D,US,2026-01-15,SRILR,2026-02-30,95.60,53.20,552,541,1.0000,,EA,IMP',
  'SAMPLE BAD NUMBER [SYNTHETIC],2026-801YC,19O903,PAY,+,US,2026-01-15,SRILR,,95.60,53.20,552,541,1.0000,,EA,ORB',
  'SAMPLE SHORT ROW [SYNTHETIC],2026-801YD,190904,PAY,+',
];
const BAD_GP =
  'SAMPLE BAD ELEMENTS [SYNTHETIC],2026-801YE,2026-08-21T10:00:00.000000,15.00000000,1.5,53.2000,10.0000,20.0000,30.0000,0,U,190905,999,1,0,0,0';

const micros = (iso: string): number => Date.parse(iso) * 1000;

export interface Tracked {
  object: SatcatObject;
  first?: Elements;
  second?: Elements;
}

/** The elements of every object in both snapshots. */
export function track(objects: SatcatObject[]): Tracked[] {
  return objects.map((object) => {
    const { gp, orbit, id, launch } = object;
    if (gp === undefined || orbit === undefined) return { object };
    const first = firstElements(id, orbit, gp, launch, micros(gp.second === 'added' ? SECOND : FIRST));
    if (gp.second === 'added') return { object, second: first };
    if (gp.second === 'gone') return { object, first };
    const must = gp.manoeuvre !== undefined || gp.second === 'newer' || gp.like !== undefined || object.id === 25544;
    const same = gp.second === 'same' || (!must && between(`${id} renewed`, 0, 1) < 0.2);
    return { object, first, second: same ? first : laterElements(id, first, gp, micros(SECOND)) };
  });
}

function satcatLine(object: SatcatObject, elements: Elements | undefined): string {
  const orbit = elements === undefined ? object.orbit : orbitOf(elements);
  const figures =
    orbit === undefined
      ? ['', '', '', '']
      : [periodMinutes(orbit).toFixed(2), orbit.inclination.toFixed(2), orbit.apogee, orbit.perigee];
  const { cospar, id, type, ops, owner, launch, site } = object;
  const tail = [object.rcs ?? '', object.data ?? '', object.center ?? 'EA', object.orbitType ?? 'ORB'];
  return [
    csvCell(object.name),
    cospar,
    id,
    type,
    ops,
    owner,
    launch,
    site,
    object.decay ?? '',
    ...figures,
    ...tail,
  ].join(',');
}

const csv = (lines: string[]): string => `${lines.join('\r\n')}\r\n`;

export function satcatCsv(tracked: Tracked[], snapshot: 'first' | 'second'): string {
  const lines = tracked.flatMap(({ object, first, second }) => {
    if (snapshot === 'first') return object.added ? [] : [satcatLine(object, first)];
    const moved = object.gp?.manoeuvre === undefined && object.gp?.second !== 'added' ? first : second;
    return [satcatLine({ ...object, ...object.second }, moved)];
  });
  const middle = Math.floor(lines.length / 2);
  return csv([SATCAT, ...lines.slice(0, middle), ...BAD_SATCAT, ...lines.slice(middle)]);
}

function gpLine({ name, cospar, id }: SatcatObject, e: Elements): string {
  const angles = [e.inclination, e.raan, e.argp, e.anomaly].map((angle) => angle.toFixed(4));
  const cells = [
    csvCell(name),
    cospar,
    epochText(e.epoch),
    e.meanMotion.toFixed(8),
    fraction(e.eccentricity),
    ...angles,
  ];
  return [...cells, 0, 'U', id, 999, e.rev, mantissa(e.bstar), mantissa(e.dot), 0].join(',');
}

export function gpActiveCsv(tracked: Tracked[], snapshot: 'first' | 'second'): string {
  const lines = tracked.flatMap(({ object, ...sets }) => {
    const elements = sets[snapshot];
    const named = snapshot === 'second' ? { ...object, ...object.second } : object;
    return elements !== undefined && object.gp?.files.includes('active') ? [gpLine(named, elements)] : [];
  });
  const middle = Math.floor(lines.length / 2);
  return csv([GP, ...lines.slice(0, middle), BAD_GP, ...lines.slice(middle)]);
}

const quoted = (key: string, value: string): string => `${JSON.stringify(key)}:${JSON.stringify(value)}`;

function gpJson(name: string, cospar: string, id: number, e: Elements): string {
  const numbers = (pairs: [string, number][]): string =>
    pairs.map(([key, value]) => `"${key}":${pythonNumber(value)}`).join(',');
  const orbit: [string, number][] = [
    ['MEAN_MOTION', e.meanMotion],
    ['ECCENTRICITY', e.eccentricity],
    ['INCLINATION', e.inclination],
    ['RA_OF_ASC_NODE', e.raan],
    ['ARG_OF_PERICENTER', e.argp],
    ['MEAN_ANOMALY', e.anomaly],
    ['EPHEMERIS_TYPE', 0],
  ];
  const rest: [string, number][] = [
    ['NORAD_CAT_ID', id],
    ['ELEMENT_SET_NO', 999],
    ['REV_AT_EPOCH', e.rev],
    ['BSTAR', e.bstar],
    ['MEAN_MOTION_DOT', e.dot],
    ['MEAN_MOTION_DDOT', 0],
  ];
  const head = [quoted('OBJECT_NAME', name), quoted('OBJECT_ID', cospar), quoted('EPOCH', epochText(e.epoch))].join(
    ',',
  );
  return `{${head},${numbers(orbit)},"CLASSIFICATION_TYPE":"U",${numbers(rest)}}`;
}

/** One of CelesTrak's groups in JSON: a single line, no line end. */
export function gpGroupJson(tracked: Tracked[], group: 'stations' | 'cosmos-2251-debris'): string {
  const rows = tracked.flatMap(({ object, first }) =>
    first !== undefined && object.gp?.files.includes(group)
      ? [gpJson(object.name, object.cospar, object.id, first)]
      : [],
  );
  return `[${rows.join(',')}]`;
}

/** Analyst objects: followed, but in no catalogue. */
export function gpAnalystJson(): string {
  const ids = [270101, 270102, 270103, 270104, 270105, 270106, 270107, 270108];
  const rows = ids.map((id, index) => {
    const orbit = { apogee: 780 + index * 90, perigee: 560 + index * 25, inclination: 63.2 + index * 4.4 };
    return gpJson(
      'UNKNOWN',
      '',
      id,
      firstElements(id, orbit, { files: [], bstar: 0.0007 + index * 1e-4 }, '2026-02-01', micros(FIRST)),
    );
  });
  return `[${rows.join(',')}]`;
}
