import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenedRelease, openRelease } from './release/opened-release.ts';
import { build, databaseOnly, FIRST, makeFolder, removeFolder } from './sample-build.ts';

/** Upstream files of a small catalog: SATCAT, GCAT's tables and CelesTrak's elements for a dozen objects. */
const files: Record<string, string> = {
  'celestrak/satcat.csv': `
OBJECT_NAME,OBJECT_ID,NORAD_CAT_ID,OBJECT_TYPE,OPS_STATUS_CODE,OWNER,LAUNCH_DATE,LAUNCH_SITE,DECAY_DATE,PERIOD,INCLINATION,APOGEE,PERIGEE,RCS,DATA_STATUS_CODE,ORBIT_CENTER,ORBIT_TYPE
FIRST LIGHT,2025-901A,60001,PAY,+,FR,2025-03-04,AFETR,,96.00,51.60,574,560,,,EA,ORB
FIRST LIGHT R/B,2025-901B,60002,R/B,,FR,2025-03-04,AFETR,,96.00,51.60,574,560,,,EA,ORB
ISS (ZARYA),1998-067A,25544,PAY,+,ISS,1998-11-20,TYMSC,,92.90,51.60,422,413,,,EA,ORB
RELEASED WITH ROW,1998-067ZA,60003,PAY,+,JPN,1998-11-20,TYMSC,,92.90,51.60,422,413,,,EA,ORB
RELEASED WITHOUT ROW,1998-067ZB,60004,PAY,+,JPN,1998-11-20,TYMSC,,92.90,51.60,422,413,,,EA,ORB
DISPUTED DEB,2025-901C,60005,DEB,,FR,2025-03-04,AFETR,,96.00,51.60,574,560,,,EA,ORB
UNSURE,2025-903A,60006,PAY,+,FR,2025-04-01,FRGUI,,96.00,51.60,574,560,,,EA,ORB
BOTH OWN,2025-904A,60007,PAY,+,US,2025-05-01,AFETR,,1440.00,0.05,35900,35700,,,EA,ORB
OF A LAB,2025-904B,60011,PAY,+,IT,2025-05-01,AFETR,,96.00,51.60,574,560,,,EA,ORB
OF AN INSTITUTE,2025-904C,60012,PAY,+,JPN,2025-05-01,AFETR,,96.00,51.60,574,560,,,EA,ORB
OF NOBODY KNOWN,2025-903B,60014,PAY,+,JPN,2025-04-02,AFETR,,96.00,51.60,574,560,,,EA,ORB
OF ITS SUCCESSOR,2025-904D,60013,PAY,+,JPN,2025-05-01,AFETR,,96.00,51.60,574,560,,,EA,ORB
DATED SIBLING,2026-905A,60008,PAY,+,FR,2026-07-01,FRGUI,,96.00,51.60,574,560,,,EA,ORB
`,
  'celestrak/gp-active.csv': `
OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,EPHEMERIS_TYPE,CLASSIFICATION_TYPE,NORAD_CAT_ID,ELEMENT_SET_NO,REV_AT_EPOCH,BSTAR,MEAN_MOTION_DOT,MEAN_MOTION_DDOT
DATED SIBLING,2026-905A,2026-08-20T12:00:00.000000,15.00000000,.001,51.6,10,20,30,0,U,60008,999,1,.1E-3,.1E-4,0
UNDATED SIBLING,2026-905B,2026-08-20T12:00:00.000000,15.00000000,.001,51.6,10,20,30,0,U,60009,999,1,.1E-3,.1E-4,0
NEWEST,2026-906A,2026-08-20T12:00:00.000000,15.00000000,.001,51.6,10,20,30,0,U,60010,999,1,.1E-3,.1E-4,0
`,
  'gcat/orgs.tsv': `
#Code UCode StateCode Type Class TStart TStop ShortName Name Parent EName
# Updated 2026 Aug 20 1200:00
X X X CY C - - UNKNOWN - - -
F F F CY C - - France Republique_Francaise - French_Republic
OLD OLD J O C 1960 2003 Old Old_Space_Bureau - Old_Space_Bureau
NEW OLD J O C 2003 - New New_Space_Agency - New_Space_Agency
AGC AGC US O C 1958 - Agency Space_Agency_Club - Space_Agency_Club
AGCC AGCC US O C 1958 - Center Agency_Center - Agency_Center
LP LP F O B 2000 - LP Launch_People - Launch_People
INST INST J O C 1970 2001 Inst Moon_Institute - Moon_Institute
CTR INST J O C 2001 - Ctr Mars_Center - Mars_Center
LAB LAB F O C 1990 - Lab Mars_Laboratory CTR Mars_Laboratory
UNKUS UNKUS US O B - - Unknown_(US) Unknown_US_operator - Unknown_US_operator
`.replace(/^(AGCC .*) - (\S+)$/m, '$1 AGC $2'),
  'gcat/launch.tsv': `
#Launch_Tag Launch_JD Launch_Date LV_Type Variant Flight_ID Flight Mission FlightCode Platform Launch_Site Launch_Pad Ascent_Site Agency LaunchCode FailCode
# Updated 2026 Aug 20 1200:00
1998-067 2451137.78 1998_Nov_20 Proton-K - 395-01 Zarya 77KM_No._17501 - - GIK-5 LC81/23 - LP OS -
2025-901 2460738.90 2025_Mar__4 Rocket_A B? 7/A3__F12 First_Light_[note?] FL-1 SPARK/5 BARGE CC LC1? - LP OS75 S2G*
2025-902 2460748.90 2025_Mar_14 Rocket_B - - Carrier C-1 - - TNSC - - LP OS -
2025-903 2460767.50 2025_Apr__2 Rocket_C? ? - KH-8A? - - - CSG? - - LP? OF -
2025-904 2460796.90 2025_May__1 Rocket_A - - - Joint_Mission - - CC - - AGC/LP OU -
`,
  'gcat/satcat.tsv': `
#JCAT Satcat Launch_Tag Piece Type Name PLName LDate DDate Status Owner State Manufacturer Mass MassFlag OpOrbit AltNames
# Updated 2026 Aug 20 1200:00
S60003 60003 2025-902 1998-067ZA P [Released]? [UNID084]_RCS_6.6 2025_Mar_14 - O OLD J - 1 - LEO/I released-with-row
S60005 60005 2025-902 2025-901C D deb_Carrier? - 2025_Mar_14 - O X F - 0 - LEO/I -
S60011 60011 2025-904 2025-904B P Of_a_lab - 2025_May__1 - O LAB I - 1 - LEO/I -
S60012 60012 2025-904 2025-904C P Of_an_institute - 2025_May__1 - O INST J - 1 - LEO/I -
S60013 60013 2025-904 2025-904D P Of_its_successor - 2025_May__1 - O CTR J - 1 - LEO/I -
S60007 60007 2025-904 2025-904A P [Both_Own] BOTH-OWN_(BO-1) 2025_May__1 - O AGCC/NEW US - 10 - GEO/S BothOwn
`,
  'gcat/psatcat.tsv': `
#JCAT Name TLast TOp Program Plane Att Mvr Class Category Result UNState UNReg DispEpoch DispPeri DispApo DispInc
# Updated 2026 Aug 20 1200:00
S60011 Of_a_lab 2025_Jun_30 2025_Jun_30 Lab_Series 4_1 P M C TECH F I ST/SG/SER.E/1 2025_Jul__2 -12 530.5 51.60
S60013 Of_its_successor 2025_Jul__1 2025_Jul__1 - - - - C TECH U J - 2025_Jul__2 420 -568649 51.60
S60012 Of_an_institute 2025_Jul__1 * - - - - C TECH U J - 2025_Jul__2 420 540 51.60
`,
};

