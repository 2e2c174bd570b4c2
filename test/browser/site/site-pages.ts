import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../src/pages');

/** An address in the sample for each page with a parameter. */
const examples: Readonly<Record<string, string>> = {
  '/satellites/[id]': '/satellites/25544',
  '/operators/[slug]': '/operators/sample-constellation',
  '/launches/[launch_id]': '/launches/2026-804',
  '/stats/[chart]': '/stats/growth',
  '/groups/[slug]': '/groups/stations',
  '/docs/api/reference/[operation]': '/docs/api/reference/getSatellite/',
};

/** The address of a page's file: those of the documentation end in a slash. */
function addressOf(file: string): string {
  const path = `/${file}`.replace(/(\/index)?\.astro$/, '') || '/';
  if (!path.includes('[')) return path.startsWith('/docs/') ? `${path}/` : path;
  const example = examples[path];
  if (!example)
    throw new Error(`src/pages${path}.astro has a parameter: name an address of the sample in ${import.meta.filename}`);
  return example;
}

const all = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.astro') && !/^(404|account)(\/|\.)/.test(file))
  .map(addressOf)
  .sort();

/** Every page of the website by its file, account pages apart: a page that is added is tested for accessibility, links and size. */
export const sitePages: readonly string[] = all.filter((path) => !path.startsWith('/docs/'));
/** The pages of the documentation that have a file of their own. */
export const docsPages: readonly string[] = ['/docs/', ...all.filter((path) => path.startsWith('/docs/'))];
