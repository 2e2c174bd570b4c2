import type { confidences } from '../vocabulary.ts';

interface Rule {
  readonly confidence: (typeof confidences)[number];
  readonly sentence: string;
}

/**
 * Which claim gives the record its value, first reason first; claims of only "unknown" come after all others. The order of
 * claims, the sentence of a disagreement and the documentation are all made from this table.
 */
export const precedence = {
  present: 'the source that speaks of the present',
  trust: 'the more trusted source',
  file: 'the file that goes first for this field',
  exact: 'the more exact date, or the value that its source does not doubt',
  order: 'the source that goes first for this field',
  newer: 'the entry with the later date of its own',
} as const;

type Step = keyof typeof precedence;

/** Claims about a changing present (that an object works, that it is in orbit) stay current for this many days. */
export const presentDays = 45;

const disagreement = (step: Step): Rule => ({
  confidence: 'CONFLICTING',
  sentence: `Independent sources disagree; the value is that of ${precedence[step]}.`,
});
const conflicting = (sentence: string): Rule => ({ confidence: 'CONFLICTING', sentence });

/** Every way in which a field gets its confidence. Records print the sentence as `provenance.rule`, documentation the table. */
export const rules = {
  disagree_present: disagreement('present'),
  disagree_trust: disagreement('trust'),
  disagree_file: disagreement('file'),
  disagree_exact: disagreement('exact'),
  disagree_order: disagreement('order'),
  disagree_newer: disagreement('newer'),
  disagree_narrower: conflicting(
    'Independent sources disagree; the value is that of the source that names one state, not a code for several.',
  ),
  two_against_one: conflicting(
    'Independent sources disagree, two against one: two or more agree on this value, and one contradicts it.',
  ),
  outvoted: conflicting(
    'Independent sources disagree, two against one: the value is that of the two or more that agree with each other, not of the source that goes first for this field.',
  ),
  outvoted_order: conflicting(
    'Independent sources disagree, two against one: two or more agree on another value, and this one is of the source that goes first for this field, which no majority outvotes.',
  ),
  supporter_disputed: conflicting(
    'Two or more independent sources give this value, and another source contradicts one of them.',
  ),
  others_disagree: conflicting('Other sources disagree with each other; none of them contradicts the value shown.'),
  tracked_after: conflicting(
    'A reentry is reported, but CelesTrak has elements of a later time: the object counts as in orbit.',
  ),
  works_after: conflicting(
    'A reentry is reported, but CelesTrak, more trusted, has since said that the object works: it counts as in orbit.',
  ),
  reentry_disputed: conflicting(
    'A reentry is reported, and another source still lists the object in orbit; no later elements contradict the report, so it is accepted.',
  ),
  identity_swapped: conflicting(
    'SATCAT and GCAT assign the names of this launch to different objects: number and orbit are SATCAT’s, and fields that describe the named satellite follow the name.',
  ),
  implausible: conflicting(
    'The value cannot be right together with another one, and it is not known which of the two is wrong.',
  ),
  works_implausible: conflicting(
    'A source marks a rocket body or a piece of debris as working, which is implausible: the mark gives no status.',
  ),
  below_ground: conflicting(
    'The perigee would be below the ground: an orbit never completed, the last one, or an error.',
  ),
  independent_agree: {
    confidence: 'CONFIRMED',
    sentence: 'Two or more independent sources agree on this value, and none disagrees.',
  },
  independent_agree_only: {
    confidence: 'CONFIRMED',
    sentence: 'Two or more independent sources agree on this value.',
  },
  high_trust: { confidence: 'HIGH', sentence: 'A high-trust source says so, and none disagrees.' },
  high_trust_alone: { confidence: 'HIGH', sentence: 'A high-trust source says so.' },
  doubtful: { confidence: 'MEDIUM', sentence: 'Its source marks the value as uncertain or estimated.' },
  outdated: {
    confidence: 'MEDIUM',
    sentence: `The newest claim has no date or one more than ${presentDays} days ago, and may be outdated.`,
  },
  medium_trust: { confidence: 'MEDIUM', sentence: 'A medium-trust source says so, uncorroborated.' },
  computed_conflicting: conflicting('Orbweaver computed the value, and one of its inputs is disputed or implausible.'),
  computed_high: { confidence: 'HIGH', sentence: 'Orbweaver computed the value from values of a high-trust source.' },
  computed_medium: {
    confidence: 'MEDIUM',
    sentence: 'Orbweaver computed the value from values that are uncertain or of a medium-trust source.',
  },
  derived: { confidence: 'LOW', sentence: 'Orbweaver inferred the value from other objects: a guess.' },
  key: { confidence: 'HIGH', sentence: 'The key that joins the sources; not evidence in itself.' },
} as const satisfies Record<string, Rule>;

/** The name of a rule, as the table `provenance` has it. */
export type RuleName = keyof typeof rules;

/** True if a rule, by its name, marks a value that is impossible by itself, such as a perigee below the ground. Sources may agree on it. */
export const isImplausible = (rule: string | undefined): boolean =>
  rule === 'implausible' || rule === 'works_implausible' || rule === 'below_ground';

/** The name of the rule that a record states: its sentence, and what the record adds to it. Undefined for that of another version. */
export const ruleOfText = (text: string): RuleName | undefined =>
  (Object.keys(rules) as RuleName[]).find(
    (name) => text === rules[name].sentence || text.startsWith(`${rules[name].sentence} `),
  );

/** Rules named by releases of the format 1.x before 0.6.0. */
const formerRules: Readonly<Record<string, Rule>> = {
  disagree_authority: conflicting('Independent sources disagree; the value is that of the authority for this field.'),
  disagree_listed: conflicting('Independent sources disagree; the value is that of the source that is listed first.'),
  outvoted_authority: conflicting(
    'Two or more independent sources agree on another value; this one is of the authority for the field.',
  ),
};

/** The rule of a release by its name; undefined for that of a later version. */
export const ruleNamed = (name: string): Rule | undefined =>
  (rules as Readonly<Record<string, Rule>>)[name] ?? formerRules[name];

/** The rule that records state for a field that Orbweaver computes from others, and that restates none of them. */
export const computedRule =
  'Orbweaver computes it from other values of the record: they have a confidence, and it has none.';

/** The rule that records state for their own times, which have no confidence. */
export const bookkeeping = 'The record’s own time: bookkeeping, which has no confidence.';
