// Generated from the folders beside it: npm run docs:update
import { publisher as celestrak } from './celestrak/publisher.ts';
import { publisher as gcat } from './gcat/publisher.ts';
import { publisher as satnogs } from './satnogs/publisher.ts';
import { publisher as spacetrack } from './spacetrack/publisher.ts';
import { publisher as wikidata } from './wikidata/publisher.ts';

/** The publishers, by precedence. */
export const publishers = [celestrak, gcat, spacetrack, satnogs, wikidata] as const;
