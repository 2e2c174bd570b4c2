import node from '@astrojs/node';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import compressSite from './src/server/compress-site.ts';
import devServer from './src/server/dev-server.ts';

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  // Nothing inline: the pages' Content-Security-Policy allows none.
  build: { inlineStylesheets: 'never' },
  prefetch: false,
  vite: { build: { assetsInlineLimit: 0 } },
  integrations: [
    starlight({
      title: 'Orbweaver',
      description: 'How Orbweaver works: where its values come from, and what it decides.',
      customCss: ['./src/styles/fonts.css', './src/styles/docs.css'],
      components: { Banner: './src/components/DocsBanner.astro', SiteTitle: './src/components/DocsTitle.astro' },
      sidebar: [{ label: 'Documentation', items: [{ autogenerate: { directory: 'docs' } }] }],
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
      disable404Route: true,
      pagefind: true,
      credits: false,
    }),
    devServer(),
    compressSite(),
  ],
});
