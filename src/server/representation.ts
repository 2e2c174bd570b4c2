import { join } from 'node:path';
import type { Coding } from '../api/negotiate.ts';
import type { Release } from '../release/release.ts';
import {
  type Encoding,
  encodings,
  type Form,
  forms,
  type PublicRoute,
  publicCacheControl,
  publicRoutes,
  serviceHeaders,
} from '../schema/public-route.ts';

/** Header names and values one after the other, as `writeHead` takes them fastest. */
export type RawHeaders = readonly string[];

/** One file of a release as it is sent: a form of a resource in one coding. */
export interface Representation {
  /** Absolute path. */
  readonly file: string;
  readonly bytes: number;
  readonly etag: string;
  /** Whether parts of it can be asked for. */
  readonly ranges: boolean;
  /** Headers of 200, without Content-Length. */
  readonly headers: RawHeaders;
  /** Headers of 304. */
  readonly notModified: RawHeaders;
}

/** The codings of one form. `identity` is always there in a whole release. */
export type Codings = Partial<Record<Coding, Representation>>;

/** A resource of the public API, in every form it has. */
export interface Resource {
  readonly route: PublicRoute;
  readonly forms: ReadonlyMap<Form, Codings>;
}

/** The routes that accept byte ranges: their files are large enough to be fetched in parts. */
const hasRanges = (route: PublicRoute) => route.path.startsWith('/api/v1/dataset/');

const codingOfEnding = Object.entries(encodings) as [Encoding, string][];
const formNames = Object.keys(forms) as Form[];

/** A route's path as an expression that matches its resources; `{slice}` and the like stand for one segment. */
const routePatterns = publicRoutes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, '([^/]+)')}$`),
}));

/** The route that a path without ending belongs to. */
export function routeOf(path: string): PublicRoute | undefined {
  return routePatterns.find(({ pattern }) => pattern.test(path))?.route;
}

/**
 * Every public resource of a release by its path without ending. Headers are written here, once for each release, so
 * that answering a request is a look-up.
 */
export function readResources(release: Release): Map<string, Resource> {
  const service = Object.entries(serviceHeaders(releaseFacts(release))).flat();
  const lastModified = new Date(release.manifest.generated_at).toUTCString();
  const resources = new Map<string, { route: PublicRoute; forms: Map<Form, Codings> }>();
  for (const [file, { bytes, sha256 }] of Object.entries(release.manifest.files)) {
    const named = nameOf(file);
    const route = named && routeOf(named.path);
    if (!route?.forms.includes(named!.form)) continue;
    const { path, form, coding } = named!;
    const resource = resources.get(path) ?? { route, forms: new Map<Form, Codings>() };
    const etag = `"${sha256.slice(0, 32)}"`;
    const notModified = [
      ...service,
      ...['Cache-Control', publicCacheControl(route.sharedMaxAge), 'Vary', 'Accept, Accept-Encoding'],
      ...['ETag', etag, 'Last-Modified', lastModified],
    ];
    const ranges = hasRanges(route);
    const headers = [
      ...notModified,
      ...['Content-Type', forms[form]],
      ...(coding === 'identity' ? [] : ['Content-Encoding', coding]),
      ...(ranges ? ['Accept-Ranges', 'bytes'] : []),
    ];
    const representation = { file: join(release.folder, file), bytes, etag, ranges, headers, notModified };
    resource.forms.set(form, { ...resource.forms.get(form), [coding]: representation });
    resources.set(path, resource);
  }
  return resources;
}

/** What the service headers say of a release. */
export function releaseFacts({ manifest }: Release) {
  return { id: manifest.id, sample: manifest.sample, sources: manifest.sources.map(({ slug }) => slug) };
}

/** `public/api/v1/dataset/active.csv.br` is `/api/v1/dataset/active`, csv, br. Null for what is no public file. */
function nameOf(file: string): { path: string; form: Form; coding: Coding } | null {
  if (!file.startsWith('public/api/')) return null;
  const [coding, codingEnding] =
    codingOfEnding.find(([, ending]) => file.endsWith(ending)) ?? (['identity', ''] as const);
  const plain = file.slice('public'.length, file.length - codingEnding.length);
  const form = formNames.find((name) => plain.endsWith(`.${name}`));
  return form ? { path: plain.slice(0, -form.length - 1), form, coding } : null;
}
