import { getCollection } from 'astro:content';
import type { PageData } from '../../http/pages/page-data.ts';
import { xmlText } from '../../schema/escaped-text.ts';

/** An entry of the sitemap: an address of the website, with the time of its last change. */
interface Address {
  readonly path: string;
  readonly changed?: string;
}
type Release = NonNullable<PageData['release']>;

/** Addresses per file: the protocol allows 50,000. */
const addressesInFile = 40_000;

/** Every page with one address: those of accounts are for their owners, those of the documentation are listed below. */
const fixed = Object.keys(import.meta.glob('../../pages/**/*.astro'))
  .map((file) => file.replace('../../pages', '').replace(/(\/index)?\.astro$/, '') || '/')
  .filter((path) => !path.includes('[') && !/^\/(404|account|docs)(\/|$)/.test(path));

/** The names of the files that the index of a release lists. */
export function sitemapNames({ counts }: Pick<Release, 'counts'>): string[] {
  const files = Math.ceil(counts.satellites / addressesInFile);
  return ['pages', 'operators', 'launches', ...Array.from({ length: files }, (_, index) => `objects-${index + 1}`)];
}

/** The entries of one of these files; null if there is no file of this name. */
export async function sitemapAddresses(
  release: Release,
  name: string,
  routes: PageData['routes'],
): Promise<readonly Address[] | null> {
  const changed = release.generated_at;
  if (name === 'pages') {
    const docs = await getCollection('docs');
    return [
      ...fixed.map((path) => ({ path, changed })),
      ...(await release.weeks()).map(({ week }) => ({ path: `/weeks/${week}`, changed })),
      ...(await release.groups()).map(({ slug }) => ({ path: `/groups/${slug}`, changed })),
      ...docs.map(({ id }) => ({ path: `/${id}/` })),
      ...['/docs/changelog/', '/docs/api/reference/'].map((path) => ({ path })),
      ...routes.map(({ id }) => ({ path: `/docs/api/reference/${id}/` })),
    ];
  }
  if (name === 'operators')
    return (await release.operators()).all.map(({ slug }) => ({ path: `/operators/${slug}`, changed }));
  if (name === 'launches')
    return (await release.launches()).map(({ launch_id }) => ({ path: `/launches/${launch_id}`, changed }));
  const number = Number(/^objects-([1-9]\d*)$/.exec(name)?.[1] ?? 0);
  if (number === 0 || !sitemapNames(release).includes(name)) return null;
  const objects = await release.changes((number - 1) * addressesInFile, addressesInFile);
  return objects.map(({ norad_cat_id, updated_at }) => ({ path: `/satellites/${norad_cat_id}`, changed: updated_at }));
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The index of sitemaps, and one sitemap. `base` precedes every path. */
export const sitemapIndex = (base: string, names: readonly string[], changed: string): string =>
  `${head}<sitemapindex ${space}>\n${names
    .map((name) => `<sitemap><loc>${xmlText(base)}/sitemap/${name}.xml</loc><lastmod>${changed}</lastmod></sitemap>`)
    .join('\n')}\n</sitemapindex>\n`;
export const sitemap = (base: string, addresses: readonly Address[]): string =>
  `${head}<urlset ${space}>\n${addresses
    .map(
      ({ path, changed }) =>
        `<url><loc>${xmlText(base + encodeURI(path))}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`,
    )
    .join('\n')}\n</urlset>\n`;

export const xml = { headers: { 'Content-Type': 'application/xml; charset=utf-8' } };
