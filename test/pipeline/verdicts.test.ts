import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RuleName, rules } from '../../src/schema/objects/confidence.ts';
import { type OpenedRelease, openRelease } from './release/opened-release.ts';
import { differingTables } from './release/same-release.ts';
import { build, databaseOnly, makeFolder, removeFolder } from './sample-build.ts';

/**
 * One release of rows like those of upstream files, with a few objects for each rule of the verdicts. The release is of
 * 22 August 2026; GCAT's payload catalog is a year older, which can happen.
 */
const NOW = new Date('2026-08-22T14:00:00Z');

const SATCAT =
  'OBJECT_NAME,OBJECT_ID,NORAD_CAT_ID,OBJECT_TYPE,OPS_STATUS_CODE,OWNER,LAUNCH_DATE,LAUNCH_SITE,DECAY_DATE,PERIOD,INCLINATION,APOGEE,PERIGEE,RCS,DATA_STATUS_CODE,ORBIT_CENTER,ORBIT_TYPE';
const lowOrbit = ',95.00,97.40,500,480,,,EA,ORB';
const satcat = [
  // Levels and winners.
  `SYRA 3B,2006-033B,29273,PAY,-,FR,2006-08-11,FRGUI,${lowOrbit}`,
  `LUME A,2022-010A,51031,PAY,+,SPN,2022-01-13,AFETR,${lowOrbit}`,
  `OBJECT E,2022-010E,51035,PAY,+,US,2022-01-13,AFETR,${lowOrbit}`,
  `OLD STATION,1999-010A,25544,PAY,+,ISS,1999-01-13,AFETR,${lowOrbit}`,
  `DOUBTED,2010-001A,36500,PAY,+,US,2010-01-01,AFETR,${lowOrbit}`,
  // End of operations.
  `SOLAR ONE,2003-004A,27651,PAY,+,US,2003-01-25,ERAS,${lowOrbit}`,
  'FAR TELESCOPE,2021-130A,50463,PAY,-,US,2021-12-25,FRGUI,,,,,,,,EA,ORB',
  'FAR PROBE,1977-084A,10321,PAY,-,US,1977-09-05,AFETR,,,,,,,,SS,ORB',
  `WEATHER 15,1998-030A,25338,PAY,-,US,1998-05-13,AFWTR,${lowOrbit}`,
  // Reentries.
  'STRATO D,2023-091BA,57326,UNK,,CIS,2023-06-27,VOSTO,,,,,,,,EA,ORB',
  `TRACKED ON,2020-001A,45001,PAY,-,US,2020-01-06,AFETR,${lowOrbit}`,
  `AT WORK,2020-001B,45002,PAY,+,US,2020-01-06,AFETR,${lowOrbit}`,
  `UNDATED,2020-001C,45003,PAY,-,US,2020-01-06,AFETR,${lowOrbit}`,
  // Identity.
  `ALPHA 1,2014-003A,39565,PAY,+,US,2014-01-09,WLPIS,${lowOrbit}`,
  `BETA SAT,2014-003B,39570,PAY,+,US,2014-01-09,WLPIS,${lowOrbit}`,
  `GAMMA SAT,2014-003C,39571,PAY,+,US,2014-01-09,WLPIS,${lowOrbit}`,
  `SL-4 R/B,2014-003D,39572,R/B,,CIS,2014-01-09,WLPIS,${lowOrbit}`,
  // Orbits, designators, plausibility.
  `HIGH RIDER,1995-001A,23500,PAY,+,US,1995-01-01,AFETR,,95.00,99.00,500,480,,,EA,ORB`,
  `DESIGNATED,1977-065FP,14563,DEB,,US,1977-07-14,AFETR,${lowOrbit}`,
  `BACKWARDS,2005-001A,28500,PAY,D,US,2005-06-01,AFETR,2005-01-22,,,,,,,EA,IMP`,
  `DELTA SAT,2014-003E,39573,PAY,+,US,2014-01-09,WLPIS,${lowOrbit}`,
  `EPSILON SAT,2014-003F,39574,PAY,+,US,2014-01-09,WLPIS,${lowOrbit}`,
  // A wider code, vague ends, marks of debris.
  `AIR DROPPED,2009-001A,34001,PAY,+,US,2009-01-01,AFWTR,${lowOrbit}`,
  `SOVIET,1975-001A,7601,PAY,-,CIS,1975-01-01,PLMSC,${lowOrbit}`,
  `VAGUE END,1996-029A,23893,PAY,+,US,1996-05-12,AFWTR,${lowOrbit}`,
  `SPENT STAGE,1996-029B,23894,R/B,+,US,1996-05-12,AFWTR,${lowOrbit}`,
  `TOMORROW,2026-200A,69999,PAY,+,US,2026-09-30,AFETR,${lowOrbit}`,
  // What others say beside agreement.
  `QUIET,2011-001A,37001,PAY,-,US,2011-01-01,AFETR,${lowOrbit}`,
  `PARTLY,2011-001B,37002,PAY,P,US,2011-01-01,AFETR,${lowOrbit}`,
  `PARTLY OLD,2011-001C,37003,PAY,P,US,2011-01-01,AFETR,${lowOrbit}`,
  `LONG DEAD,2011-001D,37004,PAY,-,US,2011-01-01,AFETR,${lowOrbit}`,
  `OTHERS OWN,2011-001F,37006,PAY,+,CIS,2011-01-01,AFETR,${lowOrbit}`,
  'NO PERIOD,2011-001E,37005,PAY,D,US,2011-01-01,AFETR,2011-01-02,,28.70,113783,-70,,,EA,IMP',
  // A launch that only GCAT dates, and only by its rocket.
  `NO DAY,2012-001A,38001,PAY,+,US,,AFETR,${lowOrbit}`,
  `NO DAY R/B,2012-001B,38002,R/B,,US,,AFETR,${lowOrbit}`,
  // Values that cannot be right together.
  `EARLY PIECE,2011-001G,37007,DEB,,US,2011-01-01,AFETR,${lowOrbit}`,
  `LATE PIECE,2011-001H,37008,DEB,D,US,2011-01-01,AFETR,2011-03-01,95.00,97.40,500,480,,,EA,IMP`,
  `DAY BEFORE,2011-001J,37009,DEB,,US,2011-01-01,AFETR,${lowOrbit}`,
  `LIGHT,2011-001K,37010,PAY,+,US,2011-01-01,AFETR,${lowOrbit}`,
  `ONE OF TWO,2011-001L,37011,DEB,,US,2011-01-01,AFETR,${lowOrbit}`,
  `TWO OF TWO,2011-001L,37012,DEB,,US,2011-01-01,AFETR,${lowOrbit}`,
  // Two whose numbers are far apart.
  `PIECE,2011-001P,37015,DEB,,US,2011-01-01,AFETR,${lowOrbit}`,
  `SAME PIECE,2011-001P,69998,DEB,,US,2011-01-01,AFETR,${lowOrbit}`,
  `GONE UNDATED,2011-001M,37013,PAY,D,US,2011-01-01,AFETR,${lowOrbit}`,
  `SAID TO BE GONE,2011-001N,37014,PAY,D,US,2011-01-01,AFETR,${lowOrbit}`,
  `PIONEER,1958-007A,110,PAY,D,US,1958-10-11,AFETR,1958-10-12,2567.00,28.70,113783,-870,,,EA,IMP`,
];