const toTsv = (name: string, text: string) =>
  name.endsWith('.tsv')
    ? text
        .split('\n')
        .map((line) => (line.startsWith('# ') ? line : line.replaceAll(' ', '\t').replaceAll('_', ' ')))
        .join('\n')
        .replaceAll(/\t?(Launch|Ascent|Flight) (Tag|JD|Date|Site|Pad|ID)/g, (found) => found.replace(' ', '_'))
        .replaceAll('LV Type', 'LV_Type')
    : text;

let home: string;
let release: OpenedRelease;

beforeAll(async () => {
  home = await makeFolder();
  const folder = join(home, 'upstream');
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), toTsv(name, text).trimStart());
  }
  await build(join(home, 'home'), folder, FIRST, databaseOnly);
  release = await openRelease(join(home, 'home'));
}, 120_000);

afterAll(async () => {
  release?.close();
  await removeFolder(home);
});

const satellite = async (id: number) => (await release.rows(`FROM satellites WHERE norad_cat_id = ${id}`))[0]!;
const confidenceOf = async (id: number, field: string) =>
  (
    await release.rows<{ confidence: string }>(
      `SELECT confidence FROM provenance WHERE norad_cat_id = ${id} AND field = '${field}'`,
    )
  )[0]?.confidence;

describe('data of the launch catalog', () => {
  test('becomes a claim of every object of the launch, with or without a row in GCAT’s catalog', async () => {
    for (const id of [60001, 60002])
      expect(await satellite(id)).toMatchObject({ launch_date: '2025-03-04', launch_vehicle: 'Rocket A' });
    expect(await confidenceOf(60002, 'launch_date')).toBe('CONFIRMED');
    expect(await confidenceOf(60002, 'launch_vehicle')).toBe('HIGH');
  });

  test('applies only to the station for a station’s launch: objects it released flew on another rocket', async () => {
    expect(await satellite(25544)).toMatchObject({ launch_vehicle: 'Proton-K' });
    expect(await satellite(60003)).toMatchObject({
      launch_id: '1998-067',
      launch_date: '2025-03-14',
      launch_vehicle: 'Rocket B',
    });
    expect(await confidenceOf(60003, 'launch_date')).toBe('HIGH');
    expect(await satellite(60004)).toMatchObject({ launch_vehicle: null });
  });

  test('conflicts with SATCAT for other objects with two launches; the designator decides the launch', async () => {
    expect(await satellite(60005)).toMatchObject({
      launch_id: '2025-901',
      launch_date: '2025-03-04',
      launch_vehicle: 'Rocket A',
    });
    expect(await confidenceOf(60005, 'launch_date')).toBe('CONFLICTING');
    expect(await confidenceOf(60005, 'launch_site')).toBe('CONFLICTING');
  });

  test('overrides SATCAT where it is certain, and lists uncertain fields', async () => {
    expect(await satellite(60006)).toMatchObject({ launch_date: '2025-04-02', launch_vehicle: 'Rocket C' });
    expect(await confidenceOf(60006, 'launch_date')).toBe('CONFLICTING');
    const [launch] = await release.rows("FROM launches WHERE launch_id = '2025-903'");
    expect(launch).toMatchObject({ name: 'KH-8A', launch_vehicle: 'Rocket C' });
    expect(launch!.uncertain).toEqual(['launch_site', 'launch_vehicle', 'provider', 'name']);
  });

  test('names the launch and its provider; the slug is null if the provider is not an operator', async () => {
    expect((await release.rows("FROM launches WHERE launch_id = '1998-067'"))[0]).toMatchObject({
      name: 'Zarya',
      provider: 'Launch People',
      provider_slug: null,
    });
    expect((await release.rows("FROM launches WHERE launch_id = '2025-901'"))[0]).toMatchObject({
      name: 'First Light',
    });
    expect((await release.rows("FROM launches WHERE launch_id = '2025-904'"))[0]).toMatchObject({
      name: 'Joint Mission',
    });
  });
});

