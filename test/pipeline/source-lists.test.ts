import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Publisher } from '../../pipeline/sources/publisher.ts';

/**
 * A source is a folder in `pipeline/sources`. The two lists of them are written from the folders by `npm run docs:update`: `publishers.ts`
 * is all that browsers load.
 */
const folder = join(import.meta.dirname, '../../pipeline/sources');
const update = import.meta.env.MODE === 'update';

const slugs = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'publisher.ts')))
  .map(({ name }) => name);
const publishers = await Promise.all(
  slugs.map(async (slug): Promise<Publisher> => (await import(join(folder, slug, 'publisher.ts'))).publisher),
);
const ordered = publishers.toSorted((a, b) => a.precedence - b.precedence).map(({ slug }) => slug);

/** `dummy-db` as a variable: `dummyDb`. */
const variable = (slug: string) => slug.replace(/-(.)/g, (_all, letter: string) => letter.toUpperCase());
const imports = (name: string) =>
  slugs.toSorted().map((slug) => `import { ${name} as ${variable(slug)} } from './${slug}/${name}.ts';`);
const byPath = (a: string, b: string) => (a.slice(a.indexOf("'")) < b.slice(b.indexOf("'")) ? -1 : 1);
const variables = `[${ordered.map(variable).join(', ')}]`;
const header = '// Generated from the folders beside it: npm run docs:update';

const lists: Readonly<Record<string, string>> = {
  'publishers.ts': `${[
    header,
    ...imports('publisher'),
    '',
    '/** The publishers, by precedence. */',
    `export const publishers = ${variables} as const;`,
  ].join('\n')}\n`,
  'sources.ts': `${[
    header,
    ...[...imports('source'), "import type { Source } from './source.ts';"].toSorted(byPath),
    '',
    `const all: readonly Source[] = ${variables};`,
    '',
    '/** The sources of a release, by precedence. */',
    'export const sources = all.filter(({ account }) => account === undefined);',
    '',
    '/** Sources that are only read if the operator has an account there, and publishes from it. */',
    'export const accountSources = all.filter(({ account }) => account !== undefined);',
  ].join('\n')}\n`,
};

describe('the lists of sources', () => {
  test.each(Object.entries(lists))('%s is up to date', (name, text) => {
    const file = join(folder, name);
    if (update) writeFileSync(file, text);
    expect(readFileSync(file, 'utf8'), `${name} is outdated: npm run docs:update`).toBe(text);
  });

  test('have folders with the names of their slugs, and one publisher for each precedence', () => {
    expect(publishers.map(({ slug }) => slug)).toEqual(slugs);
    expect(new Set(publishers.map(({ precedence }) => precedence)).size).toBe(slugs.length);
  });
});