const GP =
  'OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,EPHEMERIS_TYPE,CLASSIFICATION_TYPE,NORAD_CAT_ID,ELEMENT_SET_NO,REV_AT_EPOCH,BSTAR,MEAN_MOTION_DOT,MEAN_MOTION_DDOT';
const set = (name: string, id: number, epoch: string) =>
  `${name},2020-001A,${epoch},15.00000000,.00017145,97.4000,10.0000,20.0000,30.0000,0,U,${id},999,2500,.123E-4,.1E-5,0`;
const gp = [
  set('TRACKED ON', 45001, '2026-08-21T12:00:00.000000'),
  set('SOLAR ONE', 27651, '2026-08-31T12:00:00.000000'),
  set('LUME A', 51031, '2026-08-25T12:00:00.000000'),
];

const GCAT =
  '#JCAT\tSatcat\tLaunch_Tag\tPiece\tType\tName\tPLName\tLDate\tDDate\tStatus\tOwner\tState\tManufacturer\tMass\tMassFlag\tLength\tLFlag\tOpOrbit\tAltNames\tPerigee\tApogee\tInc\tSDate\tDryMass\n# Updated 2026 Aug 20 1200:00';
const row = (
  id: number,
  piece: string,
  name: string,
  more: Partial<
    Record<
      'state' | 'mass' | 'flag' | 'orbit' | 'owner' | 'status' | 'ended' | 'perigee' | 'separated' | 'dry' | 'launched',
      string
    >
  > = {},
) =>
  `S${String(id).padStart(5, '0')}\t${id}\t${piece.slice(0, 8)}\t${piece}\tP\t${name}\t-\t${more.launched ?? '-'}\t${more.ended ?? '-'}\t${more.status ?? 'O'}\t${more.owner ?? '-'}\t${more.state ?? '-'}\t-\t${more.mass ?? '-'}\t${more.flag ?? '-'}\t-\t-\t${more.orbit ?? '-'}\t-\t${more.perigee ?? '-'}\t${more.perigee === undefined ? '-' : '113783'}\t${more.perigee === undefined ? '-' : '28.70'}\t${more.separated ?? '-'}\t${more.dry ?? '-'}`;