describe('columns of the payload catalog', () => {
  test('are claims with the text of their row; codes without a documented meaning are not decoded', async () => {
    expect(await satellite(60011)).toMatchObject({
      program: 'Lab Series',
      orbital_plane: '4 1',
      attitude_control_code: 'P',
      maneuver_capability: 'MANEUVERS',
      mission_result: 'FAILURE',
      un_registration: 'ST/SG/SER.E/1',
      disposal_orbit_date: '2025-07-02',
      disposal_perigee_km: -12,
      disposal_apogee_km: 530.5,
      disposal_inclination_deg: 51.6,
    });
    const claims = await release.rows<{ field: string; raw: string }>(
      "SELECT field, raw FROM claims WHERE norad_cat_id = 60011 AND source_record = 'psatcat.tsv S60011' AND (field LIKE 'disposal%' OR field LIKE 'attitude%') ORDER BY field",
    );
    expect(claims).toEqual([
      { field: 'attitude_control_code', raw: 'P' },
      { field: 'disposal_apogee_km', raw: '530.5' },
      { field: 'disposal_inclination_deg', raw: '51.60' },
      { field: 'disposal_orbit_date', raw: '2025 Jul  2' },
      { field: 'disposal_perigee_km', raw: '-12' },
    ]);
  });

  test('have no apogee of an orbit that leaves the Earth', async () => {
    expect(await satellite(60013)).toMatchObject({ disposal_perigee_km: 420, disposal_apogee_km: null });
  });

  test('have no disposal orbit of a payload that works, though GCAT has an orbit there', async () => {
    expect(await satellite(60012)).toMatchObject({
      operational_status: 'OPERATIONAL',
      disposal_orbit_date: null,
      disposal_perigee_km: null,
      attitude_control_code: null,
    });
  });
});

