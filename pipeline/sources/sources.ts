import { celestrak } from './celestrak.ts';
import { gcat } from './gcat/gcat.ts';
import { satnogs } from './satnogs.ts';
import type { Source } from './source.ts';
import { wikidata } from './wikidata.ts';

/** Everyone that a release is built from. In the order of the registry, `publishers`. */
export const sources: readonly Source[] = [celestrak, gcat, satnogs, wikidata];