const gcat = [
  row(51031, '2022-010A', 'Lume A', { state: 'NP', mass: '10', flag: 'E' }),
  row(51035, '2022-010E', 'OBJECT E'),
  row(25544, '1999-010A', 'Old Station', { state: 'US' }),
  row(39565, '2014-003A', 'Beta Sat', { owner: 'BETA', mass: '2' }),
  row(39570, '2014-003B', 'Alpha-1', { owner: 'ALPHA', mass: '4' }),
  row(39571, '2014-003C', 'Gamma Sat?', { owner: 'ALPHA' }),
  row(23500, '1995-001A', 'High Rider', { orbit: 'HEO/M' }),
  row(14563, '1977-065FR', 'Designated'),
  row(39573, '2014-003E', 'Epsilon Sat'),
  row(39574, '2014-003F', 'Zeta Sat'),
  row(7601, '1975-001A', 'Soviet', { state: 'SU' }),
  row(37006, '2011-001F', 'Others Own', { state: 'J' }),
  row(38002, '2012-001B', 'No day stage', { launched: '2012 Feb  3' }),
  row(37007, '2011-001G', 'Early Piece', { separated: '2010 Dec  1' }),
  row(37008, '2011-001H', 'Late Piece', { separated: '2011 Mar  5', status: 'R', ended: '2011 Mar  1' }),
  row(37009, '2011-001J', 'Day Before', { separated: '2010 Dec 31' }),
  row(37010, '2011-001K', 'Light', { mass: '10', dry: '20' }),
  row(37011, '2011-001L', 'One of two'),
  row(37014, '2011-001N', 'Said to be gone'),
  row(37005, '2011-001E', 'No Period', { perigee: '-70', status: 'R', ended: '2011 Jan  2' }),
];
const PSAT = '#JCAT\tName\tTLast\tTOp\tClass\tCategory\tUNState\n# Updated 2025 Jul 30 2329:45';
const psat = (id: number, name: string, end: string) =>
  `S${String(id).padStart(5, '0')}\t${name}\t2025 Jul 30\t${end}\tB\tCOM\t-`;
