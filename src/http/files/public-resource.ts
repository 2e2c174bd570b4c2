import { basename, join } from 'node:path';
import type { Release } from '../../release/release.ts';
import {
  type Encoding,
  encodings,
  type Form,
  forms,
  formsOf,
  licensedAs,
  type PublicRoute,
  publicCacheControl,
  publicRoutes,
  satcatFile,
  serviceHeaders,
  splitForm,
} from '../../schema/release/public-route.ts';
import type { Coding } from '../negotiate.ts';
import { type Codings, sendable } from './sendable-file.ts';

/** A resource of the public API, in all of its formats. */
export interface Resource {
  readonly route: PublicRoute;
  /** The last segment of its path, such as the name of a set or a month. */
  readonly name: string;
  readonly forms: ReadonlyMap<Form, Codings>;
}

/** The routes that accept byte ranges: their files are large enough to be fetched in parts. */
const hasRanges = ({ download, packed }: PublicRoute) => download === true || packed === true;

const codingOfEnding = Object.entries(encodings) as [Encoding, string][];

/** A route's path as a regular expression that matches its resources; `{slice}` and the like match one segment. */
const routePatterns = [...publicRoutes, satcatFile].map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, '([^/]+)')}$`),
}));

/** The route whose file this is, by the file's path without ending. */
function routeOf(path: string): PublicRoute | undefined {
  return routePatterns.find(({ pattern }) => pattern.test(path))?.route;
}

/**
 * Every public resource of a release by its path without ending. Headers are made here, once per release, so that a
 * request takes a single lookup.
 */
export function readResources(release: Release): Map<string, Resource> {
  const service = serviceHeaders(releaseFacts(release));
  const modified = Math.floor(Date.parse(release.manifest.generated_at) / 1000) * 1000;
  const resources = new Map<string, Omit<Resource, 'forms'> & { forms: Map<Form, Codings> }>();
  const { files, packed } = release.manifest;
  const entries = [
    ...Object.entries(files).map(([file, facts]) => [file, facts, undefined] as const),
    ...Object.entries(packed).map(([file, facts]) => [file, facts, true] as const),
  ];
  for (const [file, facts, unpack] of entries) {
    const named = nameOf(file);
    const route = named && routeOf(named.path);
    if (!route || !formsOf(route).includes(named!.form)) continue;
    const { path, form, coding } = named!;
    const resource = resources.get(path) ?? { route, name: basename(path), forms: new Map<Form, Codings>() };
    const license = route.licenses?.[resource.name];
    const omitted = packed[file.slice(0, file.length - codingLength(coding))]?.omitted;
    const sent = sendable(join(release.folder, unpack ? `${file}.gz` : file), facts, {
      modified,
      type: forms[form],
      coding,
      ranges: hasRanges(route) && !unpack,
      headers: {
        ...service,
        ...(license !== undefined && licensedAs(license)),
        'Cache-Control': publicCacheControl(route.sharedMaxAge),
        Vary: 'Accept, Accept-Encoding',
      },
      unpack,
    });
    const omission = omitted === undefined ? {} : { 'X-Elements-Omitted': String(omitted) };
    const whole = { ...sent, bodyHeaders: { ...sent.bodyHeaders, ...omission } };
    resource.forms.set(form, { ...resource.forms.get(form), [coding]: whole });
    resources.set(path, resource);
  }
  return resources;
}

const codingLength = (coding: Coding): number => (coding === 'identity' ? 0 : encodings[coding].length);

/** The facts about a release in the service headers. */
export function releaseFacts({ manifest }: Release) {
  return { id: manifest.id, sample: manifest.sample, sources: manifest.sources.map(({ slug }) => slug) };
}

/** `public/api/v1/dataset/active.csv.br` is `/api/v1/dataset/active`, csv, br. Null if it is not a public file. */
function nameOf(file: string): { path: string; form: Form; coding: Coding } | null {
  if (!/^public\/(api|pub)\//.test(file)) return null;
  const [coding, codingEnding] =
    codingOfEnding.find(([, ending]) => file.endsWith(ending)) ?? (['identity', ''] as const);
  const plain = file.slice('public'.length, file.length - codingEnding.length);
  const [path, form] = splitForm(plain);
  return form ? { path, form, coding } : null;
}
