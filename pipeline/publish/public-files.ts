import { slices } from '../../src/schema/dataset.ts';
import { encodings, type Form, type PublicRoute, publicRoutes } from '../../src/schema/public-route.ts';

/** One form of a public resource, a file that clients get. */
export interface PublicFile {
  readonly route: PublicRoute;
  /** `/api/v1/dataset/active`, without ending. */
  readonly path: string;
  readonly form: Form;
  /** The compressed forms beside it, by coding, with the ending of each. */
  readonly codings: readonly (readonly [coding: string, ending: string])[];
}

/** Every public file of a release that has events in these months, resource by resource, the default form first. */
export function publicFiles(months: readonly string[]): PublicFile[] {
  return publicRoutes.flatMap((route) => {
    // Their plain bytes are no file: only this server sends them.
    if (route.packed) return [];
    const names = route.path.includes('{slice}')
      ? slices.map((slice) => slice.name)
      : route.path.includes('{month}')
        ? months
        : [''];
    return names.flatMap((name) =>
      route.forms.map((form) => ({
        route,
        path: route.path.replace(/\{\w+\}/, name),
        form,
        codings: form === 'parquet' ? [] : Object.entries(encodings),
      })),
    );
  });
}
