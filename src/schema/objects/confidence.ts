import type { confidences } from '../vocabulary.ts';

interface Rule {
  readonly confidence: (typeof confidences)[number];
  readonly sentence: string;
}

/**
 * Which claim gives the record its value, first reason first; claims that say only "unknown" come after all others. The order of claims, the sentence
 * of a disagreement and the documentation are all made from this table.
 */
export const precedence = {
  trust: 'the more trusted source',
  file: 'the file that goes first for this field',
  exact: 'the more exact date, or the value that its source does not doubt',
  authority: 'the authority for this field',
  newer: 'the newer observation',
  listed: 'the source that is listed first',
} as const;

type Step = keyof typeof precedence;

/** What was said of a changing present (that it works, that it is up) is of that present for so many days. */
export const presentDays = 45;

const disagreement = (step: Step): Rule => ({
  confidence: 'CONFLICTING',
  sentence: `Independent sources disagree; the value is that of ${precedence[step]}.`,
});
const conflicting = (sentence: string): Rule => ({ confidence: 'CONFLICTING', sentence });

/** Every way in which a field gets its confidence. Records print the sentence as `provenance.rule`, documentation the table. */
export const rules = {
  disagree_trust: disagreement('trust'),
  disagree_file: disagreement('file'),
  disagree_exact: disagreement('exact'),
  disagree_authority: disagreement('authority'),
  disagree_newer: disagreement('newer'),
  disagree_listed: disagreement('listed'),
  outvoted: conflicting(
    'Independent sources disagree; the value is that of the two or more that agree with each other.',
  ),
  outvoted_authority: conflicting(
    'Two or more independent sources agree on another value; this one is of the authority for the field.',
  ),
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
  implausible: conflicting('The launch would be after the decay: one of the two dates is wrong.'),
  below_ground: conflicting(
    'The perigee would be below the ground: an orbit never completed, the last one, or an error.',
  ),
  independent_agree: {
    confidence: 'CONFIRMED',
    sentence: 'Two or more independent sources agree on this value, and none disagrees.',
  },
  high_trust: { confidence: 'HIGH', sentence: 'A high-trust source says so, and none disagrees.' },
  high_trust_alone: { confidence: 'HIGH', sentence: 'A high-trust source says so.' },
  doubtful: { confidence: 'MEDIUM', sentence: 'Its source marks the value as uncertain or estimated.' },
  outdated: {
    confidence: 'MEDIUM',
    sentence: `The newest claim is more than ${presentDays} days old and may be outdated.`,
  },
  medium_trust: { confidence: 'MEDIUM', sentence: 'A medium-trust source says so, uncorroborated.' },
  derived: { confidence: 'LOW', sentence: 'Orbweaver derived the value from other values.' },
  key: { confidence: 'HIGH', sentence: 'The key that joins the sources; not evidence in itself.' },
} as const satisfies Record<string, Rule>;

/** The name of a rule, as the table `provenance` has it. */
export type RuleName = keyof typeof rules;
