import { expect, test } from 'vitest';
import { briefEvidence, evidenceOf, fieldEvidence } from '../../src/components/object/evidence.ts';
import { fieldGroups, fields, firstFields, foldedFields } from '../../src/components/object/field-value.ts';
import { elsewhere } from '../../src/components/object/object-addresses.ts';
import { spanSince } from '../../src/components/object/time-span.ts';
import { groupEvents, groupingNote } from '../../src/features/events/components/event-groups.ts';
import type { ObjectRecord } from '../../src/http/pages/page-object.ts';
import type { Event } from '../../src/schema/changes/event.ts';
import { describeEvent } from '../../src/schema/changes/event-words.ts';
import { emptyRecord } from './empty-record.ts';

test.each([
  ['OPERATIONAL', null, '27.8 years'],
  ['DECAYED', '1999-01-25', '2 months'],
  ['DECAYED', '1998-12-05', '15 days'],
  ['DECAYED', '1998-11-19', null],
  // It came down on an unknown day: its time in orbit is not known, and is over.
  ['DECAYED', null, null],
])(
  'the time in orbit of an object with the status %s and the decay date %s is %s',
  (operational_status, decay_date, words) => {
    const span = (isCoarse: boolean) =>
      spanSince('1998-11-20', { operational_status, decay_date }, '2026-08-22T13:00:00Z', isCoarse);
    expect(span(false)).toBe(words);
    // Of a month or a year, no number of days is known.
    expect(span(true)).toBeNull();
  },
);

test('shows every field of the record exactly once', () => {
  const shown = [...firstFields, ...foldedFields, ...fieldGroups.flatMap(([, names]) => names)];
  expect(shown.toSorted()).toEqual([...fields.keys()].sort());
  expect(fieldGroups.map(([title]) => title)).not.toContain('Further');
});

test('links to other sites by their identifiers and omits missing ones and unsafe URLs', () => {
  const all = elsewhere({
    norad_cat_id: 25544,
    website: 'https://nasa.gov/',
    wikidata_id: 'Q25271',
    satnogs_id: 'XSKZ-1',
  });
  expect(all.map(([name]) => name)).toEqual([
    'Official site',
    'Wikipedia',
    'Wikidata',
    'CelesTrak',
    'SatNOGS',
    'N2YO',
    'Heavens-Above',
    'Space-Track',
  ]);
  for (const [, href] of all) expect(new URL(href).protocol).toBe('https:');
  const few = elsewhere({ norad_cat_id: 5, website: 'javascript:alert(1)', wikidata_id: null, satnogs_id: null });
  expect(few.map(([name]) => name)).toEqual(['CelesTrak', 'N2YO', 'Heavens-Above', 'Space-Track']);
});

const event = (id: number, launch: string | null, type: Event['type'] = 'new_object', day = '2026-08-20') =>
  ({
    id: String(id),
    norad_cat_id: id,
    type,
    cospar_id: launch && `${launch}A`,
    occurred_at: `${day}T00:00:00Z`,
  }) as unknown as Event;

test('groups new objects by launch and day', () => {
  const lines = groupEvents([
    event(1, '2026-159'),
    event(2, null),
    event(3, '2026-159'),
    event(4, '2026-160'),
    event(5, '2026-159'),
    event(6, '2026-159', 'reentry'),
    event(7, '2026-159', 'new_object', '2026-08-19'),
  ]);
  const summaries = lines.map((line) =>
    'event' in line ? line.event.norad_cat_id : `${line.launch}: ${line.events.length}`,
  );
  expect(summaries).toEqual(['2026-159: 3', 2, 4, 6, 7]);
});

test('groups orbit changes and renamings by launch, and equal changes of a field across launches', () => {
  const of = (id: number, launch: string, type: Event['type'], details: object) =>
    ({ ...event(id, launch, type), detected_at: '2026-08-22T14:00:00Z', details }) as unknown as Event;
  const raised = (id: number, launch: string, km: number) =>
    of(id, launch, 'orbit_change', { delta: { semi_major_axis_km: km } });
  const status = (id: number, after: string) =>
    of(id, `20${10 + id}-001`, 'field_changed', { field: 'operational_status', before: 'OPERATIONAL', after });
  const name = (id: number) =>
    of(id, '2026-159', 'field_changed', { field: 'name', before: `OBJECT ${id}`, after: `CUBE ${id}` });
  const lines = groupEvents([
    ...[raised(1, '2026-101', 12.4), raised(2, '2026-101', -6), raised(3, '2026-101', 5.06), raised(4, '2026-101', 8)],
    ...[status(5, 'NONOPERATIONAL'), status(6, 'DECAYED'), status(7, 'NONOPERATIONAL'), status(8, 'NONOPERATIONAL')],
    ...[name(9), name(10), name(11)],
  ]);
  const summaries = lines.map((line) =>
    'event' in line
      ? line.event.norad_cat_id
      : [line.launch, line.events.map(({ norad_cat_id }) => norad_cat_id), line.words],
  );
  expect(summaries).toEqual([
    ['2026-101', [1, 3, 4], 'Raised by 5.1 to 12.4\u00a0km'],
    2,
    [null, [5, 7, 8], 'Status changed from operational to not operational'],
    6,
    ['2026-159', [9, 10, 11], 'Renamed'],
  ]);
});

