import { groupChangesPath } from '../../../src/schema/changes/change-set.ts';
import { slices } from '../../../src/schema/release/dataset.ts';
import type { ElementSetFiles } from '../../../src/schema/release/element-files.ts';
import {
  encodings,
  type Form,
  type PublicRoute,
  publicRoutes,
  satcatFile,
} from '../../../src/schema/release/public-route.ts';
import type { GroupChanges } from './group-change-files.ts';

/** One form of a public resource, a file that clients get. */
export interface PublicFile {
  readonly route: PublicRoute;
  /** `/api/v1/dataset/active`, without ending. */
  readonly path: string;
  readonly form: Form;
  /** True if only the gzip form is stored on disk: uncompressed responses are unpacked from it. */
  readonly packed: boolean;
  /** The compressed forms next to the file, by coding, with the ending of each. */
  readonly codings: readonly (readonly [coding: string, ending: string])[];
}

/**
 * Every public file of a release with events in these months and changes of these releases, by resource, the default form first,
 * except bulk files.
 */
export function publicFiles(months: readonly string[], releases: readonly string[]): PublicFile[] {
  return publicRoutes.flatMap((route) => {
    if (route.packed) return [];
    const ofSlices = route.path.includes('{slice}');
    const names = ofSlices
      ? slices.map((slice) => slice.name)
      : route.path.includes('{month}')
        ? months
        : route.path.includes('{release}')
          ? releases
          : [''];
    return names.flatMap((name) =>
      route.forms.map((form) => ({
        route,
        path: route.path.replace(/\{\w+\}/, name),
        form,
        packed: false,
        codings: form === 'parquet' ? [] : Object.entries(encodings),
      })),
    );
  });
}

const routeAt = (path: string) => publicRoutes.find((route) => route.path === path)!;

/** The bulk files: the elements of these sets in every form that they have, and CelesTrak's SATCAT if the release has it. */
export function bulkFiles(sets: readonly ElementSetFiles[], satcat: boolean): PublicFile[] {
  const elements = routeAt('/api/v1/elements/{set}');
  const named = [
    ...sets.map(({ set, files }) => {
      const written = files.map(({ form }) => form);
      return { route: elements, path: elements.path.replace('{set}', set), written };
    }),
    ...(satcat ? [{ route: satcatFile, path: satcatFile.path, written: satcatFile.forms }] : []),
  ];
  return named.flatMap(({ route, path, written }) =>
    written.map((form) => {
      const packed = form !== 'parquet';
      return { route, path, form, packed, codings: packed ? [['gzip', encodings.gzip] as const] : [] };
    }),
  );
}

/** The deltas of the elements of groups. There are many, each for one release: the server sends them. */
export function groupChangeFiles(groups: readonly GroupChanges[]): PublicFile[] {
  const route = routeAt('/api/v1/elements/{set}/changes/{release}');
  const codings = (['br', 'gzip'] as const).map((coding) => [coding, encodings[coding]] as const);
  return groups.flatMap(({ set, releases }) =>
    [undefined, ...releases].map((to) => ({
      route,
      path: groupChangesPath(set, to),
      form: 'json' as const,
      packed: true,
      codings,
    })),
  );
}
