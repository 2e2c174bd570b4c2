import { celestrak } from './celestrak.ts';
import { gcat } from './gcat/gcat.ts';
import { satnogs } from './satnogs.ts';
import type { Source } from './source.ts';
import { wikidata } from './wikidata.ts';

/** The sources of a release, in the order of the registry `publishers`. */
export const sources: readonly Source[] = [celestrak, gcat, satnogs, wikidata];
