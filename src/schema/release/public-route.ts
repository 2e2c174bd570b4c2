/** How one form of a resource is written: the ending of its file, its media type. */
export const forms = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  atom: 'application/atom+xml; charset=utf-8',
  tle: 'text/plain; charset=utf-8',
  '5-digit.tle': 'text/plain; charset=utf-8',
  '2le': 'text/plain; charset=utf-8',
  'omm.json': 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  kvn: 'text/plain; charset=utf-8',
  'trsp.tar': 'application/x-tar',
} as const;
export type Form = keyof typeof forms;

/** Endings, the longest first: `.omm.json` is not `.json`. */
const endings = (Object.keys(forms) as Form[]).sort((a, b) => b.length - a.length);

/** A path and the form that its ending names; null where it names none. */
export function splitForm(path: string): readonly [path: string, form: Form | null] {
  const form = endings.find((name) => path.endsWith(`.${name}`));
  return form ? [path.slice(0, -form.length - 1), form] : [path, null];
}

/** A public resource that the pipeline writes as files and the server, or any static host, sends as they are. */
export interface PublicRoute {
  /** Path without ending; `{slice}` and `{month}` stand for one segment. */
  readonly path: string;
  /** The forms it has, the default one first. */
  readonly forms: readonly Form[];
  /** How long a shared cache may keep it, in seconds: by how often the data changes. */
  readonly sharedMaxAge: number;
  /** The minor format of the release that first has it; every release has it where it isn't said. */
  readonly since?: number;
  /** Its text files are kept compressed alone; the server unpacks them for clients that do not accept gzip. */
  readonly packed?: true;
}

/** The forms of every slice of the datasets. */
export const sliceForms = ['json', 'csv', 'parquet'] as const satisfies readonly Form[];

/** The public routes: `format` is the one parameter of each. The pipeline writes exactly these, `_headers` and the server's headers come from here. */
export const publicRoutes: readonly PublicRoute[] = [
  { path: '/api/v1/elements', forms: ['json'], sharedMaxAge: 300 },
  {
    path: '/api/v1/elements/{set}',
    forms: ['json', 'tle', '5-digit.tle', '2le', 'csv', 'omm.json', 'xml', 'kvn', 'parquet'],
    sharedMaxAge: 300,
    packed: true,
  },
  { path: '/api/v1/events', forms: ['json', 'atom'], sharedMaxAge: 300 },
  { path: '/api/v1/events/{month}', forms: ['json'], sharedMaxAge: 300 },
  { path: '/api/v1/changes', forms: ['json'], sharedMaxAge: 300, since: 3 },
  { path: '/api/v1/changes/{release}', forms: ['json'], sharedMaxAge: 86_400 },
  { path: '/api/v1/elements/changes/{release}', forms: ['json'], sharedMaxAge: 86_400 },
  // The newest is one of them.
  { path: '/api/v1/elements/{set}/changes/{release}', forms: ['json'], sharedMaxAge: 300, since: 6, packed: true },
  { path: '/api/v1/launches', forms: ['json'], sharedMaxAge: 3600 },
  { path: '/api/v1/groups', forms: ['json'], sharedMaxAge: 21_600 },
  { path: '/api/v1/reentries/upcoming', forms: ['json'], sharedMaxAge: 300, since: 4 },
  { path: '/api/v1/reentries/scores', forms: ['json'], sharedMaxAge: 21_600, since: 4 },
  { path: '/api/v1/accuracy', forms: ['json'], sharedMaxAge: 21_600, since: 3 },
  { path: '/api/v1/dataset', forms: ['json'], sharedMaxAge: 21_600 },
  // The last one is of the transmitters alone.
  { path: '/api/v1/dataset/{slice}', forms: [...sliceForms, 'trsp.tar'], sharedMaxAge: 21_600 },
  { path: '/api/v1/datapackage', forms: ['json'], sharedMaxAge: 21_600 },
];

/** CelesTrak's own address of its SATCAT: no route of the API, a file all the same. */
export const satcatFile: PublicRoute = { path: '/pub/satcat', forms: ['csv'], sharedMaxAge: 21_600, packed: true };

/** The content codings that a release holds next to each text file, best first, with the ending of their files. */
export const encodings = { br: '.br', zstd: '.zst', gzip: '.gz' } as const;
export type Encoding = keyof typeof encodings;

/** `Cache-Control` of a public file. */
export function publicCacheControl(sharedMaxAge: number): string {
  return `public, max-age=300, s-maxage=${sharedMaxAge}, stale-while-revalidate=86400, stale-if-error=604800`;
}

/** Headers that any site may read from a response (CORS). */
const exposedHeaders = [
  'ETag',
  'Last-Modified',
  'Link',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Service-License',
  'X-Service-Sources',
  'X-Catalog-Release',
  'X-Request-Id',
  'X-Stale-Warning',
  'X-Catalog-Sample',
  'X-Elements-Omitted',
  'X-As-Of',
  'X-As-Of-Release',
  'X-As-Of-Snapshot',
  'X-As-Of-Next',
  'X-As-Of-Complete',
  'X-As-Of-Snapshots',
  'X-As-Of-Groups',
  'X-Rows',
  'Content-Range',
];

/** Headers that a script of any site may send (CORS). The last two let it read a dataset in parts. */
export const corsAllowedHeaders = [
  'Authorization',
  'X-API-Key',
  'If-None-Match',
  'If-Modified-Since',
  'Accept',
  'Range',
  'If-Range',
];

/** The header of what has a license of its own, instead of that of the service. */
export const licensedAs = (license: string) => ({ 'X-Service-License': license });

/** Headers of every response of the API, errors and static files too. */
export function serviceHeaders(
  release: { id: string; sample: boolean; sources: readonly string[] } | null,
): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposedHeaders.join(', '),
    'X-Content-Type-Options': 'nosniff',
    ...licensedAs('ODbL-1.0'),
    ...(release && {
      'X-Service-Sources': release.sources.join(', '),
      'X-Catalog-Release': release.id,
      ...(release.sample && { 'X-Catalog-Sample': 'true' }),
    }),
  };
}
