import { fieldNoun } from '../objects/satellite.ts';
import type { FeedEntry } from './event-feed.ts';

/** A conflict that began or ended with a release: of a field that sources disagree about since then, or no longer. */
export interface ConflictChange {
  readonly norad_cat_id: number;
  readonly name: string;
  readonly field: string;
  readonly began: boolean;
  /** Sources with data for the field in that release. */
  readonly sources: readonly string[];
  readonly release: string;
  /** Time of the release, ISO 8601 UTC. */
  readonly at: string;
}

/** `HST (20580): sources disagree on launch date`. */
export function conflictTitle({ name, norad_cat_id, field, began }: ConflictChange): string {
  const label = fieldNoun(field);
  // A label in capitals, such as COSPAR, stays.
  const within = /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
  return `${name} (${norad_cat_id}): sources ${began ? 'disagree' : 'no longer disagree'} on ${within}`;
}

export const conflictPath = ({ norad_cat_id, field }: ConflictChange): string => `/satellites/${norad_cat_id}#${field}`;

export const conflictEntry = (change: ConflictChange): FeedEntry => ({
  id: `conflict/${change.norad_cat_id}/${change.field}/${change.release}`,
  title: conflictTitle(change),
  updated: change.at,
  published: change.at,
  path: conflictPath(change),
  category: change.began ? 'conflict_began' : 'conflict_ended',
  summary: `Found by comparing release ${change.release} with the one before. Sources with data for the field: ${change.sources.join(', ') || 'none'}.`,
});
