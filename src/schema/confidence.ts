import type { confidences } from './vocabulary.ts';

interface Rule {
  readonly confidence: (typeof confidences)[number];
  readonly sentence: string;
}

/** Every way in which a field gets its confidence. Records print the sentence as `provenance.rule`, documentation the table. */
export const rules = {
  independent_disagree: {
    confidence: 'CONFLICTING',
    sentence: 'Independent sources disagree; the value is that of the most trusted, then the newest.',
  },
  independent_agree: {
    confidence: 'CONFIRMED',
    sentence: 'Two or more independent sources agree, and none disagrees.',
  },
  high_trust: { confidence: 'HIGH', sentence: 'One high-trust source says so, and none disagrees.' },
  medium_trust: { confidence: 'MEDIUM', sentence: 'Only medium-trust sources say so, uncorroborated.' },
  derived: { confidence: 'LOW', sentence: 'Orbweaver derived it from other values.' },
  key: { confidence: 'HIGH', sentence: 'It is the key that joins the sources, and no evidence of its own.' },
} as const satisfies Record<string, Rule>;

/** The name of a rule, as the table `provenance` has it. */
export type RuleName = keyof typeof rules;
