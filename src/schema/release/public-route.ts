import { transmitterTerms } from '../objects/transmitter-data.ts';

/** A format of a resource: its file ending and its media type. */
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
  czml: 'application/json; charset=utf-8',
  'trsp.tar': 'application/x-tar',
} as const;
export type Form = keyof typeof forms;

/** Endings, the longest first: `.omm.json` is not `.json`. */
const endings = (Object.keys(forms) as Form[]).sort((a, b) => b.length - a.length);

/** A path and the format that its ending names; null if it names none. */
export function splitForm(path: string): readonly [path: string, form: Form | null] {
  const form = endings.find((name) => path.endsWith(`.${name}`));
  return form ? [path.slice(0, -form.length - 1), form] : [path, null];
}

/** A public resource that the pipeline writes as files, and that the server, or any static host, sends unchanged. */
export interface PublicRoute {
  /** Path without ending; `{slice}` and `{month}` stand for one segment. */
  readonly path: string;
  /** The formats of every resource, the default one first. The ending of the path or `format` selects any; `Accept`, by media type. */
  readonly forms: readonly Form[];
  /** Formats that only some of its resources have. */
  readonly rareForms?: readonly Form[];
  /** How long a shared cache may keep it, in seconds, depending on how often the data changes. */
  readonly sharedMaxAge: number;
  /** The minor version of the release format that introduced it; undefined if every release has it. */
  readonly since?: number;
  /** Its text files are only stored compressed; the server decompresses them for clients that do not accept gzip. */
  readonly packed?: true;
  /** Its files are so large that the time of a download depends on the connection; they can be fetched in parts. */
  readonly download?: true;
  /** Licenses of those of its resources that have one of their own, by the last segment of their path. */
  readonly licenses?: Readonly<Record<string, string>>;
}

/** The formats of every slice of the datasets. */
export const sliceForms = ['json', 'csv', 'parquet'] as const satisfies readonly Form[];

/** The public routes: `format` is their only parameter. Files, `_headers` and the headers of the server are derived from them. */
export const publicRoutes: readonly PublicRoute[] = [
  { path: '/api/v1/elements', forms: ['json'], sharedMaxAge: 300 },
  {
    path: '/api/v1/elements/{set}',
    forms: ['json', 'tle', '5-digit.tle', '2le', 'csv', 'omm.json', 'xml', 'kvn', 'parquet'],
    // Groups of up to 500 objects.
    rareForms: ['czml'],
    sharedMaxAge: 300,
    packed: true,
  },
  { path: '/api/v1/events', forms: ['json', 'atom'], sharedMaxAge: 300 },
  { path: '/api/v1/events/{month}', forms: ['json'], sharedMaxAge: 300 },
  { path: '/api/v1/changes', forms: ['json'], sharedMaxAge: 300, since: 3 },
  { path: '/api/v1/changes/{release}', forms: ['json'], sharedMaxAge: 86_400 },
  { path: '/api/v1/elements/changes/{release}', forms: ['json'], sharedMaxAge: 86_400 },
  // Includes the newest.
  { path: '/api/v1/elements/{set}/changes/{release}', forms: ['json'], sharedMaxAge: 300, since: 6, packed: true },
  { path: '/api/v1/launches', forms: ['json'], sharedMaxAge: 3600 },
  { path: '/api/v1/groups', forms: ['json'], sharedMaxAge: 21_600 },
  { path: '/api/v1/reentries/upcoming', forms: ['json'], sharedMaxAge: 300, since: 4 },
  { path: '/api/v1/reentries/scores', forms: ['json'], sharedMaxAge: 21_600, since: 4 },
  { path: '/api/v1/accuracy', forms: ['json'], sharedMaxAge: 21_600, since: 3 },
  { path: '/api/v1/population', forms: ['json', 'csv'], sharedMaxAge: 21_600, since: 8 },
  { path: '/api/v1/dataset', forms: ['json'], sharedMaxAge: 21_600 },
  {
    path: '/api/v1/dataset/{slice}',
    forms: sliceForms,
    // Transmitters.
    rareForms: ['trsp.tar'],
    sharedMaxAge: 21_600,
    download: true,
    licenses: { transmitters: transmitterTerms.license },
  },
  { path: '/api/v1/datapackage', forms: ['json'], sharedMaxAge: 21_600 },
];

/** Every format that a resource of a route may have, the default one first. */
export const formsOf = ({ forms, rareForms = [] }: PublicRoute): readonly Form[] => [...forms, ...rareForms];

/** CelesTrak's own path of its SATCAT: not a route of the API, but also a file. */
export const satcatFile: PublicRoute = { path: '/pub/satcat', forms: ['csv'], sharedMaxAge: 21_600, packed: true };

/** The content encodings that a release has next to each text file, best first, with their file endings. */
export const encodings = { br: '.br', zstd: '.zst', gzip: '.gz' } as const;
export type Encoding = keyof typeof encodings;

/** `Cache-Control` of a public file. */
export function publicCacheControl(sharedMaxAge: number): string {
  return `public, max-age=300, s-maxage=${sharedMaxAge}, stale-while-revalidate=86400, stale-if-error=604800`;
}

/** Response headers that scripts of any site may read (CORS). */
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

/** Request headers that scripts of any site may send (CORS). The last two allow reading a dataset in ranges. */
export const corsAllowedHeaders = [
  'Authorization',
  'X-API-Key',
  'If-None-Match',
  'If-Modified-Since',
  'Accept',
  'Range',
  'If-Range',
];

/** The header for data with a license of its own, instead of the service's. */
export const licensedAs = (license: string) => ({ 'X-Service-License': license });

/** Headers of every API response, including errors and static files. */
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
