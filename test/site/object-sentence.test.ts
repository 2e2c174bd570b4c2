import { expect, test } from 'vitest';
import { objectSentence } from '../../src/components/object/object-sentence.ts';
import type { ObjectRecord } from '../../src/http/pages/page-object.ts';
import { rules } from '../../src/schema/objects/confidence.ts';
import { emptyRecord } from './empty-record.ts';

type Given = Partial<ObjectRecord>;

test.each<[Given, string]>([
  [
    {
      common_name: 'International Space Station',
      operational_status: 'OPERATIONAL',
      orbit_class: 'LEO',
      orbit_type: 'INCLINED',
      disposition: 'IN_ORBIT',
      detailed_purpose: 'Spaceship or space station',
      operator: 'NASA',
      launch_date: '1998-11-20',
      launch_site: 'Baikonur Cosmodrome, Kazakhstan',
      launch_vehicle: 'Proton-K',
    },
    'Space station in low Earth orbit, operated by NASA, launched 1998-11-20 from Baikonur Cosmodrome on a Proton-K; operational.',
  ],
  [
    { users: 'Military', detailed_purpose: 'Navigation', orbit_class: 'MEO', operational_status: 'NONOPERATIONAL' },
    'Military navigation satellite in medium Earth orbit; no longer operational.',
  ],
  [
    {
      detailed_purpose: 'Communications',
      orbit_class: 'GEO',
      orbit_type: 'GEOSTATIONARY',
      operational_status: 'SPARE',
    },
    'Communications satellite in geostationary orbit; a spare.',
  ],
  [
    {
      operational_status: 'DECAYED',
      orbit_class: 'LEO',
      disposition: 'REENTERED',
      decay_date: '1958-01-04',
      launch_date: '1957-10-04',
      purpose: 'Technology Development',
      detailed_purpose: 'Technology',
    },
    'Technology demonstration satellite, launched 1957-10-04; reentered 1958-01-04.',
  ],
  [
    {
      object_class: 'DEBRIS',
      orbit_class: 'LEO',
      orbit_type: 'SUN_SYNCHRONOUS',
      launch_id: '1993-036',
      users: 'Military',
    },
    'Debris in sun-synchronous low Earth orbit, from launch 1993-036.',
  ],
  [
    {
      object_class: 'DEBRIS',
      orbit_class: 'LEO',
      launch_date: '1993-06-16',
      separation_date: '2009-02-10',
    },
    'Debris in low Earth orbit, separated 2009-02-10 from PARENT, launched 1993-06-16.',
  ],
  [
    {
      object_class: 'DEBRIS',
      orbit_class: 'LEO',
      launch_date: '1993-06-16',
      launch_site: 'Plesetsk Cosmodrome, Russia',
      launch_vehicle: 'Kosmos 11K65M',
    },
    'Debris in low Earth orbit, from the launch of 1993-06-16 at Plesetsk Cosmodrome on a Kosmos 11K65M.',
  ],
  [
    { orbit_class: 'LEO', launch_date: '1998-11-20', separation_date: '2017-05-16', operational_status: 'OPERATIONAL' },
    'Satellite in low Earth orbit, separated 2017-05-16 from PARENT, launched 1998-11-20; operational.',
  ],
  [
    { orbit_class: 'LEO', launch_date: '2019-11-11', separation_date: '2019-11-11', operational_status: 'OPERATIONAL' },
    'Satellite in low Earth orbit, launched 2019-11-11; operational.',
  ],
  [
    { cospar_id: '1998-067NY', launch_date: '2018-05-21', separation_date: '2018-07-13' },
    'Satellite, separated 2018-07-13 from PARENT, launched 2018-05-21; status unknown.',
  ],
  [{ users: 'Military', detailed_purpose: 'Optical Imaging' }, 'Military optical imaging satellite; status unknown.'],
  [{ purpose: 'Earth Observation' }, 'Earth observation satellite; status unknown.'],
  [{ object_class: 'ROCKET_BODY', orbit_class: 'HEO', orbit_type: 'MOLNIYA' }, 'Rocket body in a Molniya orbit.'],
  [
    {
      orbit_class: 'DEEP_SPACE',
      orbit_type: 'HELIOCENTRIC',
      detailed_purpose: 'Planetary exploration',
      disposition: 'LOST',
    },
    'Planetary space probe in orbit around the Sun; lost.',
  ],
  [
    { object_class: 'ROCKET_BODY', orbit_class: 'DEEP_SPACE', orbit_type: 'PLANETOCENTRIC', disposition: 'LANDED' },
    'Rocket body; landed.',
  ],
  [
    {
      orbit_class: 'DEEP_SPACE',
      orbit_type: 'PLANETOCENTRIC',
      disposition: 'LANDED',
      operational_status: 'OPERATIONAL',
    },
    'Space probe; landed, operational.',
  ],
  [{ name: 'ISS (NAUKA)', detailed_purpose: 'Spaceship or space station' }, 'Space station; status unknown.'],
  [{ detailed_purpose: 'Spaceship or space station' }, 'Spacecraft; status unknown.'],
  [{}, 'Satellite; status unknown.'],
  [{ object_class: 'UNKNOWN' }, 'Object of unknown class.'],
])('summarizes an object in one sentence, case %#', (given, sentence) => {
  expect(objectSentence({ ...emptyRecord, ...given } as ObjectRecord, 'PARENT')).toBe(sentence);
});

