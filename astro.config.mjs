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
  vite: { build: { assetsInlineLimit: 0 }, worker: { format: 'es' } },
  integrations: [
    starlight({
      title: 'Orbweaver',
      description: 'How Orbweaver works: where its values come from, and what it decides.',
      customCss: ['./src/styles/fonts.css', './src/styles/docs.css'],
      components: { Banner: './src/components/DocsBanner.astro', SiteTitle: './src/components/DocsTitle.astro' },
      sidebar: [{ label: 'Documentation', items: [{ autogenerate: { directory: 'docs' } }] }],
      disable404Route: true,
      pagefind: true,
      credits: false,
    }),
    devServer(),
    compressSite(),
  ],
});