const psatcat = [
  psat(29273, 'Syra 3B', '*'),
  psat(27651, 'Solar One', '2020 Feb 25'),
  psat(50463, 'Far Telescope', '*'),
  psat(10321, 'Far Probe', '*'),
  psat(25338, 'Weather 15', '*'),
  psat(57326, 'Strato D', '*'),
  psat(36500, 'Doubted', '*'),
  psat(39574, 'Zeta Sat', '2020 Feb 25'),
  psat(23893, 'Vague End', '2010s?'),
  psat(37001, 'Quiet', '*'),
  psat(37003, 'Partly Old', '*'),
  psat(37004, 'Long Dead', '2012'),
];
const ORGS =
  '#Code\tUCode\tStateCode\tType\tTStart\tTStop\tShortName\tName\tParent\tEName\nALPHA\tALPHA\tUS\tO\t2010\t-\tAlpha\tAlpha Space\t-\tAlpha Space\nBETA\tBETA\tUS\tO\t2010\t-\tBeta\tBeta Labs\t-\tBeta Labs\n';

const LAUNCH =
  '#Launch_Tag\tLaunch_JD\tLaunch_Date\tLV_Type\tFlight\tMission\tLaunch_Site\tAscent_Site\tAgency\tLaunchCode\n2009-001\t2454832.5\t2009 Jan 1\tPegasus XL\t-\t-\tEAFB\tWTR\t-\tOS\n';

const sat = (norad_cat_id: number, name: string, more: Record<string, unknown>) => ({
  sat_id: `TEST-0000-0000-${String(norad_cat_id)
    .padStart(8, '0')
    .replace(/(?=\d{4}$)/, '-')}`,
  norad_cat_id,
  name,
  names: '',
  image: '',
  status: '',
  decayed: null,
  launched: null,
  website: '',
  operator: '',
  countries: '',
  updated: '2026-08-01T00:00:00Z',
  ...more,
});
const satnogs = [
  sat(29273, 'SYRA 3B', { status: 'alive', updated: '2025-07-03T06:20:42Z' }),
  sat(51031, 'LUME A', { countries: 'NP' }),
  sat(51035, 'LUME E', {}),
  sat(25544, 'OLD STATION', { countries: 'RU,US' }),
  sat(36500, 'DOUBTED', { status: 'dead' }),
  sat(57326, 'Strato D', { status: 're-entered', decayed: '2026-06-07T00:00:00Z' }),
  sat(45001, 'TRACKED ON', { status: 're-entered', decayed: '2026-03-01T00:00:00Z' }),
  sat(45002, 'AT WORK', { status: 're-entered', decayed: '2026-03-01T00:00:00Z' }),
  sat(45003, 'UNDATED', { status: 're-entered' }),
  sat(37001, 'QUIET', { status: 'dead' }),
  sat(37002, 'PARTLY', { status: 'alive' }),
  sat(37004, 'LONG DEAD', { status: 'alive', updated: '2022-08-01T00:00:00Z' }),
];

let home: string;
let release: OpenedRelease;
beforeAll(async () => {
  home = await makeFolder();
  const upstream = join(home, 'upstream');
  for (const source of ['celestrak', 'gcat', 'satnogs']) await mkdir(join(upstream, source), { recursive: true });
  const files = {
    'celestrak/satcat.csv': [SATCAT, ...satcat].join('\n'),
    'celestrak/gp-active.csv': [GP, ...gp].join('\n'),
    'gcat/satcat.tsv': [GCAT, ...gcat].join('\n'),
    'gcat/psatcat.tsv': [PSAT, ...psatcat].join('\n'),
    'gcat/orgs.tsv': ORGS,
    'gcat/launch.tsv': LAUNCH,
    'satnogs/satellites.json': JSON.stringify(satnogs),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(upstream, name), `${text.trimEnd()}\n`);
  await build(home, upstream, NOW, databaseOnly);
  release = await openRelease(home);
}, 120_000);
afterAll(async () => {
  release?.close();
  await removeFolder(home);
});

