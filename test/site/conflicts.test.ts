import { describe, expect, test } from 'vitest';
import { sidesOf } from '../../src/components/object/claim-sides.ts';
import {
  conflictSentence,
  disputeCounts,
  disputeHeading,
  furtherRules,
  leadingField,
} from '../../src/components/object/conflict-sentence.ts';
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
  ['disagree_order', false],
] as const)('the rule %s is shown below the sides: %s', (rule, shown) => {
  const record = recordOf('2026-08-01', rule, [chosen, claim('celestrak', 'disposition', 'IN_ORBIT')]);
  const text = String(conflictOf({ record, countries: new Map() }, 'decay_date'));
  expect(text.includes(rules[rule].sentence)).toBe(shown);
  expect(text).toContain('<strong>In orbit</strong>');
  expect(text).not.toContain('as “');
});

test('a value that cannot be right is counted apart from those on which sources disagree', () => {
  expect(disputeCounts(['disagree_order', 'below_ground', 'outvoted'], 2)).toBe(
    '3 values of 2 objects are in dispute: independent sources disagree on 2, and 1 cannot be right',
  );
  expect(disputeCounts(['disagree_order'], 1)).toBe('Independent sources disagree on 1 value of 1 object');
  expect(disputeCounts(['implausible'], 1)).toBe('1 value of 1 object is in dispute: 1 cannot be right');
  const { disagree_order, implausible } = rules;
  expect(disputeHeading([disagree_order.sentence, 'A rule of another version.'])).toBe('Sources disagree on 2 fields');
  expect(disputeHeading([`${implausible.sentence} Another catalog number has this designator, too.`])).toBe(
    '1 field in dispute',
  );
});

describe('a conflict in a sentence', () => {
  const of = (record: ObjectRecord, field = 'decay_date') => conflictSentence(record, field, new Map());
  const namedRecord = (rule: keyof typeof rules, ...claims: readonly ReturnType<typeof claim>[]) =>
    ({
      name: 'A',
      claims,
      provenance: { fields: [{ field: 'name', confidence: 'CONFLICTING', rule: rules[rule].sentence }] },
    }) as unknown as ObjectRecord;

  test('names the field, who says what, the chosen value, and why it was chosen', () => {
    expect(
      of(recordOf('2026-08-01', 'reentry_disputed', [chosen, claim('celestrak', 'disposition', 'IN_ORBIT')])),
    ).toBe(
      'Decay date: SatNOGS DB says 2026-08-01, CelesTrak says “In orbit”; the record has 2026-08-01, because no later elements contradict the reported reentry.',
    );
    expect(
      of(
        recordOf('2026-08-02', 'two_against_one', [
          claim('celestrak', 'decay_date', '2026-08-02', { selected: true }),
          claim('gcat', 'decay_date', '2026-08-02'),
          dated,
        ]),
      ),
    ).toBe(
      'Decay date: CelesTrak and GCAT say 2026-08-02, SatNOGS DB says 2026-08-01; the record has 2026-08-02, on which two or more independent sources agree, against one.',
    );
    expect(
      of(
        namedRecord('disagree_order', claim('gcat', 'name', 'A', { selected: true }), claim('satnogs', 'name', 'B')),
        'name',
      ),
    ).toBe('Name: GCAT says “A”, SatNOGS DB says “B”; the record has “A”, because GCAT goes first for this field.');
  });

  test('names the supporters of the chosen value only', () => {
    const record = namedRecord(
      'disagree_order',
      claim('gcat', 'name', 'A', { selected: true }),
      claim('satnogs', 'name', 'A', { confidence: 'MEDIUM' }),
      claim('celestrak', 'name', 'B'),
    );
    const entry = { ...record.provenance.fields[0]!, sources: ['gcat'] };
    expect(of({ ...record, provenance: { fields: [entry] } } as unknown as ObjectRecord, 'name')).toMatch(
      /^Name: GCAT says “A”, CelesTrak says “B”;/,
    );
  });

  test('tells a doubted value from a less exact one', () => {
    const exact = (uncertain: boolean) =>
      of(
        recordOf('2026-08-02', 'disagree_exact', [
          claim('gcat', 'decay_date', '2026-08-02', { selected: true, uncertain: false }),
          { ...dated, uncertain } as typeof dated,
        ]),
      );
    expect(exact(true)).toMatch(/, because the other side is marked as uncertain by its source\.$/);
    expect(exact(false)).toMatch(/, because that of GCAT is more exact\.$/);
  });

  test('leaves out claims that were not compared, and ends with the rule if no side was chosen', () => {
    const older = claim('gcat', 'name', 'C', { confidence: 'MEDIUM' });
    const shown = claim('celestrak', 'name', 'A', { selected: true });
    expect(of(namedRecord('disagree_trust', shown, claim('satnogs', 'name', 'B'), older), 'name')).not.toContain(
      'GCAT',
    );
    expect(of(namedRecord('implausible', shown), 'name')).toBe(
      `Name: CelesTrak says “A”; the record has “A”. ${rules.implausible.sentence}`,
    );
  });

  test('every rule of a disagreement has a reason of its own', () => {
    for (const [name, { confidence }] of Object.entries(rules)) {
      if (confidence !== 'CONFLICTING' || !/^(disagree|two_|outvoted|others_|tracked_|works_after|reentry_)/.test(name))
        continue;
      const text = of(
        namedRecord(
          name as keyof typeof rules,
          claim('gcat', 'name', 'A', { selected: true }),
          claim('satnogs', 'name', 'B'),
        ),
        'name',
      );
      expect([name, text.includes(rules[name as keyof typeof rules].sentence)]).toEqual([name, false]);
    }
  });

  test('ends with what the record adds to the rule', () => {
    const record = namedRecord(
      'disagree_order',
      claim('gcat', 'name', 'A', { selected: true }),
      claim('satnogs', 'name', 'B'),
    );
    const noted = {
      ...record,
      provenance: { fields: [{ ...record.provenance.fields[0]!, rule: `${rules.disagree_order.sentence} A note.` }] },
    } as ObjectRecord;
    expect(of(noted, 'name')).toMatch(/, because GCAT goes first for this field\. A note\.$/);
  });

  test('of one object states a rule once, and then what other fields add to it', () => {
    const field = (name: string, rule: string) => ({ field: name, confidence: 'CONFLICTING', rule });
    const reentry = rules.reentry_disputed.sentence;
    const record = {
      provenance: {
        fields: [
          field('decay_date', reentry),
          field('operational_status', `${reentry} A note.`),
          field('disposition', reentry),
          field('name', rules.identity_swapped.sentence),
          field('country', rules.disagree_order.sentence),
        ],
      },
    } as unknown as ObjectRecord;
    const names = ['country', 'decay_date', 'disposition', 'name', 'operational_status'];
    expect(furtherRules(record, names)).toEqual([rules.identity_swapped.sentence, 'A note.']);
    expect(furtherRules(record, ['country', 'name'])).toEqual([rules.identity_swapped.sentence]);
  });

  test('is about the most telling field of an object', () => {
    expect(leadingField(['gcat_id', 'name', 'decay_date'])).toBe('decay_date');
    expect(leadingField(['gcat_id', 'perigee_km'])).toBe('gcat_id');
  });
});

test('an unknown owner is written once', () => {
  const record = { country: 'UNKNOWN', claims: [], provenance: { fields: [] } } as unknown as ObjectRecord;
  const text = String(fieldEvidence(evidenceOf(record, [], new Map([['UNKNOWN', 'Unknown']])), 'country'));
  expect(text).toContain('<span class="value">Unknown</span>');
});
