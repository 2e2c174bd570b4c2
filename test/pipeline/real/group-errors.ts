import { readFile } from 'node:fs/promises';
import { groupDefinitions, groupFile, type RuleError } from '../../../src/schema/objects/group.ts';

type Rows = <T>(sql: string) => Promise<T[]>;

/** The catalog numbers of a list of CelesTrak, as JSON or TLE; null if the folders have none. */
async function listed(folders: readonly string[], slug: string): Promise<number[] | null> {
  for (const folder of folders)
    for (const form of ['json', 'tle']) {
      const name = groupFile(slug).replace(/next$/, 'NEXT');
      const text = await readFile(`${folder}/${name}.${form}`, 'utf8').catch(() => '');
      if (text.startsWith('['))
        return (JSON.parse(text) as { NORAD_CAT_ID: number }[]).map(({ NORAD_CAT_ID: id }) => id);
      const numbers = Array.from(text.matchAll(/^1 ([ \d]{5})/gm), ([, id]) => Number(id));
      if (numbers.length > 0) return numbers;
    }
  return null;
}

/** How each rule differs from CelesTrak's list in the first folder that has one; null without a list. */
export async function ruleErrors(
  rows: Rows,
  folders: readonly string[],
): Promise<Record<string, Omit<RuleError, 'list'> | null>> {
  const from = 'FROM satellites s JOIN elements e USING (norad_cat_id)';
  const present = new Set((await rows<{ id: number }>(`SELECT norad_cat_id AS id ${from}`)).map(({ id }) => id));
  const errors: Record<string, Omit<RuleError, 'list'> | null> = {};
  for (const { slug, rule } of groupDefinitions) {
    if (!rule) continue;
    const list = await listed(folders, slug);
    errors[slug] = null;
    if (list === null) continue;
    const matches = new Set(
      (await rows<{ id: number }>(`SELECT norad_cat_id AS id ${from} WHERE ${rule.sql}`)).map(({ id }) => id),
    );
    const here = list.filter((id) => present.has(id));
    const highest = Math.max(...list);
    errors[slug] = {
      listed: here.length,
      missed: here.filter((id) => !matches.has(id)).length,
      others: [...matches].filter((id) => id <= highest && !list.includes(id)).length,
    };
  }
  return errors;
}