async function resolved(id: number, field: string) {
  const [record] = await release.rows(`SELECT * FROM satellites WHERE norad_cat_id = ${id}`);
  const [verdict] = await release.rows<{ confidence: string; rule: RuleName; note: string | null; sources: string[] }>(
    `SELECT confidence, rule, note, sources FROM provenance WHERE norad_cat_id = ${id} AND field = '${field}'`,
  );
  const claims = await release.rows<{ source: string; confidence: string; raw: string; source_record: string }>(
    `SELECT source, confidence, raw, source_record, observed_at FROM claims WHERE norad_cat_id = ${id} AND field = '${field}'`,
  );
  return { value: record![field], ...verdict, claims };
}

describe('levels and winners', () => {
  test.each([
    [
      'the source that goes first keeps its value, which is CONFLICTING if two others agree against it',
      29273,
      'operational_status',
      'NONOPERATIONAL',
      'outvoted_order',
    ],
    ['two sources that agree outvote one where the order lets them', 51031, 'country', 'NP', 'outvoted'],
    ['claims that are not comparable do not confirm a value', 25544, 'country', 'ISS', 'high_trust_alone'],
    [
      'a name given only by SatNOGS is MEDIUM, even if others have placeholders',
      51035,
      'name',
      'LUME E',
      'medium_trust',
    ],
    ['an estimate of GCAT is MEDIUM', 51031, 'launch_mass_kg', 10, 'doubtful'],
    ['a question mark in a name is ignored in comparison', 39571, 'name', 'GAMMA SAT', 'independent_agree'],
  ] as const)('%s', async (_, id, field, value, rule) => {
    expect(await resolved(id, field)).toMatchObject({ value, rule, confidence: rules[rule].confidence });
  });

  test('the sentence of a conflict names the step that decided it', async () => {
    expect(rules[(await resolved(14563, 'cospar_id')).rule!].sentence).toBe(
      'Independent sources disagree; the value is that of the file that goes first for this field.',
    );
  });

  test('every claim in a conflict is marked CONFLICTING, and no other', async () => {
    const marks = async (id: number, field: string) =>
      (await resolved(id, field)).claims.map(({ source, confidence }) => `${source} ${confidence}`).sort();
    expect(await marks(51031, 'country')).toEqual(['celestrak CONFLICTING', 'gcat CONFLICTING', 'satnogs CONFLICTING']);
    // GCAT's claim is too old to be compared with either side.
    expect(await marks(36500, 'operational_status')).toEqual([
      'celestrak CONFLICTING',
      'gcat HIGH',
      'satnogs CONFLICTING',
    ]);
    expect(
      await release.rows(`SELECT norad_cat_id, field, source FROM claims c JOIN provenance v USING (norad_cat_id, field)
        WHERE c.confidence = 'CONFLICTING' AND v.confidence <> 'CONFLICTING'`),
    ).toEqual([]);
  });
});

describe('end of operations', () => {
  test('a date in TOp is a claim that conflicts with an operational status', async () => {
    const { value, confidence, rule, claims } = await resolved(27651, 'operational_status');
    expect({ value, confidence, rule }).toEqual({
      value: 'OPERATIONAL',
      confidence: 'CONFLICTING',
      rule: 'disagree_order',
    });
    expect(claims).toContainEqual(expect.objectContaining({ source: 'gcat', raw: 'TOp=2020 Feb 25' }));
  });

  test.each([50463, 10321])('SATCAT’s default status is not evidence without an orbit: %i', async (id) => {
    expect(await resolved(id, 'operational_status')).toMatchObject({ value: 'OPERATIONAL', rule: 'outdated' });
    expect((await resolved(id, 'operational_status')).note).toContain('is no evidence');
  });

  test('the note names a claim that is too old to be compared', async () => {
    expect(await resolved(25338, 'operational_status')).toMatchObject({
      value: 'NONOPERATIONAL',
      rule: 'high_trust_alone',
      note: 'GCAT reported OPERATIONAL on 2025-07-30; not compared, 388 days older.',
    });
  });
});

