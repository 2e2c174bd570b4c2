import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from './markdown.ts';

/** A word or phrase that texts for users must not contain, and what to write instead. */
export interface AvoidedWord {
  readonly pattern: RegExp;
  /** As shown in the style guide. */
  readonly avoid: string;
  readonly use: string;
}

const word = (pattern: string, avoid: string, use: string): AvoidedWord => ({
  pattern: new RegExp(`\\b(?:${pattern})\\b`, 'i'),
  avoid,
  use,
});

/** Phrases of the first version that are not idiomatic English. */
const phrases: readonly AvoidedWord[] = [
  word('whoever|whomever', 'whoever runs it', 'the operator'),
  word('at once', 'at once', 'immediately, concurrently'),
  word('asks? for|asked for|is asked|are asked', 'ask for', 'request, require'),
  word('(?:is|are|was|were|be|been) told|told apart|told by|tells? of', 'is told', 'is reported, is distinguished'),
  word('held out|holds? out', 'held out', 'rejected'),
  word('stands? (?:in|at|on|there|beside)|stood in', 'stands in', 'is in'),
  word('go(?:es)? on (?:\\w+ing|as|until)|went on', 'goes on', 'continues'),
  word('anew|begun', 'begun anew', 'started again'),
  word('by letter|a letter (?:with|to|that|is|brings)', 'letter', 'email'),
  word('speaks? of|spoken of', 'speaks of', 'has data for'),
  word('c[ao]me down|coming down', 'came down', 'reentered'),
  word('beside', 'beside', 'next to, besides'),
  word('walks?', 'a walk through a list', 'iterating'),
  word('look-ups?', 'look-up', 'lookup'),
  word('answers? (?:with|of|about)|answered (?:with|by)|an answer|every answer', 'answer', 'response, return'),
  word('forms? of (?:an?|the) (?:answer|response|resource|file)', 'form', 'format'),
  word('is needed to|need not|needs no more', 'is needed', 'is required'),
  word('thousand million', 'thousand million', 'billion'),
  word('of which more below', 'of which more below', 'described below'),
  word('gives? back|gave back', 'give back', 'refund, return'),
  word('in (?:our|its own|the service’s own) words|in words', 'in words', 'as text'),
  word('nobody (?:knows|states|says)', 'nobody knows', 'unknown'),
  word('makes? up for', 'makes up for', 'catches up on'),
  word('giving way|gives? way', 'gives way to', 'yields to'),
  word('not to be had', 'not to be had', 'unavailable'),
  word('preset', 'preset', 'default'),
];

/** British spellings. The codes of rejects keep them: they are data. */
const spellings: readonly AvoidedWord[] = [
  word('catalogued?s?|cataloguing', 'catalogue', 'catalog'),
  word('colou?red by colour|colours?|coloured', 'colour', 'color'),
  word('licences?', 'licence', 'license'),
  word('organisations?|organis(?:e[ds]?|ing)', 'organisation', 'organization'),
  word('manoeuvres?|manoeuvring', 'manoeuvre', 'maneuver'),
  word('(?:kilo|milli|centi)?metres?', 'kilometre', 'kilometer'),
  word('centres?', 'centre', 'center'),
  word('behaviours?', 'behaviour', 'behavior'),
  word('neighbours?', 'neighbour', 'neighbor'),
  word('honou?red by honour|honours?', 'honour', 'honor'),
  word('favourites?|favours?', 'favour', 'favor'),
  word('towards', 'towards', 'toward'),
  word('whilst|amongst', 'whilst', 'while'),
  word('e-mails?', 'e-mail', 'email'),
  word('[a-z]*(?:normal|recogn|initial|optim|summar|neutral|real)is(?:e[ds]?|ing|ations?)', 'normalise', 'normalize'),
  word('programmes?', 'programme', 'program'),
  word('analys(?:ed|es by|ing)', 'analyse', 'analyze'),
  word('judgement', 'judgement', 'judgment'),
  word('(?:travell|cancell|labell|modell)(?:ed|ing)', 'labelled', 'labeled'),
];

export const avoidedWords: readonly AvoidedWord[] = [...phrases, ...spellings];

const listed = (words: readonly AvoidedWord[]) =>
  table(
    ['Avoid', 'Use'],
    words.map(({ avoid, use }) => [avoid, use]),
  );

/** The tables of the style guide. */
export const wordTables = {
  'avoided-phrases': () => listed(phrases),
  'avoided-spellings': () => listed(spellings),
} as const;

/** Text without code, comments, anchors, URLs, and quoted titles of tests. */
const proseOf = (text: string): string =>
  text
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/`[^`\n]*`/g, '`…`')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<a id="[^"]*"><\/a>/g, '')
    .replace(/\]\([^)\s]*\)/g, ']')
    .replace(/“[^”]*”/g, '“…”')
    .replace(/https?:\/\/\S+/g, '');

/** The avoided words in a text, each with its context. */
export const avoidedIn = (text: string): string[] => {
  const prose = proseOf(text);
  return avoidedWords.flatMap(({ pattern, use }) =>
    [...prose.matchAll(new RegExp(pattern, 'gi'))].map(
      ({ 0: found, index }) =>
        `“${prose.slice(Math.max(index - 30, 0), index + found.length + 20).replaceAll('\n', ' ')}”: use ${use}`,
    ),
  );
};

export const readText = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

/** The comments of a source file, one line each, without directives of tools. A `*` within a line is a product. */
export const commentsOf = (code: string): string =>
  [...code.matchAll(/(?:(?:^|\s)(?:\/\/|\/\*\*?)|^\s*\*) (.*)$/gm)]
    .map(([, comment]) => comment!)
    .filter((comment) => !/^biome-ignore|^@ts-/.test(comment))
    .join('\n');

/** The names of the tests in a file, and of their groups. */
export const testNamesOf = (code: string): string[] =>
  [...code.matchAll(/\b(?:test|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*(['"`])(.+?)\1,/g)].map(([, , name]) => name!);
