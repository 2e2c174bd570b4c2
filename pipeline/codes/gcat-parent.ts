/** What an object separated from. */
interface GcatParent {
  readonly gcat_id: string;
  /** Its catalog number; null if it has none, as parts that never had one. */
  readonly norad_cat_id: number | null;
}

/**
 * GCAT's `Parent`: the JCAT id of what the object separated from (`S25730`), and behind it the port (`S25544  C9`) or a mark that is not
 * read. Null if there is none; undefined for text of another form.
 */
export function gcatParent(text: string): GcatParent | null | undefined {
  if (text === '' || text === '-') return null;
  const id = /^([A-Z])0*(\d+)/.exec(text);
  if (!id) return undefined;
  const [gcat_id, catalog, number] = [/^[A-Z]\d+/.exec(text)![0], id[1], Number(id[2])];
  return { gcat_id, norad_cat_id: catalog === 'S' && number > 0 ? number : null };
}