describe('what others say', () => {
  const status = (id: number) => resolved(id, 'operational_status');

  test('of a confirmed value, nothing says that none disagrees if another statement was not compared', async () => {
    expect(await status(37001)).toMatchObject({
      value: 'NONOPERATIONAL',
      rule: 'independent_agree_only',
      confidence: 'CONFIRMED',
      sources: ['celestrak', 'satnogs'],
      note: 'GCAT reported OPERATIONAL on 2025-07-30; not compared, 388 days older.',
    });
    expect(
      await release.rows(
        "SELECT norad_cat_id, field FROM provenance WHERE rule IN ('independent_agree', 'high_trust') AND note LIKE '%withheld%'",
      ),
    ).toEqual([]);
  });

  test('that an object works is no agreement on how far it does', async () => {
    expect(await status(37002)).toMatchObject({
      value: 'PARTIALLY_OPERATIONAL',
      confidence: 'HIGH',
      sources: ['celestrak'],
      note: 'SatNOGS DB gives OPERATIONAL (alive): compatible, but no agreement.',
    });
    expect(await status(37003)).toMatchObject({
      value: 'PARTIALLY_OPERATIONAL',
      confidence: 'HIGH',
      sources: ['celestrak'],
      note: 'GCAT reported OPERATIONAL on 2025-07-30; not compared, 388 days older.',
    });
  });

  test('a source that contradicts only a supporter of the value is no dispute between others', async () => {
    expect(await status(37004)).toMatchObject({
      value: 'NONOPERATIONAL',
      rule: 'supporter_disputed',
      sources: ['celestrak', 'gcat'],
    });
  });

  test('a computed value is disputed if its row repeats a disputed value', async () => {
    expect(await resolved(37005, 'orbit_class')).toMatchObject({ value: 'HEO', rule: 'computed_conflicting' });
  });

  test('the claim that gives a value has the level of the value', async () => {
    expect(
      await release.rows(`SELECT norad_cat_id, field, rule, c.confidence FROM provenance v JOIN claims c USING (norad_cat_id, field)
        WHERE c.selected AND field <> 'alt_names' AND c.confidence <> v.confidence`),
    ).toEqual([]);
  });

  test('one state before a code for several is the reason that a conflict gives, not a file', async () => {
    expect(await resolved(37006, 'country')).toMatchObject({ value: 'JP', rule: 'disagree_narrower' });
  });

  test('every name that two catalogs swap is marked', async () => {
    expect(
      await release.rows(`SELECT norad_cat_id, source, value_text FROM provenance v JOIN claims c USING (norad_cat_id, field)
        WHERE rule = 'identity_swapped' AND field = 'name' AND source IN ('celestrak', 'gcat') AND c.confidence <> 'CONFLICTING'`),
    ).toEqual([]);
  });
});

