import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../src/pages');

/** A path in the sample for each page with a parameter. */
const examples: Readonly<Record<string, string>> = {
  '/breakups/[id]': '/breakups/S190066-2024-03-05',
  '/satellites/[id]': '/satellites/25544',
  '/operators/[slug]': '/operators/sample-constellation',
  '/launches/[launch_id]': '/launches/2026-804',
  '/stats/[chart]': '/stats/growth',
  '/weeks/[week]': '/weeks/2026-W34',
  '/groups/[slug]': '/groups/stations',
  '/conjunctions/[id]': '/conjunctions/190030-301928-20260822T225330802Z',
  '/docs/api/reference/[operation]': '/docs/api/reference/getSatellite/',
};

/** The path of a page file. Paths of the documentation end in a slash. */
function pathOf(file: string): string {
  const path = `/${file}`.replace(/(\/index)?\.astro$/, '') || '/';
  if (!path.includes('[')) return path.startsWith('/docs/') ? `${path}/` : path;
  const example = examples[path];
  if (example === undefined)
    throw new Error(`src/pages${path}.astro has a parameter: add a path of the sample in ${import.meta.filename}`);
  return example;
}

const all = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.astro') && !/^(404|account)(\/|\.)/.test(file))
  .map(pathOf)
  .sort();

/** Every page of the website except account pages, by its file, so that new pages are tested for accessibility, links and size. */
export const sitePages: readonly string[] = all.filter((path) => !path.startsWith('/docs/'));
/** The documentation pages with their own file. */
export const docsPages: readonly string[] = ['/docs/', ...all.filter((path) => path.startsWith('/docs/'))];
