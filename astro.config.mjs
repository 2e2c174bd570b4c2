import starlight from '@astrojs/starlight';
import { defineConfig, passthroughImageService } from 'astro/config';
import { tableHeads } from './src/components/docs/table-heads.ts';
import { describeApi } from './src/http/api/openapi/openapi.ts';
import astroAdapter from './src/http/pages/astro-adapter.ts';
import compressSite from './src/http/pages/compress-site.ts';
import devServer from './src/http/pages/dev-server.ts';
import { describeSite } from './src/http/pages/site-build.ts';

/**
 * Puts every package that pages use into dist/server: a built server runs where Astro and the other packages of the build
 * are not installed (`npm ci --omit=dev`). `astro dev` loads them from node_modules.
 */
const bundlePackages = { name: 'bundle-packages', apply: 'build', config: () => ({ ssr: { noExternal: true } }) };

/** Every operation of the API with its method, as links of the sidebar. */
function referenceLinks() {
  const { paths } = describeApi('/', '1.0.0', {});
  const operations = Object.values(paths).flatMap((methods) => Object.entries(methods));
  return [
    { label: 'All operations', link: '/docs/api/reference/' },
    ...operations.map(([method, { operationId, summary }]) => ({
      label: summary,
      // Operations that change something or have a body are on pages of their own.
      link:
        method === 'get'
          ? `/docs/api/reference/${operationId}/`
          : operationId === 'runSql'
            ? '/docs/api/sql/'
            : '/docs/webhooks/',
      badge: { text: method.toUpperCase(), variant: 'note' },
    })),
  ];
}

export default defineConfig({
  output: 'server',
  adapter: astroAdapter(),
  // Nothing inline: the pages' Content-Security-Policy allows none.
  build: { inlineStylesheets: 'never' },
  prefetch: false,
  // No page has a picture that is resized: sharp, which does that, stays out.
  image: { service: passthroughImageService() },
  vite: {
    build: { assetsInlineLimit: 0 },
    worker: { format: 'es' },
    plugins: [bundlePackages],
  },
  integrations: [
    tableHeads,
    starlight({
      title: 'Orbweaver',
      description: 'How to use and run Orbweaver, an open catalog of everything in orbit.',
      customCss: [
        './src/styles/fonts.css',
        './src/styles/pages/edges.css',
        './src/styles/docs.css',
        './src/styles/reference.css',
      ],
      components: {
        Banner: './src/components/docs/DocsBanner.astro',
        SiteTitle: './src/components/docs/DocsTitle.astro',
        Footer: './src/components/docs/DocsFooter.astro',
      },
      sidebar: [
        {
          label: 'Get started',
          items: ['docs', 'docs/quick-start', 'docs/clients', 'docs/cli', 'docs/mcp', 'docs/migrate', 'docs/embed'],
        },
        {
          label: 'Orbits and passes',
          items: [
            'docs/elements',
            'docs/api/orbits',
            'docs/passes',
            'docs/api/sky',
            'docs/field-of-view',
            'docs/radio',
            'docs/reentries',
            'docs/maneuvers',
            'docs/conjunctions',
            'docs/accuracy',
            'docs/sky-checks',
          ],
        },
        {
          label: 'Data',
          items: [
            'docs/datasets',
            'docs/recipes',
            'docs/api/sql',
            'docs/fields',
            'docs/glossary',
            'docs/claims',
            'docs/events',
            'docs/api/history',
            'docs/twenty-objects',
            'docs/fifteen-verdicts',
          ],
        },
        {
          label: 'API',
          items: [
            'docs/api',
            { label: 'Reference', collapsed: true, items: referenceLinks() },
            'docs/api/authentication',
            'docs/api/limits',
            'docs/api/parameters',
            'docs/api/pages',
            'docs/api/search',
            'docs/api/changes',
            'docs/webhooks',
            'docs/digest',
            'docs/feeds',
            'docs/api/caching',
            'docs/api/freshness',
            'docs/api/errors',
            'docs/api/versioning',
          ],
        },
        {
          label: 'Run a server',
          items: [
            'docs/self-host',
            'docs/run/refresh',
            'docs/run/wrong-data',
            'docs/run/operate',
            'docs/run/machines',
            'docs/run/archive',
            'docs/release',
            'docs/run/month',
            'docs/run/speed',
            'docs/security',
          ],
        },
        {
          label: 'Project',
          items: [
            { label: 'Changelog', link: '/docs/changelog/' },
            { label: 'Decisions', collapsed: true, items: [{ autogenerate: { directory: 'docs/decisions' } }] },
            'docs/architecture',
            'docs/style',
          ],
        },
      ],
      head: [
        { tag: 'link', attrs: { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' } },
        {
          tag: 'link',
          attrs: {
            rel: 'search',
            type: 'application/opensearchdescription+xml',
            title: 'Orbweaver',
            href: '/opensearch.xml',
          },
        },
        {
          tag: 'link',
          attrs: { rel: 'alternate', type: 'application/atom+xml', title: 'Catalog events', href: '/events.atom' },
        },
        { tag: 'meta', attrs: { property: 'og:image', content: '/social-card.png' } },
      ],
      // Code blocks look as elsewhere on the site, without a window frame.
      expressiveCode: {
        defaultProps: { frame: 'none' },
        styleOverrides: { borderRadius: '0', borderColor: 'var(--rule)', codeBackground: 'var(--panel)' },
      },
      disable404Route: true,
      pagefind: true,
      credits: false,
    }),
    devServer(),
    compressSite(),
    describeSite(import.meta.dirname),
  ],
});
