import { expect, test } from 'vitest';
import { sidesOf } from '../../src/components/object/claim-sides.ts';
import { conflictOf, evidenceOf, fieldEvidence } from '../../src/components/object/evidence.ts';
import type { ObjectRecord } from '../../src/http/pages/page-object.ts';
import { rules } from '../../src/schema/objects/confidence.ts';

const claim = (slug: string, field: string, value: string, more: object = {}) => ({
  field,
  value_text: field === 'decay_date' ? null : value,
  value_numeric: null,
  value_date: field === 'decay_date' ? value : null,
  value_bool: null,
  source: { slug, name: slug, license: '' },
  confidence: 'CONFLICTING',
  selected: false,
  observed_at: '2026-08-21T23:00:00Z',
  url: null,
  ...more,
});
const recordOf = (
  decay_date: string | null,
  rule: keyof typeof rules,
  claims: readonly ReturnType<typeof claim>[],
): ObjectRecord =>
  ({
    decay_date,
    claims,
    provenance: { fields: [{ field: 'decay_date', confidence: 'CONFLICTING', rule: rules[rule].sentence }] },
  }) as unknown as ObjectRecord;
const dated = claim('satnogs', 'decay_date', '2026-08-01');
const chosen = { ...dated, selected: true };
const sides = (record: ObjectRecord) =>
  sidesOf(record, 'decay_date', new Map()).map((side) => [
    side.value,
    side.claims.map(({ source }) => source.slug),
    side.chosen,
  ]);

test('a disputed decay date shows who says that the object is in orbit', () => {
  const record = recordOf('2026-08-01', 'reentry_disputed', [
    chosen,
    claim('satnogs', 'disposition', 'REENTERED'),
    claim('celestrak', 'disposition', 'IN_ORBIT'),
    claim('celestrak', 'operational_status', 'NONOPERATIONAL'),
  ]);
  expect(sides(record)).toEqual([
    ['2026-08-01', ['satnogs'], true],
    ['In orbit', ['celestrak'], false],
  ]);
});

test('a record without the disputed decay date follows those who say that the object is up', () => {
  const record = recordOf(null, 'works_after', [dated, claim('celestrak', 'operational_status', 'OPERATIONAL')]);
  expect(sides(record)).toEqual([
    ['Operational', ['celestrak'], true],
    ['2026-08-01', ['satnogs'], false],
  ]);
});

test('a decay date is not set against what its own source says, or what disagrees with nothing', () => {
  const record = recordOf('2026-08-01', 'implausible', [
    chosen,
    claim('satnogs', 'disposition', 'IN_ORBIT'),
    claim('gcat', 'disposition', 'IN_ORBIT', { confidence: 'HIGH' }),
  ]);
  expect(sides(record)).toEqual([['2026-08-01', ['satnogs'], true]]);
});

test.each([
  ['reentry_disputed', true],
  ['implausible', true],
  ['disagree_trust', false],
  ['disagree_newer', false],
] as const)('the rule %s is shown below the sides: %s', (rule, shown) => {
  const record = recordOf('2026-08-01', rule, [chosen, claim('celestrak', 'disposition', 'IN_ORBIT')]);
  const text = String(conflictOf({ record, countries: new Map() }, 'decay_date'));
  expect(text.includes(rules[rule].sentence)).toBe(shown);
  expect(text).toContain('<strong>In orbit</strong>');
  expect(text).not.toContain('as “');
});

test('an unknown owner is written once', () => {
  const record = { country: 'UNKNOWN', claims: [], provenance: { fields: [] } } as unknown as ObjectRecord;
  const text = String(fieldEvidence(evidenceOf(record, [], new Map([['UNKNOWN', 'Unknown']])), 'country'));
  expect(text).toContain('<span class="value">Unknown</span>');
});
