import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sources } from '../pipeline/sources/sources.ts';
import { allRoutes } from '../src/http/api/openapi/openapi.ts';
import { columns } from '../src/schema/field.ts';
import { satellite } from '../src/schema/objects/satellite.ts';
import { publicRoutes } from '../src/schema/release/public-route.ts';
import { tables } from './docs-tables.ts';

/**
 * Tables of the documentation, between `<!-- table:name -->` and `<!-- /table:name -->`, are generated from the code:
 * `npm run docs:update` rewrites them.
 */
const update = import.meta.env.MODE === 'update';
const root = join(import.meta.dirname, '..');
const folder = join(root, 'src/content/docs/docs');
const marker = /<!-- table:([\w-]+) -->\n([\s\S]*?)<!-- \/table:\1 -->/g;

const pages = [
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.mdx?$/.test(name))
    .map((name) => join(folder, name)),
  join(root, 'DATA-LICENSE.md'),
].sort();
const read = (page: string) => readFileSync(page, 'utf8');

/** A page with all its tables regenerated. */
function withTables(text: string): string {
  return text.replace(marker, (_all, name: string) => {
    const table = tables[name];
    if (!table) throw new Error(`there is no table ${name}: see test/docs-tables.ts`);
    return `<!-- table:${name} -->\n\n${table()}\n\n<!-- /table:${name} -->`;
  });
}

describe('the documentation', () => {
  test.each(pages.map((page) => [relative(root, page), page]))('%s is up to date', (name, page) => {
    const text = read(page);
    const now = withTables(text);
    if (update && now !== text) writeFileSync(page, now);
    expect(update ? now : text, `tables of ${name} are outdated: npm run docs:update`).toBe(now);
    const openMarkers = text.match(/<!-- table:/g)?.length ?? 0;
    expect([...text.matchAll(marker)].length, 'a marker is opened and not closed').toBe(openMarkers);
  });

  test('uses every table', () => {
    const used = new Set(pages.flatMap((page) => [...read(page).matchAll(marker)].map((match) => match[1])));
    expect([...used].sort()).toEqual(Object.keys(tables).sort());
  });

  test('detects outdated tables and unknown table names', () => {
    const drifted = '<!-- table:precedence -->\n1. the newest\n<!-- /table:precedence -->';
    expect(withTables(drifted)).not.toBe(drifted);
    expect(withTables(withTables(drifted))).toBe(withTables(drifted));
    expect(() => withTables('<!-- table:none -->\n<!-- /table:none -->')).toThrow('no table none');
  });

  test('names every public path, source and field', () => {
    const all = pages.map(read).join('\n');
    for (const { path } of publicRoutes) expect(all).toContain(`\`${path}\``);
    for (const { slug } of sources) expect(all).toContain(`\`${slug}\``);
    for (const { name } of columns(satellite)) expect(all).toContain(`\`${name}\``);
  });

  test('has a title and a description on every page, and no placeholder text', () => {
    for (const page of pages.filter((one) => one.startsWith(folder))) {
      const text = read(page);
      expect(text, page).toMatch(/^---\ntitle: \S.*\ndescription: \S.*\n/);
      expect(text, page).not.toMatch(/lorem|TODO|TBW|coming soon/i);
    }
  });

  test('lists every page in the sidebar', () => {
    const config = read(join(root, 'astro.config.mjs'));
    for (const page of pages.filter((one) => one.startsWith(folder))) {
      const slug = `docs/${relative(folder, page)}`.replace(/(\/index)?\.mdx?$/, '');
      if (!slug.startsWith('docs/decisions')) expect(config).toContain(`'${slug}'`);
    }
  });

  test('links only to existing pages', () => {
    const existing = new Set(
      pages
        .filter((page) => page.startsWith(folder))
        .map(
          (page) =>
            `/docs/${relative(folder, page)
              .replace(/\.mdx?$/, '/')
              .replace(/(^|\/)index\/$/, '$1')}`,
        ),
    );
    // Pages that are generated from the code.
    for (const name of readdirSync(join(root, 'src/pages/docs'), { recursive: true, encoding: 'utf8' }))
      if (/^[^[]+\.astro$/.test(name))
        existing.add(`/docs/${name.replace(/(index)?\.astro$/, '').replace(/\/?$/, '/')}`);
    for (const { id } of allRoutes) existing.add(`/docs/api/reference/${id}/`);
    for (const page of pages) {
      const links = [...read(page).matchAll(/\]\((\/docs[^)#\s]*)/g)].map((match) => match[1]!);
      for (const link of links) expect([...existing], `${relative(root, page)} links to ${link}`).toContain(link);
    }
  });
});

test('package.json and CITATION.cff have the latest version of the changelog', () => {
  const [, latest] = /^## \[(\d+\.\d+\.\d+)\]/m.exec(read(join(root, 'CHANGELOG.md'))) ?? [];
  expect(JSON.parse(read(join(root, 'package.json')))).toMatchObject({ version: latest });
  expect(read(join(root, 'CITATION.cff'))).toContain(`version: ${latest}\n`);
});
