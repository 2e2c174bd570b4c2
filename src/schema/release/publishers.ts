import type { Publisher } from '../../../pipeline/sources/publisher.ts';
import { publishers } from '../../../pipeline/sources/publishers.ts';

export type { Publisher };
/** Every publisher that a release is built from, by precedence. */
export { publishers };

export type PublisherSlug = (typeof publishers)[number]['slug'];

/** The entry of a publisher. */
export function publisher<S extends PublisherSlug>(slug: S) {
  return publishers.find((one): one is Extract<(typeof publishers)[number], { slug: S }> => one.slug === slug)!;
}

/** The names of publishers within a sentence, by slug. */
export const shortNames: ReadonlyMap<string, string> = new Map(
  publishers.map(({ slug, short_name }) => [slug, short_name]),
);

/** The setting that names a mirror of a publisher: `ORBWEAVER_GCAT_URL`. */
export const mirrorSetting = (slug: string): `ORBWEAVER_${string}_URL` =>
  `ORBWEAVER_${slug.toUpperCase().replaceAll('-', '_')}_URL`;