test.each([
  ['name', 'OBJECT A', 'CUTE-1', 'Renamed from OBJECT A to CUTE-1'],
  [
    'operational_status',
    'OPERATIONAL',
    'PARTIALLY_OPERATIONAL',
    'Status changed from operational to partially operational',
  ],
  ['operator', null, 'SpaceX', 'Operator set to SpaceX'],
  ['country', 'US', 'FR', 'Owner changed from US to FR'],
  ['decay_date', '2026-08-22', null, 'Decay date 2026-08-22 withdrawn'],
])('describes a field change: %s from %s to %s', (field, before, after, words) => {
  expect(describeEvent({ type: 'field_changed', details: { field, before, after } } as unknown as Event)).toBe(words);
});

test.each([
  [{ semi_major_axis_km: 12.04 }, 'Raised by 12\u00a0km'],
  [{ semi_major_axis_km: -0.31, inclination_deg: 0.0123 }, 'Lowered by 0.3\u00a0km, inclination +0.012°'],
  [{ eccentricity: -0.00012 }, 'Eccentricity −0.00012'],
  [{}, 'Orbit changed'],
])('describes an orbit change, case %#', (delta, words) => {
  expect(describeEvent({ type: 'orbit_change', details: { delta } } as unknown as Event)).toBe(words);
});

test.each([
  [{ predicted: {} }, 'Inclination −0.001° beyond natural drift'],
  [{ predicted: null }, 'Inclination −0.001° since 2026-07-01'],
  [
    { predicted: null, orbit_class: { before: 'HEO', after: 'GEO' } },
    'Inclination −0.001° since 2026-07-01, from HEO to GEO',
  ],
])('says whether natural drift has been taken off an orbit change: %j', (more, words) => {
  const details = {
    ...{ epoch_before: '2026-07-01T10:00:00.000Z', epoch_after: '2026-07-31T12:00:00.000Z' },
    ...{ delta: { inclination_deg: -0.001 }, ...more },
  };
  expect(describeEvent({ type: 'orbit_change', details } as unknown as Event)).toBe(words);
});

/** An orbit change between two orbits, kilometers of semi-major axis; `more` has further changes. */
const moved = (before: number, predicted: number | null, after: number, more: object = {}) => ({
  before: { semi_major_axis_km: before },
  after: { semi_major_axis_km: after },
  predicted: predicted && { semi_major_axis_km: predicted },
  delta: { semi_major_axis_km: after - (predicted ?? before), ...more },
});

test.each([
  [moved(6700, 6705, 6712), 'Raised by 7.0\u00a0km beyond natural drift'],
  [moved(6692.873, 6722.923, 6702.923), 'Rose 10\u00a0km, 20\u00a0km less than its earlier elements predicted'],
  [moved(6700, 6683, 6695), 'Sank 5.0\u00a0km, 12\u00a0km less than its earlier elements predicted'],
  [moved(6700, 6697, 6700.01), 'Neither rose nor sank, 3.0\u00a0km higher than its earlier elements predicted'],
  [
    moved(6700, 6730, 6710, { inclination_deg: 0.1 }),
    'Rose 10\u00a0km, 20\u00a0km less than its earlier elements predicted, inclination +0.100° beyond natural drift',
  ],
])('tells the direction in which an orbit moved, not only that from the prediction, case %#', (details, words) => {
  expect(describeEvent({ type: 'orbit_change', details } as unknown as Event)).toBe(words);
});

test('groups orbit changes by the direction in which the orbits moved', () => {
  const change = (id: number, details: object) =>
    ({
      ...event(id, '2026-183', 'orbit_change'),
      ...{ detected_at: '2026-08-22T13:01:00Z', details },
    }) as unknown as Event;
  const lines = groupEvents([
    ...[moved(6700, 6730, 6710), moved(6700, 6695, 6690), moved(6700, 6720, 6708)].map((one, n) => change(n, one)),
    ...[moved(6700, 6696, 6690), moved(6700, 6740, 6712), moved(6700, 6697, 6690)].map((one, n) => change(3 + n, one)),
  ]);
  expect(lines.map((line) => 'events' in line && [line.events.length, line.words])).toEqual([
    [3, 'Rose 8.0 to 12.0\u00a0km, 12 to 28\u00a0km less than their earlier elements predicted'],
    [3, 'Lowered by 5.0 to 7.0\u00a0km beyond natural drift'],
  ]);
});

