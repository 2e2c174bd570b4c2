const groups = '(SELECT DISTINCT names, owners FROM search)';
const words = `(FROM (SELECT unnest(list_distinct(string_split(names, ' '))) AS word, "group"
  FROM (SELECT names, (row_number() OVER (ORDER BY names, owners) - 1)::INTEGER AS "group" FROM ${groups})) WHERE word NOT IN ('', '|'))`;

/**
 * Tables that a search reads as they stand, each by the SQL that makes it of `search` and `satellites`: what takes sorting is
 * sorted once a release. Objects of the same names and owners are a group; groups, owners and designators are numbered from 0 in
 * the order of their tables.
 */
export const searchTables = {
  /** The folded names of each group, and the number of its owners. */
  search_groups: `SELECT names, (dense_rank() OVER (ORDER BY owners) - 1)::INTEGER AS owners FROM ${groups} ORDER BY names, owners`,
  search_owners: 'SELECT DISTINCT owners AS text FROM search ORDER BY text',
  search_designators: "SELECT DISTINCT coalesce(cospar_id, '') AS text FROM satellites ORDER BY text",
  /** Each object with the numbers of its group and of its designator: active ones first, then by number. */
  search_objects: `SELECT norad_cat_id, (dense_rank() OVER (ORDER BY names, search.owners) - 1)::INTEGER AS "group",
      (dense_rank() OVER (ORDER BY coalesce(cospar_id, '')) - 1)::INTEGER AS designator
    FROM search JOIN satellites USING (norad_cat_id) ORDER BY active DESC, norad_cat_id`,
  /** Every word of the names, and in how many places of `search_places` it and those before it stand. */
  search_vocabulary: `SELECT word, (sum(count(*)) OVER (ORDER BY word))::INTEGER AS places FROM ${words} GROUP BY word ORDER BY word`,
  /** The groups of each word, word after word. */
  search_places: `SELECT "group" FROM ${words} ORDER BY word, "group"`,
} as const;
