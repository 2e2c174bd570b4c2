import { readFileSync } from 'node:fs';

export const GPREDICT = '/usr/bin/gpredict';

/** The path of a list at CelesTrak before `gp.php`. */
export const oldAddress = /\/NORAD\/elements\/[\w-]+\.txt/g;

/** The paths of the lists at CelesTrak that gpredict has built in: 13 in version 2.3. */
export function gpredictLists(): string[] {
  const texts = readFileSync(GPREDICT, 'latin1').match(/[ -~]+/g)!;
  const builtIn = texts.map((text) => (text.includes(';http') ? (text.match(oldAddress) ?? []) : []));
  return [...builtIn.find((paths) => paths.length > 9)!];
}