describe('classes', () => {
  test('a wider code that contains the place is compatible: HIGH, and the sentence says so', async () => {
    expect(await resolved(34001, 'launch_site')).toMatchObject({
      value: 'Edwards Air Force Base, California',
      confidence: 'HIGH',
      note: expect.stringContaining('a wider code that may stand for this value: compatible, but no agreement.'),
    });
    expect(await resolved(7601, 'country')).toMatchObject({
      value: 'RU',
      confidence: 'HIGH',
      note: expect.stringContaining('CelesTrak gives RU (CIS), a wider code'),
    });
  });

  test('a vague end of operations is not widened past its own end', async () => {
    const { value, confidence, claims } = await resolved(23893, 'operational_status');
    expect({ value, confidence }).toEqual({ value: 'OPERATIONAL', confidence: 'CONFLICTING' });
    expect(claims).toContainEqual(expect.objectContaining({ source: 'gcat', raw: 'TOp=2010s?' }));
  });

  test('a rocket body that SATCAT marks as working is implausible, and not active', async () => {
    expect(await resolved(23894, 'operational_status')).toMatchObject({
      value: 'UNKNOWN',
      rule: 'works_implausible',
      claims: [{ source: 'celestrak', confidence: 'CONFLICTING' }],
    });
    expect(await release.rows('SELECT active FROM satellites WHERE norad_cat_id = 23894')).toEqual([{ active: false }]);
  });

  test('a withheld status is named, and nothing says that none disagrees', async () => {
    expect(await resolved(39574, 'operational_status')).toMatchObject({
      value: 'OPERATIONAL',
      rule: 'high_trust_alone',
      note: 'GCAT’s claim is withheld: its row describes another object of the launch.',
    });
  });

  test('a launch that only GCAT dates has that day for each of its objects', async () => {
    expect(await resolved(38002, 'launch_date')).toMatchObject({ value: '2012-02-03', rule: 'high_trust' });
    expect(await resolved(38001, 'launch_date')).toMatchObject({
      value: '2012-02-03',
      rule: 'computed_high',
      sources: ['derived'],
      note: 'Taken from another object of its launch (S38002).',
    });
  });

  test('a computed value has the level of its inputs, and says what they are', async () => {
    expect(await resolved(29273, 'orbit_class')).toMatchObject({
      confidence: 'HIGH',
      rule: 'computed_high',
      note: 'Computed from period_min, apogee_km, perigee_km.',
    });
    expect(await resolved(110, 'orbit_class')).toMatchObject({ rule: 'computed_conflicting' });
  });
});

describe('reentries', () => {
  test.each([
    ['earlier claims do not refute a reentry', 57326, 'DECAYED', '2026-06-07', 'reentry_disputed'],
    ['later elements refute a reentry', 45001, 'NONOPERATIONAL', null, 'tracked_after'],
    ['a later operational status of CelesTrak refutes a reentry', 45002, 'OPERATIONAL', null, 'works_after'],
    ['a reentry without a date counts', 45003, 'DECAYED', null, 'reentry_disputed'],
  ] as const)('%s', async (_, id, status, date, rule) => {
    expect(await resolved(id, 'operational_status')).toMatchObject({ value: status, rule });
    expect(await resolved(id, 'decay_date')).toMatchObject({ value: date });
    expect(await resolved(id, 'disposition')).toMatchObject({
      rule,
      value: status === 'DECAYED' ? 'REENTERED' : 'IN_ORBIT',
    });
    const [{ active } = { active: null }] = await release.rows(
      `SELECT active FROM satellites WHERE norad_cat_id = ${id}`,
    );
    expect(active).toBe(status === 'OPERATIONAL');
  });

  test('an object that SATCAT marks as decayed without a date is not in orbit by SATCAT', async () => {
    expect(await resolved(37013, 'operational_status')).toMatchObject({ value: 'DECAYED', rule: 'high_trust' });
    expect(await resolved(37013, 'disposition')).toMatchObject({ value: 'REENTERED', rule: 'high_trust' });
    for (const field of ['operational_status', 'disposition'])
      expect(await resolved(37014, field)).toMatchObject({ rule: 'reentry_disputed', confidence: 'CONFLICTING' });
  });

  test('the event of a reentry says if a source contradicts it', async () => {
    const events = await release.rows<{ id: string; details: string }>(
      "SELECT id, details::VARCHAR AS details FROM events WHERE type = 'reentry' AND norad_cat_id = 57326",
    );
    expect(events).toEqual([{ id: 'reentry-57326', details: '{"decay_date":"2026-06-07","disputed":true}' }]);
  });
});

