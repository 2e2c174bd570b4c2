import type { confidences, SourceSlug } from '../../src/schema/vocabulary.ts';

/** How far a source is believed. */
export const trust: Record<SourceSlug, 'high' | 'medium' | 'low'> = {
  celestrak: 'high',
  gcat: 'high',
  satnogs: 'medium',
  wikidata: 'medium',
  derived: 'low',
};

/** Which claim gives the record its value, first reason first. Claims that say only "unknown" come after all others. */
export const precedence = [
  'the more trusted source',
  'the rank that the source’s file gives it (elements before SATCAT before GCAT for orbits; a decay date before a status code)',
  'the more exact date',
  'the newer observation',
] as const;

interface Rule {
  readonly confidence: (typeof confidences)[number];
  readonly sentence: string;
}

/** Every way in which a field gets its confidence. `provenance.rule` prints the sentence; documentation prints the table. */
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
