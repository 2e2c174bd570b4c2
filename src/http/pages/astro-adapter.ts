import node from '@astrojs/node';
import type { AstroIntegration } from 'astro';

/** Astro's adapter for Node with our entry: it renders a `Request` to a `Response`; the Hono app does the serving. */
export default function astroAdapter(): AstroIntegration {
  const adapter = node({ mode: 'middleware' });
  return {
    ...adapter,
    hooks: {
      ...adapter.hooks,
      'astro:config:done': (options) =>
        adapter.hooks['astro:config:done']?.({
          ...options,
          setAdapter: (feature) =>
            options.setAdapter({ ...feature, serverEntrypoint: new URL('./astro-entry.ts', import.meta.url) }),
        }),
    },
  };
}
