// Keeps /sky usable without a network: its page, its files and the data that it loaded, and nothing else. The page and the
// data come from the network while there is one; files under /_astro never change. Other pages are out of its scope.
const CACHE = 'orbweaver-sky-1';
const PAGE = '/sky';
const assets = /^\/_astro\/[\w.-]+$/;
const data =
  /^\/(?:theme\.js|land\.svg|sky\/(?:magnitudes|ends)\.json|api\/v1\/(?:groups|dataset\/transmitters|elements(?:\/[\w-]+)?))$/;
/** The paths are the keys: the page loads each in one format. */
const anyFormat = { ignoreVary: true };

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('message', (event) => event.waitUntil(keep(event.data.keep)));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname === PAGE) event.respondWith(networkFirst(request, PAGE));
  } else if (assets.test(pathname)) event.respondWith(cacheFirst(request, pathname));
  else if (data.test(pathname) && search === '') event.respondWith(networkFirst(request, pathname));
});

/** Deletes what an earlier version of this script kept, and serves the page that is open. */
async function takeOver() {
  for (const name of await caches.keys())
    if (name.startsWith('orbweaver-sky-') && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

async function networkFirst(request, path) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await store(cache, path, response.clone());
    else if (response.status >= 500) return (await cache.match(path, anyFormat)) ?? response;
    return response;
  } catch (error) {
    const kept = await cache.match(path, anyFormat);
    if (kept) return kept;
    throw error;
  }
}

async function cacheFirst(request, path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(path, anyFormat);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await store(cache, path, response.clone());
  return response;
}

const assetsOf = async (response) => [...(await response.text()).matchAll(/\/_astro\/[\w.-]+/g)].join();

/** Keeps a response; a page of another build replaces the files of the one before. A full disk keeps less. */
async function store(cache, path, response) {
  try {
    const before = path === PAGE && (await cache.match(PAGE, anyFormat));
    if (before && (await assetsOf(before)) !== (await assetsOf(response.clone())))
      for (const { url } of await cache.keys()) if (assets.test(new URL(url).pathname)) await cache.delete(url);
    await cache.put(path, response);
  } catch {}
}

/** Keeps the page and the files that it loaded before this script ran, from the browser's own cache where they are there. */
async function keep(urls) {
  const cache = await caches.open(CACHE);
  const paths = urls.map((url) => new URL(url)).filter(({ origin }) => origin === self.location.origin);
  const wanted = paths.filter(({ search }) => search === '').map(({ pathname }) => pathname);
  const kept = [PAGE, ...wanted.filter((path) => assets.test(path) || data.test(path))];
  for (const path of new Set(kept)) {
    if (await cache.match(path, anyFormat)) continue;
    const Accept = path === PAGE ? 'text/html' : data.test(path) ? 'application/json' : '*/*';
    try {
      const response = await fetch(path, { cache: 'force-cache', headers: { Accept } });
      if (response.ok) await store(cache, path, response);
    } catch {}
  }
}
