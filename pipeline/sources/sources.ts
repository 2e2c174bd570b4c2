import { celestrak } from './celestrak.ts';
import { gcat } from './gcat/gcat.ts';
import { satnogs } from './satnogs.ts';
import type { Source } from './source.ts';
import { spacetrack } from './spacetrack/spacetrack.ts';
import { wikidata } from './wikidata.ts';

/** The sources of a release, in the order of the registry `publishers`. */
export const sources: readonly Source[] = [celestrak, gcat, satnogs, wikidata];

/** Sources that are only read if the operator has an account there, and publishes from it. */
export const accountSources: readonly Source[] = [spacetrack];