describe('codes of a launch', () => {
  test('are as the launch catalog writes them; a question mark marks them as uncertain, and alone is no code', async () => {
    const [first] = await release.rows("FROM launches WHERE launch_id = '2025-901'");
    expect(first).toMatchObject({
      launch_pad: 'LC1',
      launch_platform: 'BARGE',
      vehicle_variant: 'B',
      flight_id: '7/A3 F12',
      flight_code: 'SPARK/5',
      failure_code: 'S2G*',
      uncertain: ['launch_pad', 'vehicle_variant'],
    });
    const [third] = await release.rows("FROM launches WHERE launch_id = '2025-903'");
    expect(third).toMatchObject({ launch_pad: null, vehicle_variant: null, flight_id: null, failure_code: null });
  });

  test('are claims about the launch, with their row and its text, as are its provider, name, and outcome', async () => {
    const claims = await release.rows<{ field: string }>("FROM launch_claims WHERE launch_id = '2025-901'");
    expect(claims.map(({ field }) => field).toSorted()).toEqual([
      ...['failure_code', 'flight_code', 'flight_id', 'launch_pad', 'launch_platform'],
      ...['name', 'outcome', 'provider', 'vehicle_variant'],
    ]);
    expect(claims.find(({ field }) => field === 'launch_pad')).toEqual({
      launch_id: '2025-901',
      field: 'launch_pad',
      value_text: 'LC1',
      source: 'gcat',
      source_record: 'launch.tsv 2025-901',
      raw: 'launch.tsv 2025-901 Launch_Pad=LC1?',
      uncertain: true,
      url: 'https://planet4589.org/space/gcat/data/launch/launch.html',
    });
    expect(claims.find(({ field }) => field === 'outcome')).toMatchObject({
      value_text: 'PARTIAL',
      raw: 'launch.tsv 2025-901 LaunchCode=OS75',
    });
    expect(await release.rows('FROM launch_claims WHERE launch_id NOT IN (SELECT launch_id FROM launches)')).toEqual(
      [],
    );
  });
});

test('decodes the outcome of a launch, or null if its code does not state one', async () => {
  const outcomes = await release.rows('SELECT launch_id, outcome FROM launches ORDER BY launch_id');
  expect(outcomes).toEqual([
    { launch_id: '1998-067', outcome: 'SUCCESS' },
    { launch_id: '2025-901', outcome: 'PARTIAL' },
    { launch_id: '2025-903', outcome: 'FAILURE' },
    { launch_id: '2025-904', outcome: null },
    { launch_id: '2026-905', outcome: null },
    { launch_id: '2026-906', outcome: null },
  ]);
});

