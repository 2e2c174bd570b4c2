import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gpHeader, gpLine, satcatHeader, satcatLine } from './celestrak.ts';
import * as gcat from './gcat.ts';
import { satnogsRow, wikidataRow } from './json.ts';
import { launches, objectOf, organisations, type SyntheticObject } from './object.ts';

const BLOCK_CHARS = 1 << 18;

/**
 * Writes a folder of upstream files about so many synthetic objects (their names say so), in the upstreams' own formats
 * and roughly their proportions. The same number gives the same bytes. Each file is streamed: nothing is held.
 */
export async function generate(folder: string, objects: number): Promise<void> {
  const every = (line: (one: SyntheticObject) => string, from = 0, to = objects) =>
    counted(from, Math.min(to, objects), (n) => line(objectOf(n, objects)));
  // The 69,999th object is the last one below 100000: GCAT has the others in files of their own.
  const old = 69_999;
  const files: Record<string, Iterable<string>> = {
    'celestrak/satcat.csv': chain([satcatHeader], every(satcatLine)),
    'celestrak/gp-active.csv': chain([gpHeader], every(gpLine)),
    'gcat/orgs.tsv': chain([gcat.headers.orgs], counted(0, organisations(objects), gcat.orgLine)),
    'gcat/sites.tsv': [gcat.headers.sites, gcat.siteLines()],
    'gcat/lv.tsv': [gcat.headers.lv, gcat.vehicleLines()],
    'gcat/launch.tsv': chain(
      [gcat.headers.launch],
      counted(0, launches(objects), (index) => gcat.launchLine(index, objects)),
    ),
    'gcat/satcat.tsv': chain([gcat.headers.satcat], every(gcat.satcatLine, 0, old)),
    'gcat/psatcat.tsv': chain([gcat.headers.psatcat], every(gcat.psatcatLine, 0, old)),
    'satnogs/satellites.json': chain(['['], separated(every(satnogsRow)), [']\n']),
    'wikidata/satellites.json': chain(
      ['{"head":{"vars":["item"]},"results":{"bindings":['],
      separated(every(wikidataRow)),
      [']}}\n'],
    ),
    ...(objects > old && {
      'gcat/satcat100k.tsv': chain([gcat.headers.satcat], every(gcat.satcatLine, old)),
      'gcat/psatcat100k.tsv': chain([gcat.headers.psatcat], every(gcat.psatcatLine, old)),
    }),
  };
  for (const [name, lines] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await pipeline(Readable.from(blocks(lines)), createWriteStream(path));
  }
}

function* counted(from: number, to: number, line: (n: number) => string): Generator<string> {
  for (let n = from; n < to; n++) yield line(n);
}

function* chain(...parts: Iterable<string>[]): Generator<string> {
  for (const part of parts) yield* part;
}

/** The rows that say something, with commas between them. */
function* separated(rows: Iterable<string>): Generator<string> {
  let first = true;
  for (const row of rows) {
    if (row === '') continue;
    yield first ? row : `,\n${row}`;
    first = false;
  }
}

/** Lines gathered into pieces worth a write. */
function* blocks(lines: Iterable<string>): Generator<string> {
  let block = '';
  for (const line of lines) {
    block += line;
    if (block.length < BLOCK_CHARS) continue;
    yield block;
    block = '';
  }
  if (block !== '') yield block;
}
