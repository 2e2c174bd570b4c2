/** What this service sets out to do, as numbers: the documentation prints them, `/status` measures them. */
export const answering = {
  /** Part of all requests that are answered without an error of the server. */
  availability: 0.999,
  /** Part of the answers of the API, downloads apart, that are sent whole within so many seconds. */
  api: { part: 0.99, seconds: 0.1 },
  /** The same of the website's pages. */
  pages: { part: 0.95, seconds: 0.5 },
} as const;

/** How long ago a file may last have been known to be the newest: its time of the schedule, and room for a refresh that failed. */
export const freshness = [
  { id: 'elements', name: 'Elements (CelesTrak)', files: /^celestrak\/gp-/, hours: 13 },
  { id: 'catalog', name: 'Catalog entries (CelesTrak)', files: /^celestrak\/satcat/, hours: 36 },
  { id: 'gcat', name: 'Launches and operators (GCAT)', files: /^gcat\//, hours: 36 },
  { id: 'satnogs', name: 'Enrichment (SatNOGS DB)', files: /^satnogs\//, hours: 216 },
  { id: 'wikidata', name: 'Enrichment (Wikidata)', files: /^wikidata\//, hours: 216 },
] as const;