describe('launches without a date', () => {
  test('are sorted by designator, newest first', async () => {
    const launches = await release.rows<{ launch_id: string }>('SELECT launch_id FROM launches');
    expect(launches.map(({ launch_id }) => launch_id)).toEqual([
      '2026-906',
      '2026-905',
      '2025-904',
      '2025-903',
      '2025-901',
      '1998-067',
    ]);
  });

  test('take the date from another object of the launch', async () => {
    expect(await satellite(60009)).toMatchObject({ launch_date: '2026-07-01' });
    expect(await confidenceOf(60009, 'launch_date')).toBe('HIGH');
  });

  test('create events for new objects', async () => {
    const events = await release.rows<{ id: string }>("SELECT id FROM events WHERE type = 'new_object' ORDER BY id");
    expect(events.map(({ id }) => id)).toEqual(['new_object-60008', 'new_object-60009', 'new_object-60010']);
  });
});

describe('operators', () => {
  // `Of nobody known` is of 2025-04-02.
  test('that had ended have a last launch, whatever payload without an operator was launched later', async () => {
    const later = await release.rows(
      "SELECT slug, last_launch::VARCHAR AS last_launch, last_known_launch::VARCHAR AS last_known_launch, later_without_operator FROM operators WHERE country = 'JP' ORDER BY slug",
    );
    expect(later).toEqual([
      { slug: 'mars-center', last_launch: '2025-05-01', last_known_launch: '2025-05-01', later_without_operator: 0 },
      { slug: 'moon-institute', last_launch: '2025-05-01', last_known_launch: '2025-05-01', later_without_operator: 0 },
      {
        slug: 'old-space-bureau',
        last_launch: '2025-03-14',
        last_known_launch: '2025-03-14',
        later_without_operator: 0,
      },
    ]);
  });

  test('have the country, parent and successor of their organization; the last two only if they are operators', async () => {
    const operators = await release.rows(
      'SELECT slug, country, parent_slug, successor_slug FROM operators ORDER BY slug',
    );
    expect(operators).toEqual([
      // Its parent, the Space Agency Club, and the successor of the Old Space Bureau operate nothing.
      { slug: 'agency-center', country: 'US', parent_slug: null, successor_slug: null },
      { slug: 'mars-center', country: 'JP', parent_slug: null, successor_slug: null },
      { slug: 'mars-laboratory', country: 'FR', parent_slug: 'mars-center', successor_slug: null },
      { slug: 'moon-institute', country: 'JP', parent_slug: null, successor_slug: 'mars-center' },
      { slug: 'old-space-bureau', country: 'JP', parent_slug: null, successor_slug: null },
    ]);
    expect(await satellite(60003)).toMatchObject({ operator: 'Old Space Bureau' });
    // The laboratory is French, regardless of who owns its satellite.
    expect(await satellite(60011)).toMatchObject({ operator: 'Mars Laboratory', country: 'IT' });
  });

  test('have one claim for each joint owner; the first is selected', async () => {
    const claims = await release.rows<{ value_text: string }>(
      "SELECT value_text FROM claims WHERE norad_cat_id = 60007 AND field = 'operator' ORDER BY selected DESC",
    );
    expect(claims.map(({ value_text }) => value_text)).toEqual(['Agency Center', 'New Space Agency']);
  });

  test('are null for the code of an unknown owner', async () => {
    expect(await satellite(60005)).toMatchObject({ operator: null });
  });
});

test('alternate names have no markup and differ from the name in more than punctuation', async () => {
  expect((await satellite(60007)).alt_names).toEqual(['BO-1']);
  expect((await satellite(60003)).alt_names).toEqual(['Released']);
});

test('the orbit type is consistent with the orbit class', async () => {
  expect(await satellite(60007)).toMatchObject({ orbit_class: 'GEO', orbit_type: 'GEO_DRIFT' });
});
