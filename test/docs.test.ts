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
 * Tables of the documentation come from the code: between `<!-- table:name -->` and `<!-- /table:name -->` stands what the
 * code says now. `ORBWEAVER_UPDATE_DOCS=1 npx vitest run test/docs.test.ts` writes them again.
 */
const update = process.env.ORBWEAVER_UPDATE_DOCS === '1';
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

/** A page with every table as the code has it now. */
function printed(text: string): string {
  return text.replace(marker, (_all, name: string) => {
    const table = tables[name];
    if (!table) throw new Error(`there is no table ${name}: test/docs-tables.ts names those that there are`);
    return `<!-- table:${name} -->\n\n${table()}\n\n<!-- /table:${name} -->`;
  });
}

describe('the documentation', () => {
  test.each(pages.map((page) => [relative(root, page), page]))('%s prints the code’s tables', (_name, page) => {
    const text = read(page);
    const now = printed(text);
    if (update && now !== text) writeFileSync(page, now);
    expect(update ? now : text).toBe(now);
    const opened = text.match(/<!-- table:/g)?.length ?? 0;
    expect([...text.matchAll(marker)].length, 'a marker is opened and not closed').toBe(opened);
  });

  test('prints every table', () => {
    const used = new Set(pages.flatMap((page) => [...read(page).matchAll(marker)].map((match) => match[1])));
    expect([...used].sort()).toEqual(Object.keys(tables).sort());
  });

  test('a table that drifted is found', () => {
    const drifted = '<!-- table:precedence -->\n1. the newest\n<!-- /table:precedence -->';
    expect(printed(drifted)).not.toBe(drifted);
    expect(printed(printed(drifted))).toBe(printed(drifted));
    expect(() => printed('<!-- table:none -->\n<!-- /table:none -->')).toThrow('no table none');
  });

  test('names every public path, source and field', () => {
    const all = pages.map(read).join('\n');
    for (const { path } of publicRoutes) expect(all).toContain(`\`${path}\``);
    for (const { slug } of sources) expect(all).toContain(`\`${slug}\``);
    for (const { name } of columns(satellite)) expect(all).toContain(`\`${name}\``);
  });

  test('has a title and a description on every page, and no text that waits to be written', () => {
    for (const page of pages.filter((one) => one.startsWith(folder))) {
      const text = read(page);
      expect(text, page).toMatch(/^---\ntitle: \S.*\ndescription: \S.*\n/);
      expect(text, page).not.toMatch(/lorem|TODO|TBW|coming soon/i);
    }
  });

  test('stands in the sidebar, page by page', () => {
    const config = read(join(root, 'astro.config.mjs'));
    for (const page of pages.filter((one) => one.startsWith(folder))) {
      const slug = `docs/${relative(folder, page)}`.replace(/(\/index)?\.mdx?$/, '');
      if (!slug.startsWith('docs/decisions')) expect(config).toContain(`'${slug}'`);
    }
  });

  test('links only to pages and files that are there', () => {
    const here = new Set(
      pages
        .filter((page) => page.startsWith(folder))
        .map(
          (page) =>
            `/docs/${relative(folder, page)
              .replace(/\.mdx?$/, '/')
              .replace(/(^|\/)index\/$/, '$1')}`,
        ),
    );
    // Beside the Markdown: pages that are made from the code.
    for (const name of readdirSync(join(root, 'src/pages/docs'), { recursive: true, encoding: 'utf8' }))
      if (/^[^[]+\.astro$/.test(name)) here.add(`/docs/${name.replace(/(index)?\.astro$/, '').replace(/\/?$/, '/')}`);
    for (const { id } of allRoutes) here.add(`/docs/api/reference/${id}/`);
    for (const page of pages) {
      const links = [...read(page).matchAll(/\]\((\/docs[^)#\s]*)/g)].map((match) => match[1]!);
      for (const link of links) expect([...here], `${relative(root, page)} links to ${link}`).toContain(link);
    }
  });
});