test.each([
  [
    { cospar_id: '1998-067NY', launch_date: '2018-05-21', separation_date: '2018-07-13' },
    'Satellite, separated 2018-07-13 from the International Space Station by its designator, launched 2018-05-21; status unknown.',
  ],
  [
    { cospar_id: '1998-067FM', launch_date: '1998-11-20', launch_site: 'Baikonur Cosmodrome, Kazakhstan' },
    'Satellite, from the International Space Station by its designator; status unknown.',
  ],
  [
    { cospar_id: '1998-067BL', object_class: 'DEBRIS', launch_date: '1998-11-20' },
    'Debris, from the International Space Station by its designator.',
  ],
  [{ cospar_id: '1998-067A', launch_date: '1998-11-20' }, 'Satellite, launched 1998-11-20; status unknown.'],
  [
    { cospar_id: '1998-067B', object_class: 'ROCKET_BODY', launch_date: '1998-11-20' },
    'Rocket body, launched 1998-11-20.',
  ],
])('does not give the launch of a station as that of an object it released, case %#', (given, sentence) => {
  expect(objectSentence({ ...emptyRecord, ...given } as ObjectRecord)).toBe(sentence);
});

test('calls a piece of a break-up a fragment, and does not name its parent twice', () => {
  const piece = {
    ...emptyRecord,
    object_class: 'DEBRIS',
    orbit_class: 'LEO',
    separation_date: '2009-02-10',
    launch_date: '1993-06-16',
    disposition: 'IN_ORBIT',
  } as ObjectRecord;
  expect(objectSentence(piece, 'COSMOS 2251', 'COSMOS 2251')).toBe(
    'Fragment of COSMOS 2251 in low Earth orbit, separated 2009-02-10, launched 1993-06-16.',
  );
});

test.each<[Given, string, object, string]>([
  [
    { operational_status: 'DECAYED', decay_date: '2025-04-12', disposition: 'REENTERED', launch_date: '2015-09-19' },
    'decay_date',
    { confidence: 'CONFLICTING', sources: ['satnogs'], rule: rules.reentry_disputed.sentence },
    'Satellite, launched 2015-09-19; reentered 2025-04-12 according to SatNOGS DB (disputed).',
  ],
  [
    { operational_status: 'OPERATIONAL' },
    'operational_status',
    { confidence: 'CONFLICTING', sources: ['celestrak'], rule: rules.disagree_order.sentence },
    'Satellite; operational according to CelesTrak (disputed).',
  ],
  [
    { operational_status: 'OPERATIONAL' },
    'operational_status',
    { confidence: 'MEDIUM', sources: ['gcat'], rule: `${rules.outdated.sentence} A note.` },
    'Satellite; last reported operational.',
  ],
  [
    { operational_status: 'NONOPERATIONAL' },
    'operational_status',
    { confidence: 'MEDIUM', sources: ['gcat'], rule: rules.doubtful.sentence },
    'Satellite; no longer operational (uncertain).',
  ],
  [
    { disposition: 'LOST' },
    'disposition',
    { confidence: 'CONFLICTING', sources: ['gcat', 'celestrak'], rule: rules.disagree_order.sentence },
    'Satellite; lost according to GCAT and CelesTrak (disputed).',
  ],
  [
    { launch_date: '2015-09-19' },
    'launch_date',
    { confidence: 'CONFLICTING', sources: ['gcat'], rule: rules.two_against_one.sentence },
    'Satellite, launched 2015-09-19 (disputed); status unknown.',
  ],
  [
    { object_class: 'DEBRIS', orbit_class: 'LEO' },
    'object_class',
    { confidence: 'CONFLICTING', sources: ['celestrak'], rule: rules.disagree_order.sentence },
    'Debris (class disputed) in low Earth orbit.',
  ],
])('a sentence marks what is disputed, uncertain, or old, case %#', (given, field, entry, sentence) => {
  const provenance = { fields: [{ field, ...entry }], missing: [] };
  expect(objectSentence({ ...emptyRecord, ...given, provenance } as unknown as ObjectRecord)).toBe(sentence);
});