describe('identity', () => {
  test('names that two catalogs swap conflict, and so does GCAT’s identifier', async () => {
    for (const id of [39565, 39570])
      for (const field of ['name', 'gcat_id'])
        expect([id, field, await resolved(id, field)]).toMatchObject([id, field, { rule: 'identity_swapped' }]);
    expect(await resolved(39565, 'name')).toMatchObject({ value: 'ALPHA 1' });
    expect((await resolved(39571, 'name')).confidence).not.toBe('CONFLICTING');
  });

  test('values that belong to a swapped name follow it, and cite the row', async () => {
    expect(await resolved(39565, 'operator')).toMatchObject({
      value: 'Alpha Space',
      claims: [{ source_record: 'S39570' }],
    });
    expect(await resolved(39565, 'launch_mass_kg')).toMatchObject({ value: 4, claims: [{ source_record: 'S39570' }] });
    expect(await resolved(39570, 'operator')).toMatchObject({
      value: 'Beta Labs',
      claims: [{ source_record: 'S39565' }],
    });
  });

  test('designators that differ conflict; designators that agree are not CONFIRMED', async () => {
    expect(await resolved(14563, 'cospar_id')).toMatchObject({ value: '1977-065FP', confidence: 'CONFLICTING' });
    expect(await resolved(25544, 'cospar_id')).toMatchObject({ confidence: 'HIGH' });
  });
});

describe('orbit and plausibility', () => {
  test('orbit class and type are derived from the same orbit', async () => {
    expect((await resolved(23500, 'orbit_class')).value).toBe('LEO');
    expect((await resolved(23500, 'orbit_type')).value).toBe('POLAR');
  });

  test('a decay before the launch makes both dates CONFLICTING', async () => {
    for (const field of ['launch_date', 'decay_date'])
      expect(await resolved(28500, field)).toMatchObject({
        rule: 'implausible',
        claims: [{ confidence: 'CONFLICTING' }],
      });
  });

  test.each([
    [37007, 'separation_date', 'The separation would be before the launch.'],
    [37008, 'separation_date', 'The separation would be after the decay.'],
    [37010, 'launch_mass_kg', 'The dry mass would be above the mass at launch.'],
    [37010, 'dry_mass_kg', 'The dry mass would be above the mass at launch.'],
    [37011, 'cospar_id', 'Another catalog number has this designator, too.'],
    [37012, 'cospar_id', 'Another catalog number has this designator, too.'],
    [37015, 'cospar_id', 'Another catalog number has this designator, too.'],
    [69998, 'cospar_id', 'Another catalog number has this designator, too.'],
    [28500, 'decay_date', 'The launch would be after the decay.'],
  ])('%i has an implausible %s', async (id, field, note) => {
    expect(await resolved(id, field)).toMatchObject({ rule: 'implausible', confidence: 'CONFLICTING', note });
  });

  test('days that differ by one are those of time zones', async () => {
    expect(await resolved(37009, 'separation_date')).toMatchObject({ rule: 'high_trust' });
  });

  test('a perigee below the ground is CONFLICTING', async () => {
    expect(await resolved(110, 'perigee_km')).toMatchObject({ value: -870, rule: 'below_ground' });
  });

  test('rejects dates after the release by column name', async () => {
    expect(await resolved(69999, 'launch_date')).toMatchObject({ value: null, claims: [] });
    expect(
      await release.rows("SELECT reason, record, column_name, value FROM rejects WHERE reason = 'after_release'"),
    ).toEqual([
      {
        reason: 'after_release',
        record: 'satcat.csv NORAD_CAT_ID=69999',
        column_name: 'launch_date',
        value: '2026-09-30',
      },
    ]);
    expect((await resolved(27651, 'elements_epoch')).value).toBeNull();
    expect((await resolved(51031, 'elements_epoch')).value).not.toBeNull();
  });

  test('raw text is kept unchanged, and is dated by the download of its file', async () => {
    expect((await resolved(51031, 'eccentricity')).claims).toContainEqual(
      expect.objectContaining({ raw: '.00017145', observed_at: '2026-08-22 14:00:00' }),
    );
  });
});

test('verdicts are the same if objects are judged in several batches', async () => {
  const other = await makeFolder();
  await build(other, join(home, 'upstream'), NOW, {
    ...databaseOnly,
    limits: { memory: '500MB', threads: 2, batchSize: 20 },
  });
  const one = await openRelease(other);
  try {
    expect(await differingTables(release, one)).toEqual([]);
  } finally {
    one.close();
    await removeFolder(other);
  }
}, 120_000);
