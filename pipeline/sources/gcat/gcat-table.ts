/** A table of GCAT by its path: its file has the name that the path ends with. */
export const gcatTable = (path: `/tsv/${string}`) => ({
  path,
  matches: new RegExp(`^${path.split('/').at(-1)!.replace('.', '\\.')}$`),
  format: 'gcat-tsv' as const,
});
