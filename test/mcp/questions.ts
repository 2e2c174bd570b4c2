/** The expected content of a result. */
type Expected =
  /** A value with its confidence and every source of it, by their first letters: celestrak, gcat, satnogs, wikidata, derived. */
  | { readonly fact: string; readonly is: unknown; readonly confidence: string; readonly sources: string }
  /** A value at a path of the structured content, such as `objects.0.name`. */
  | { readonly at: string; readonly is: unknown }
  /** A number at a path, to within a tolerance. */
  | { readonly at: string; readonly near: number; readonly within: number }
  /** The code of an error. */
  | { readonly error: string };

/** A question, the tool and arguments that answer it, and the expected content. */
export type Question = readonly [text: string, tool: string, args: object, ...expected: readonly Expected[]];

const fact = (name: string, is: unknown, confidence: string, sources: string): Expected => ({
  fact: name,
  is,
  confidence,
  sources,
});
const at = (path: string, is: unknown): Expected => ({ at: path, is });
const of = (norad_cat_id: number, ...fields: string[]) => ({ norad_cat_id, fields });

const BERLIN = { lat: 52.5, lon: 13.4 };
const get = 'get_object';
const search = 'search_objects';
const conflicts = 'list_conflicts';

/**
 * Sixty questions with known answers: for real objects, commonly published facts; for synthetic ones, those in the sample's
 * README.
 */
