/**
 * Keeps the page of the sky and what it has loaded for use without a network, in a service worker whose scope is that page.
 * Does nothing where the browser allows none: without HTTPS, or in some private windows.
 */
export async function keepOffline(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sky-offline.js', { scope: '/sky' });
    const { active } = await navigator.serviceWorker.ready;
    const post = (entries: PerformanceObserverEntryList) =>
      active!.postMessage({ keep: entries.getEntries().map(({ name }) => name) });
    // What was loaded before the worker ran, and from then on what loads.
    new PerformanceObserver(post).observe({ type: 'resource', buffered: true });
  } catch {
    // The page works, with a network.
  }
}
