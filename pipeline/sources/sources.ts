// Generated from the folders beside it: npm run docs:update
import { source as celestrak } from './celestrak/source.ts';
import { source as gcat } from './gcat/source.ts';
import { source as satnogs } from './satnogs/source.ts';
import type { Source } from './source.ts';
import { source as spacetrack } from './spacetrack/source.ts';
import { source as wikidata } from './wikidata/source.ts';

const all: readonly Source[] = [celestrak, gcat, spacetrack, satnogs, wikidata];

/** The sources of a release, by precedence. */
export const sources = all.filter(({ account }) => account === undefined);

/** Sources that are only read if the operator has an account there, and publishes from it. */
export const accountSources = all.filter(({ account }) => account !== undefined);
