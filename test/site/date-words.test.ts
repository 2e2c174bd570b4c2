import { expect, test } from 'vitest';
import { conflictSentence } from '../../src/components/object/conflict-sentence.ts';
import { dateWords, onDate, precisionOf, withDateWords } from '../../src/components/object/date-words.ts';
import { conflictSides } from '../../src/components/object/evidence.ts';
import { endWords, objectSentence, stateOf } from '../../src/components/object/object-sentence.ts';
import type { ObjectRecord } from '../../src/http/pages/page-object.ts';
import { rules } from '../../src/schema/objects/confidence.ts';

test.each([
  ['2022-04-01', null, '2022-04-01', 'on 2022-04-01'],
  ['2022-04-01', 'day', '2022-04-01', 'on 2022-04-01'],
  ['2022-04-01', 'month', '2022-04', 'in 2022-04'],
  ['2010-07-01', 'quarter', '2010 Q3', 'in 2010 Q3'],
  ['1995-01-01', 'year', '1995', 'in 1995'],
  ['1980-01-01', 'decade', '1980s', 'in 1980s'],
  ['1900-01-01', 'century', '20th century', 'in 20th century'],
  ['2000-01-01', 'century', '21st century', 'in 21st century'],
])('%s to the %s is %s', (date, precision, words, within) => {
  expect(dateWords(date, precision)).toBe(words);
  expect(onDate(date, precision)).toBe(within);
});

/** A satellite whose decay GCAT knows to the month. */
const claim = (slug: string, field: string, value: object) => ({
  field,
  value_text: null,
  value_numeric: null,
  value_date: null,
  value_bool: null,
  precision: null,
  uncertain: null,
  source: { slug, name: slug, license: '' },
  confidence: 'CONFLICTING',
  selected: false,
  observed_at: '2026-08-21T23:00:00Z',
  url: null,
  ...value,
});
const record = {
  name: 'USA 182',
  common_name: null,
  alt_names: [] as string[],
  object_class: 'PAYLOAD',
  operational_status: 'DECAYED',
  orbit_class: 'LEO',
  orbit_type: null,
  disposition: 'DEORBITED',
  detailed_purpose: null,
  purpose: null,
  users: null,
  operator: null,
  launch_id: '2005-016',
  launch_date: '2005-04-30',
  launch_site: null,
  launch_vehicle: null,
  separation_date: null,
  decay_date: '2022-04-01',
  claims: [
    claim('gcat', 'decay_date', { value_date: '2022-04-01', precision: 'month', selected: true }),
    claim('celestrak', 'disposition', { value_text: 'IN_ORBIT' }),
  ],
  provenance: {
    fields: [
      { field: 'decay_date', confidence: 'CONFLICTING', rule: rules.reentry_disputed.sentence, sources: ['gcat'] },
    ],
  },
} as unknown as ObjectRecord;

test('no sentence, side, or label has a day that no source states', () => {
  expect(precisionOf(record, 'decay_date')).toBe('month');
  expect(precisionOf(record, 'launch_date')).toBeNull();
  expect(stateOf(record)).toBe('deorbited 2022-04');
  const told = [
    objectSentence(record),
    conflictSentence(record, 'decay_date', new Map()),
    String(conflictSides({ record, countries: new Map() }, 'decay_date')),
  ];
  for (const text of told) {
    expect(text).toContain('2022-04');
    expect(text).not.toContain('2022-04-01');
  }
  expect(told[1]).toContain('GCAT says 2022-04');
});

test('lists have dates as exactly as their sources, too', () => {
  const rows = [
    { norad_cat_id: 28_646, launch_date: '2005-04-30', decay_date: '2022-04-01' },
    { norad_cat_id: 5, launch_date: '1958-03-17', decay_date: null },
  ];
  const coarse = new Map([
    [28_646, new Map([['decay_date', 'month']])],
    [5, new Map([['decay_date', 'year']])],
  ]);
  expect(withDateWords(rows, coarse)).toEqual([{ ...rows[0], decay_date: '2022-04' }, rows[1]]);
});

test('only what reentered is said to have reentered', () => {
  const words = (['REENTERED', 'DEORBITED', 'LANDED', 'ESCAPED', 'IN_ORBIT'] as const).map((disposition) =>
    endWords({ disposition }),
  );
  expect(words).toEqual(['Reentered', 'Deorbited', 'Landed', 'Decayed', 'Decayed']);
});
