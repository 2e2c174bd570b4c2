/**
 * GCAT's `Parent`: the JCAT id of the object from which a row's object separated (`S25730`), optionally followed by a port or a mark
 * (`S25544  C9`). Null if there is none; undefined for text of another form.
 */
export function gcatParent(text: string): string | null | undefined {
  if (text === '' || text === '-') return null;
  return /^[A-Z]\d{4,9}/.exec(text)?.[0];
}
