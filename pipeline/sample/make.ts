/**
 * Writes the embedded sample: `node pipeline/sample/make.ts`. It has no clock and no chance in it: the same code gives the
 * same bytes. See the README beside it for what is in the sample.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { satnogsSeeds, wikidataRows } from './enrichment.ts';
import { famousGcat } from './famous-gcat.ts';
import { famousSatcat } from './famous-satcat.ts';
import { constellation, higherPayloads, leoPayloads, remains } from './synthetic.ts';
import { deepSpace, phases } from './synthetic-cases.ts';
import { type Built, forgetPieces } from './synthetic-kit.ts';
import { recent, special } from './synthetic-special.ts';
import { gpActiveCsv, gpAnalystJson, gpGroupJson, satcatCsv, track } from './write-celestrak.ts';
import { gcatFiles } from './write-gcat.ts';
import { satnogsJson, wikidataJson } from './write-json.ts';

/** Every file of the sample: its path below this folder, and its text. */
export function sampleFiles(): Map<string, string> {
  forgetPieces();
  const built: Built = { satcat: [...famousSatcat], gcat: [...famousGcat] };
  for (const group of [constellation, leoPayloads, higherPayloads, remains, deepSpace, phases, recent, special])
    group(built);
  const objects = built.satcat.toSorted((left, right) => left.id - right.id);
  const tracked = track(objects);
  const files = new Map<string, string>([
    ['first/celestrak/satcat.csv', satcatCsv(tracked, 'first')],
    ['first/celestrak/gp-active.csv', gpActiveCsv(tracked, 'first')],
    ['first/celestrak/gp-stations.json', gpGroupJson(tracked, 'stations')],
    ['first/celestrak/gp-cosmos-2251-debris.json', gpGroupJson(tracked, 'cosmos-2251-debris')],
    ['first/celestrak/gp-analyst.json', gpAnalystJson()],
  ]);
  for (const [name, text] of gcatFiles(built.gcat, objects)) files.set(`first/gcat/${name}`, text);
  files.set('first/satnogs/satellites.json', satnogsJson(satnogsSeeds));
  files.set('first/wikidata/satellites.json', wikidataJson(wikidataRows, objects));
  files.set('second/celestrak/satcat.csv', satcatCsv(tracked, 'second'));
  files.set('second/celestrak/gp-active.csv', gpActiveCsv(tracked, 'second'));
  return files;
}

if (import.meta.main) {
  for (const [path, text] of sampleFiles()) {
    const target = join(import.meta.dirname, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
