/**
 * The HTTP client for publishers. Not the `fetch` of Node 24.21: it ends the process if a publisher closes its connection after a
 * response that is still being read (nodejs/undici#5360).
 */
export { fetch, type RequestInit, Response } from 'undici';
