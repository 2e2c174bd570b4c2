import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { docsLinks, footerLinks, siteSections } from '../../src/components/site-sections.ts';

const root = join(import.meta.dirname, '../../src/pages');
/** Sections of the site by their files: a folder with an index, or a top-level page. */
const pages = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => /^([a-z-]+)(\/index)?\.astro$/.exec(file.replaceAll('\\', '/'))?.[1])
  .filter((name) => name !== undefined && name !== 'index');
const linked = [...siteSections, ...footerLinks].map(([path]) => path as string);

test('every top-level page is in the navigation, the footer or the header', () => {
  const linkedInHeader = ['account'];
  expect(pages.filter((name) => !linkedInHeader.includes(name!) && !linked.includes(`/${name}`))).toEqual([]);
});

test('the navigation links only to existing pages', () => {
  const exists = (path: string) => pages.includes(path.slice(1)) || /^\/(docs|account)\//.test(path);
  expect([...linked, ...docsLinks.map(([path]) => path)].filter((path) => !exists(path))).toEqual([]);
});
