import type { Breakup } from '../../schema/objects/breakup.ts';

/** The object of a break-up, as people read it: its name, or its number in GCAT if the catalog has none. */
export const breakupName = ({ name, parent_gcat_id }: Pick<Breakup, 'name' | 'parent_gcat_id'>): string =>
  name ?? `GCAT object ${parent_gcat_id}`;
