import { readFileSync } from 'node:fs';

/** The lists that PreviSat updates, by the server that they are from: one line each. */
export const PREVISAT_LISTS = '/usr/share/Astropedia/PreviSat/data/gestionnaireTLE_en.gst';

/** The paths of every list at CelesTrak that PreviSat has built in: 41 in version 3.5. */
export function previsatLists(): string[] {
  const [, names] = /^all@www\.celestrak\.com#0#(.+)$/m.exec(readFileSync(PREVISAT_LISTS, 'latin1'))!;
  return names!
    .trim()
    .split(',')
    .map((name) => `/NORAD/elements/${name}`);
}
