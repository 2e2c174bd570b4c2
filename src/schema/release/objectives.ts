/** The service level objectives: the documentation prints them, `/status` measures them. */
export const answering = {
  /** Fraction of all requests that complete without a server error. */
  availability: 0.999,
  /** Fraction of API responses, downloads excluded, that are sent completely within this many seconds. */
  api: { part: 0.99, seconds: 0.1 },
  /** Fraction of the website's pages that are sent completely within this many seconds. */
  pages: { part: 0.95, seconds: 0.5 },
} as const;
