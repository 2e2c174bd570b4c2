import type { Form } from './public-route.ts';

/** One file of a set of elements: size and hash of its plain bytes, and number of element sets that the form can't hold. */
interface ElementFile {
  readonly form: Form;
  readonly bytes: number;
  readonly sha256: string;
  readonly omitted: number;
}

/** A set of elements that is published in bulk. */
export interface ElementSetFiles {
  readonly set: string;
  readonly title: string;
  readonly objects: number;
  readonly files: ElementFile[];
}

/** The sets that one value of each object decides, besides `all`, `active`, groups and launch years. */
export const catalogSets: Readonly<
  Record<string, { readonly title: string; readonly by: 'object_class' | 'orbit_class'; readonly is: string }>
> = {
  payloads: { title: 'Payloads', by: 'object_class', is: 'PAYLOAD' },
  'rocket-bodies': { title: 'Rocket bodies', by: 'object_class', is: 'ROCKET_BODY' },
  debris: { title: 'Debris', by: 'object_class', is: 'DEBRIS' },
  leo: { title: 'Low Earth orbit', by: 'orbit_class', is: 'LEO' },
  meo: { title: 'Medium Earth orbit', by: 'orbit_class', is: 'MEO' },
  geo: { title: 'Geosynchronous orbit, drifting and retired objects included', by: 'orbit_class', is: 'GEO' },
  heo: { title: 'Every other orbit about the Earth', by: 'orbit_class', is: 'HEO' },
};

/** The set with a group's elements: an orbit class takes precedence over a group of the same name. */
export const setOfGroup = (slug: string): string => (slug === 'geo' ? 'group-geo' : slug);

/** The group whose elements a set has, if there is one of this name. */
export const groupOfSet = (set: string): string => (set === 'group-geo' ? 'geo' : set);
