import type { SourceSlug } from '../../src/schema/vocabulary.ts';

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
