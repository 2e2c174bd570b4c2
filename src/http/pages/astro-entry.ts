import { setImmediate } from 'node:timers/promises';
import { createApp } from 'astro/app/entrypoint';

/** The entry of the built website: Astro's `App`, which renders one page at a time. Pages are not streamed. */
const app = createApp({ streaming: false });

/**
 * Renders the page or endpoint of a request; null if none has its path. Errors of a page are thrown: the server logs and
 * answers them like those of its own routes.
 */
export async function render(request: Request, locals: App.Locals): Promise<Response | null> {
  const routeData = app.match(request);
  if (!routeData) return null;
  return app.render(request, { locals, routeData, addCookieHeader: true });
}

/** Loads the module of each page, and runs other work in between. */
export async function prepare(): Promise<void> {
  const { middleware, pageMap } = app.manifest;
  for (const load of [...(middleware ? [middleware] : []), ...(pageMap?.values() ?? [])]) {
    await load();
    await setImmediate();
  }
}

const renderError = app.renderError.bind(app);
app.renderError = async (request, options) => {
  if (options.status === 500) throw options.error ?? new Error(`a page answered 500: ${new URL(request.url).pathname}`);
  return renderError(request, options);
};
