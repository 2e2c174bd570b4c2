import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema, i18nSchema } from '@astrojs/starlight/schema';

export const collections = {
  docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }),
  // Starlight looks for custom translations, and warns if there are none.
  i18n: defineCollection({ loader: () => [{ id: 'en', 'search.label': 'Search' }], schema: i18nSchema() }),
};
