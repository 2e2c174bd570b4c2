import { gcatOrbit } from './gcat-orbit.ts';

/** A place on the Earth as GCAT writes it, without the `?` that marks it as uncertain. */
export interface GcatPlace {
  readonly place: string;
  readonly uncertain: boolean;
}

/**
 * GCAT's `Dest` of an object that has come down: free text (`W Atlantic`, `KSC RW33`) or degrees of longitude and latitude in either order
 * (`74W 22S`). Null if it is blank, or names an orbit, as 16 rows of objects that came down do. Source:
 * https://planet4589.org/space/gcat/web/intro/phases.html
 */
export function gcatPlace(dest: string): GcatPlace | null {
  const place = dest.replace(/\s*\?$/, '');
  if (place === '' || place === '-' || isOrbit(place)) return null;
  return { place, uncertain: place !== dest };
}

/** Also a category without its inclination, such as `LEO` or `GEO`. */
const isOrbit = (text: string): boolean => gcatOrbit(text) != null || gcatOrbit(`${text}/I`) != null;

/**
 * GCAT's `Parent`: the JCAT id of the object from which a row's object separated (`S25730`), optionally followed by a port or a mark
 * (`S25544  C9`). Null if there is none; undefined for text of another form.
 */
export function gcatParent(text: string): string | null | undefined {
  if (text === '' || text === '-') return null;
  return /^[A-Z]\d{4,9}/.exec(text)?.[0];
}