test('a group of events that goes on on another page says how many it has in all', () => {
  const all = Array.from({ length: 5 }, (_, index) => event(index, '2026-184', 'new_object'));
  const totals = (of: readonly Event[]) =>
    groupEvents(of, undefined, all).map((line) => ('event' in line ? 1 : [line.events.length, line.total]));
  expect(totals(all.slice(0, 3))).toEqual([[3, 3 + 2]]);
  expect(totals(all.slice(3))).toEqual([1, 1]);
  expect(totals(all)).toEqual([[5, 5]]);
  expect([groupingNote(all), groupingNote(all.slice(3))]).toEqual([', related ones grouped: 1 row', '']);
});

test('the head of a page has the confidence and the supporters of the status, names older claims, and leads to all of them', () => {
  const claim = (slug: string, value_text: string) => ({
    field: 'operational_status',
    value_text,
    confidence: 'HIGH',
    source: { slug },
  });
  const record = {
    ...emptyRecord,
    claims: [claim('celestrak', 'NONOPERATIONAL'), claim('gcat', 'OPERATIONAL')],
    provenance: {
      fields: [{ field: 'operational_status', confidence: 'HIGH', sources: ['celestrak'], rule: 'newest' }],
      missing: [],
    },
  } as unknown as ObjectRecord;
  const of = (one: ObjectRecord) => String(briefEvidence(evidenceOf(one, [], new Map()), 'operational_status'));
  expect(of(record)).toMatch(/^<a class="brief" href="#operational_status">/);
  expect(of(record).replaceAll(/<[^>]*>/g, '')).toBe('high celestrak older: gcat: Operational');
  // SATCAT's "-" beside an orbit that is not about the Earth is as new as the file, and no evidence.
  const [used, other] = record.claims;
  const at = (first: string, second: string) => ({
    ...record,
    claims: [
      { ...used!, selected: true, observed_at: first },
      { ...other!, observed_at: second },
    ],
  });
  const words = (one: object) => of(one as ObjectRecord).replaceAll(/<[^>]*>/g, '');
  expect(words(at('2025-07-30T23:29:00Z', '2026-08-21T23:00:00Z'))).toBe(
    'high celestrak not counted: gcat: Operational',
  );
  expect(words(at('2026-08-21T23:00:00Z', '2025-07-30T23:29:00Z'))).toBe('high celestrak older: gcat: Operational');
  const silent = { ...record, claims: [], provenance: { fields: [], missing: [] } } as unknown as ObjectRecord;
  expect(
    of(silent)
      .replaceAll(/<[^>]*>/g, '')
      .trim(),
  ).toBe('no source');
});

test('each fact says where to report an error, and what is known of a disagreement', () => {
  const claim = (slug: string, value: string, more: object = {}) => ({
    field: 'operational_status',
    source: { slug, name: slug, license: '' },
    source_record: 'a row',
    value_text: value,
    value_numeric: null,
    value_date: null,
    value_bool: null,
    confidence: 'HIGH',
    selected: false,
    observed_at: null,
    raw: null,
    url: `https://entries.example/${slug}`,
    ...more,
  });
  const of = (claims: readonly object[], confidence: string, sources: readonly string[]) => {
    const fields = [{ field: 'operational_status', confidence, sources, rule: null }];
    const record = { ...emptyRecord, claims, provenance: { fields, missing: [] } } as unknown as ObjectRecord;
    return String(fieldEvidence(evidenceOf(record, [], new Map()), 'operational_status'));
  };
  const [working, ended] = ['OPERATIONAL', 'NONOPERATIONAL'];
  const wikidata = claim('wikidata', ended, { confidence: 'CONFLICTING' });
  const disputed = of([claim('celestrak', working), wikidata, wikidata], 'CONFLICTING', ['celestrak']);
  expect(disputed).toContain('Something wrong? They disagree, as shown above. Orbweaver changes no values: tell ');
  expect(disputed).toContain(
    '<a href="https://celestrak.org/webmaster.php">CelesTrak</a>, <a href="https://entries.example/wikidata">Wikidata</a>.</p>',
  );
  expect(of([claim('gcat', working)], 'HIGH', ['gcat'])).toContain('No other source has a value.');
  expect(of([claim('gcat', working), claim('satnogs', working)], 'CONFIRMED', ['gcat', 'satnogs'])).toContain(
    'No disagreement is known.',
  );
  expect(of([claim('celestrak', ended), claim('gcat', working)], 'HIGH', ['celestrak'])).toContain(
    'An older value differs, and is not counted.',
  );
  const newer = [
    claim('celestrak', ended, { selected: true, observed_at: '2025-07-30T23:29:00Z' }),
    claim('gcat', working, { observed_at: '2026-08-21T23:00:00Z' }),
  ];
  expect(of(newer, 'HIGH', ['celestrak'])).toContain('? A value differs, and is not counted.');
  expect(of([claim('derived', working)], 'HIGH', ['derived'])).not.toContain('Something wrong');
});
