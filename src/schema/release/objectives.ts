/** What this service sets out to do, as numbers: the documentation prints them, `/status` measures them. */
export const answering = {
  /** Part of all requests that are answered without an error of the server. */
  availability: 0.999,
  /** Part of the answers of the API, downloads apart, that are sent whole within so many seconds. */
  api: { part: 0.99, seconds: 0.1 },
  /** The same of the website's pages. */
  pages: { part: 0.95, seconds: 0.5 },
} as const;
