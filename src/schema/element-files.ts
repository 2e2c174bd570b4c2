import { z } from 'zod';

/** The forms of a set of elements, by the ending of its files; `json` is the columnar form of `/elements`. */
export const elementForms = {
  json: 'application/json; charset=utf-8',
  tle: 'text/plain; charset=utf-8',
  '5-digit.tle': 'text/plain; charset=utf-8',
  '2le': 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  'omm.json': 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  kvn: 'text/plain; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const;
export type ElementForm = keyof typeof elementForms;

/**
 * One file of elements as clients get it. Text forms are stored compressed only (`.gz`, `.br`): a client that accepts
 * neither coding is sent the unpacked bytes, whose size and hash stand here.
 */
export const elementFile = z.object({
  form: z.string(),
  bytes: z.int().nonnegative(),
  sha256: z.string().length(64),
  /** Element sets that the form has no room for. */
  omitted: z.int().nonnegative(),
});

/** A set of elements: what it is, how many element sets it has, its files. */
export const elementSetFiles = z.object({
  set: z.string(),
  kind: z.enum(['catalog', 'group', 'object_class', 'orbit_class', 'launch_year']),
  title: z.string(),
  objects: z.int().nonnegative(),
  files: z.array(elementFile),
});
export type ElementSetFiles = z.infer<typeof elementSetFiles>;

/** `elements-index.json` of a release: every set of elements, for the server and for `/api/v1/elements/sets`. */
export const elementsIndex = z.array(elementSetFiles);

/** The set that a group's elements are in: an orbit class goes before a group of the same name. */
export const setOfGroup = (slug: string): string => (slug === 'geo' ? 'group-geo' : slug);
