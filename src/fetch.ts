import { astro, FetchState } from 'astro/fetch';

/**
 * How Astro renders a page. Its one middleware is Starlight's: the documentation needs it, which is rendered when the website is
 * built. A server would load the text of all documentation for it, and run it for every page.
 */
export default {
  async fetch(request: Request): Promise<Response> {
    const state = new FetchState(request);
    state.skipMiddleware = state.routeData?.prerender === false;
    // A page is compressed and kept whole: it is written at once.
    state.streaming = false;
    const response = await astro(state);
    // Getters that Astro makes for each page hold `state` until the garbage collector goes through all memory.
    state.result = undefined;
    state.response = undefined;
    return response;
  },
};
