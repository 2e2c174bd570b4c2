import type { Form } from './public-route.ts';

/** One file of a set of elements: size and hash of its plain bytes, and how many element sets the form has no room for. */
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

/** The set that a group's elements are in: an orbit class goes before a group of the same name. */
export const setOfGroup = (slug: string): string => (slug === 'geo' ? 'group-geo' : slug);

/** The group whose elements a set has, if there is one of this name. */
export const groupOfSet = (set: string): string => (set === 'group-geo' ? 'geo' : set);