export const questions: readonly Question[] = [
  // One fact of an object.
  ['When was the ISS launched?', get, of(25544, 'launch_date'), fact('launch_date', '1998-11-20', 'CONFIRMED', 'cgsw')],
  ['When was Hubble launched?', get, of(20580, 'launch_date'), fact('launch_date', '1990-04-24', 'CONFIRMED', 'cgsw')],
  [
    'What launched Hubble?',
    get,
    of(20580, 'launch_vehicle'),
    fact('launch_vehicle', 'Space Shuttle', 'CONFIRMED', 'gw'),
  ],
  ['When did Sputnik 1 reenter?', get, of(2, 'decay_date'), fact('decay_date', '1958-01-03', 'CONFIRMED', 'cgsw')],
  ['What was the mass of Sputnik 1?', get, of(2, 'launch_mass_kg'), fact('launch_mass_kg', 84, 'CONFIRMED', 'gw')],
  ['Who operates the James Webb telescope?', get, of(50463, 'operator'), fact('operator', 'NASA', 'CONFIRMED', 'gw')],
  [
    'Where was the James Webb telescope launched from?',
    get,
    of(50463, 'launch_site'),
    fact('launch_site', 'Guiana Space Centre, Kourou', 'CONFIRMED', 'cg'),
  ],
  ['When did Mir reenter?', get, of(16609, 'decay_date'), fact('decay_date', '2001-03-23', 'CONFIRMED', 'cgw')],
  [
    'Did Mir fall, or was it brought down?',
    get,
    of(16609, 'disposition'),
    fact('disposition', 'DEORBITED', 'CONFIRMED', 'cgw'),
  ],
  ['When did Skylab fall?', get, of(6633, 'decay_date'), fact('decay_date', '1979-07-11', 'CONFIRMED', 'cgw')],
  [
    'Does Envisat still work?',
    get,
    of(27386, 'operational_status'),
    fact('operational_status', 'NONOPERATIONAL', 'CONFIRMED', 'cg'),
  ],
  ['How heavy is Envisat?', get, of(27386, 'launch_mass_kg'), fact('launch_mass_kg', 8211, 'CONFIRMED', 'gw')],
  [
    'Since when has Vanguard 1 been in orbit?',
    get,
    of(5, 'launch_date'),
    fact('launch_date', '1958-03-17', 'CONFIRMED', 'cgw'),
  ],
  ['Is Vanguard 1 still in orbit?', get, of(5, 'disposition'), fact('disposition', 'IN_ORBIT', 'HIGH', 'cg')],
  ['When did Tiangong 1 reenter?', get, of(37820, 'decay_date'), fact('decay_date', '2018-04-02', 'CONFIRMED', 'cg')],
  ['When did GOCE reenter?', get, of(34602, 'decay_date'), fact('decay_date', '2013-11-11', 'CONFIRMED', 'cgw')],
  ['When did UARS reenter?', get, of(21701, 'decay_date'), fact('decay_date', '2011-09-24', 'CONFIRMED', 'cgw')],
  ['When did ERS-2 reenter?', get, of(23560, 'decay_date'), fact('decay_date', '2024-02-21', 'CONFIRMED', 'cg')],
  [
    'What happened to Tesla’s Roadster?',
    get,
    of(43205, 'disposition'),
    fact('disposition', 'ESCAPED', 'CONFIRMED', 'cg'),
  ],
  ['Where is Voyager 1?', get, of(10321, 'orbit_class'), fact('orbit_class', 'DEEP_SPACE', 'HIGH', 'd')],
  [
    'Which rocket launched Apollo 11?',
    get,
    of(4039, 'launch_vehicle'),
    fact('launch_vehicle', 'Saturn V', 'HIGH', 'g'),
  ],
  ['Whose satellite was Astérix?', get, of(1778, 'country'), fact('country', 'FR', 'CONFIRMED', 'cg')],
  [
    'Where was Prospero launched from?',
    get,
    of(5580, 'launch_site'),
    fact('launch_site', 'Woomera, Australia', 'CONFIRMED', 'cg'),
  ],
  [
    'Does AMSAT-OSCAR 7 still work?',
    get,
    of(7530, 'operational_status'),
    fact('operational_status', 'PARTIALLY_OPERATIONAL', 'HIGH', 'c'),
  ],
  [
    'At which longitude is SES-1?',
    get,
    of(36516, 'geo_longitude_deg'),
    fact('geo_longitude_deg', -100.99, 'HIGH', 'd'),
  ],
  ['How much power does the ISS have?', get, of(25544, 'power_w'), at('missing', ['power_w'])],
  ['What is known about object 999999998?', get, { norad_cat_id: 999_999_998 }, { error: 'not_found' }],
  [
    'Which slot was 190090 known to be in before today?',
    get,
    { ...of(190090, 'orbit_class'), as_of: '2026-08-22T00:00:00Z' },
    at('as_of_data.complete', true),
    fact('orbit_class', 'GEO', 'HIGH', 'd'),
    at('release.generated_at', '2026-08-21T23:00:00Z'),
  ],
  // Identification and counts.
  ['What is the catalog number of Hubble?', search, { q: 'hubble' }, at('objects.0.norad_cat_id', 20580)],
  ['And of “hubbel”?', search, { q: 'hubbel' }, at('objects.0.norad_cat_id', 20580), at('match', 'near')],
  ['What is 1998-067A?', search, { q: '1998-067A' }, at('objects.0.name', 'ISS (ZARYA)'), at('match', 'exact')],
  ['What is catalog number 10321?', search, { q: '10321' }, at('objects.0.name', 'VOYAGER 1')],
  ['How many objects does the catalog have?', search, {}, at('total', 344)],
  ['How many of them are active?', search, { active: true }, at('total', 197)],
  [
    'What was launched in 1957?',
    search,
    { launched_before: '1958-01-01' },
    at('total', 2),
    at('objects.1.name', 'SPUTNIK 1'),
  ],
  ['How many pieces of launch 1993-036 are cataloged?', search, { launch_id: ['1993-036'] }, at('total', 6)],
  ['What fell in 1979?', search, { decayed_after: '1979-01-01', decayed_before: '1980-01-01' }, at('total', 2)],
  ['Which Galileo satellite is in the catalog?', search, { q: 'galileo' }, at('objects.0.norad_cat_id', 37846)],
  [
    'How many objects of each country reentered before 1980?',
    'run_sql',
    {
      query:
        "SELECT country, count(*) AS objects FROM satellites WHERE decay_date < '1980-01-01' GROUP BY ALL ORDER BY ALL",
    },
    at('rows', [
      { country: 'RU', objects: 6 },
      { country: 'US', objects: 4 },
    ]),
  ],
  ['Is there an object named “Nibiru”?', search, { q: 'nibiru planet x' }, at('total', 0)],
  // Disagreements of sources.
  [
    'What do sources say about the rocket of Explorer 1?',
    conflicts,
    { ids: [4], conflicting_field: ['launch_vehicle'] },
    at('objects.0.conflicts.0.value', 'Jupiter C'),
    at('objects.0.conflicts.0.claims.1.value', 'Juno I'),
    at('objects.0.conflicts.0.claims.1.source', 'wikidata'),
  ],
  [
    'When did 190240 reenter?',
    conflicts,
    { ids: [190240] },
    at('objects.0.conflicts.0.field', 'decay_date'),
    at('objects.0.conflicts.0.confidence', 'CONFLICTING'),
  ],
  [
    'Is the mass of 190241 certain?',
    conflicts,
    { ids: [190241], conflicting_field: ['launch_mass_kg'] },
    at('objects.0.conflicts.0.claims.0.value', 1200),
    at('objects.0.conflicts.0.claims.1.value', 1850),
  ],
  [
    'Do sources disagree about the launch date of the ISS?',
    conflicts,
    { ids: [25544], conflicting_field: ['launch_date'] },
    at('total', 0),
  ],
  [
    'For which object do sources disagree about the rocket?',
    conflicts,
    { conflicting_field: ['launch_vehicle'], limit: 1 },
    at('objects.0.name', 'EXPLORER 1'),
  ],
  // Elements.
  [
    'What is the inclination of the ISS?',
    'get_elements',
    { norad_cat_id: 25544 },
    { at: 'elements.INCLINATION', near: 51.64, within: 0.01 },
    at('source', 'celestrak'),
    at('confidence', 'HIGH'),
  ],
  [
    'Give me the TLE of Hubble.',
    'get_elements',
    { norad_cat_id: 20580, format: 'tle' },
    { at: 'age_days', near: 0.5, within: 1 },
    at('elements.norad_cat_id', 20580),
  ],
  [
    'What were the ISS’s elements at midnight?',
    'get_elements',
    { norad_cat_id: 25544, as_of: '2026-08-22T00:00:00Z' },
    at('epoch', '2026-08-21T12:06:53.748000'),
    at('as_of', '2026-08-22T00:00:00Z'),
    at('as_of_data.snapshot', '2026-08-21T23:00:00Z'),
    at('as_of_data.complete', true),
  ],
  ['Give me the TLE of Sputnik 1.', 'get_elements', { norad_cat_id: 2, format: 'tle' }, { error: 'no_elements' }],
  [
    'Give me the TLE of 345678.',
    'get_elements',
    { norad_cat_id: 345_678, format: 'tle' },
    { error: 'tle_not_expressible' },
  ],
  // Passes and the sky.
  [
    'Does the ISS pass over Berlin?',
    'find_passes',
    { norad_cat_id: 25544, ...BERLIN, days: 1 },
    at('state', 'rises_and_sets'),
    at('confidence', 'HIGH'),
  ],
  [
    'Can Hubble be seen from Berlin?',
    'find_passes',
    { norad_cat_id: 20580, ...BERLIN, days: 1 },
    at('state', 'never_rises'),
  ],
  [
    'When is Meteosat-9 above Nairobi?',
    'find_passes',
    { norad_cat_id: 28912, lat: -1.3, lon: 36.8, days: 1 },
    at('state', 'always_up'),
  ],
  [
    'Can SES-1 be received in Berlin?',
    'find_passes',
    { norad_cat_id: 36516, ...BERLIN, days: 1 },
    at('state', 'never_rises'),
  ],
  [
    'Which geostationary satellite is above 1° west on the equator?',
    'list_above',
    { lat: 0, lon: -1, orbit_class: 'GEO', min_elevation_deg: 80 },
    at('objects.0.name', 'INTELSAT 10-02'),
    at('objects.0.elements_source', 'celestrak'),
  ],
  // What crossed an image, and what somebody saw.
  [
    'What crossed my image around the pole?',
    'list_field_tracks',
    { ...BERLIN, from: '2026-08-22T18:00:00Z', exposure_s: 10, ra_deg: 0, dec_deg: 90, radius_deg: 60, limit: 2 },
    at('returned', 2),
    at('frame', 'ICRS'),
    at('tracks.0.elements_source', 'celestrak'),
  ],
  [
    'Which satellite made this streak?',
    'identify_streak',
    { ...BERLIN, t1: '2026-08-22T18:00:00Z', t2: '2026-08-22T18:00:02Z', ra1: 200, dec1: 60, ra2: 201, dec2: 61 },
    { at: 'none_probability', near: 0.9, within: 0.1 },
  ],
  [
    'What was the bright light in Berlin at noon?',
    'explain_sighting',
    { ...BERLIN, at: '2026-08-22T11:00:00Z', brightness: 'bright' },
    at('candidates', []),
    at('alternatives.2', 'A meteor: gone within a few seconds'),
  ],
  [
    'Which FM repeaters in orbit can I work from Berlin on 70 cm?',
    'list_passes',
    { ...BERLIN, hours: 24, mode: ['FM'], band: 'UHF', audible: true },
    at('passes.0.name', 'ISS (ZARYA)'),
    at('passes.0.elements_source', 'celestrak'),
  ],
  [
    'Which weather satellites can I receive on 137 MHz from Berlin?',
    'list_passes',
    { ...BERLIN, hours: 24, purpose: 'weather', frequency: '137-138', audible: true },
    at('total', 0),
  ],
  [
    'Which stations can my one antenna follow tonight, if the ISS matters most?',
    'list_passes',
    { ...BERLIN, hours: 24, group: 'stations', plan: true, priority: '25544:9' },
    at('passes.0.norad_cat_id', 48274),
    at('passes.1.norad_cat_id', 25544),
  ],
  [
    'What does the ISS transmit?',
    'list_transmitters',
    { norad_cat_id: 25544 },
    at('transmitters.0.norad_cat_id', 25544),
    at('license', 'CC-BY-SA-4.0'),
  ],
  [
    'What transmits on 145.8 MHz?',
    'list_transmitters',
    { frequency: '145.8' },
    at('transmitters.0.norad_cat_id', 25544),
  ],
  [
    'What does object 7 transmit in FM?',
    'list_transmitters',
    { norad_cat_id: 7, mode: ['FM'] },
    { error: 'invalid_parameter' },
  ],
  // Maneuvers: the sample's archive is too short to say that there were none.
  [
    'Did the ISS maneuver this year?',
    'list_maneuvers',
    { norad_cat_id: 25544 },
    at('enough', false),
    at('maneuvers', []),
    at('elements_source', 'celestrak'),
  ],
  // Close approaches.
  [
    'What comes closest to SAMPLE CONSTELLATION 038?',
    'list_close_approaches',
    { norad_cat_id: [190038], sort: 'range_km' },
    at('total', 2),
    at('approaches.0.second.norad_cat_id', 190058),
    at('approaches.0.probability', null),
  ],
  // Changes.
  [
    'Which satellites maneuvered?',
    'list_changes',
    { type: ['orbit_change'] },
    at('total', 4),
    at('events.0.confidence', 'LOW'),
  ],
  [
    'What is new in the catalog since this morning?',
    'list_changes',
    { type: ['new_object'], since: '2026-08-22T12:00:00Z' },
    at('total', 2),
    at('events.0.norad_cat_id', 190231),
  ],
  ['What happened to 190076?', 'get_history', { norad_cat_id: 190076 }, at('events.0.type', 'reentry')],
  [
    'Does 190075 still work?',
    'get_history',
    { norad_cat_id: 190075, field: 'operational_status' },
    at('changes.0.before', 'OPERATIONAL'),
    at('changes.0.after', 'NONOPERATIONAL'),
  ],
  ['What was 190079 called before?', 'get_history', { norad_cat_id: 190079, field: 'name' }, at('total', 1)],
];
