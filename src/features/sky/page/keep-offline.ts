/**
 * Caches the page of the sky and its resources for use without a network, in a service worker whose scope is that page.
 * Does nothing if the browser allows no service worker: without HTTPS, or in some private windows.
 */
export async function keepOffline(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sky-offline.js', { scope: '/sky' });
    const { active } = await navigator.serviceWorker.ready;
    const post = (entries: PerformanceObserverEntryList) =>
      active!.postMessage({ keep: entries.getEntries().map(({ name }) => name) });
    // Resources loaded before the worker ran, and all that load from then on.
    new PerformanceObserver(post).observe({ type: 'resource', buffered: true });
  } catch {
    // Without a worker, the page still works with a network.
  }
}
