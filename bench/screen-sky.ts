/** Searches the close approaches of every object in a CSV of OMMs: FILE, FOLDER for parts, SECONDS, SHARE of the objects. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { screenInThreads } from '../src/features/conjunctions/screen-in-threads.ts';
import { SkyStates } from '../src/orbit/observation/sky-states.ts';
import { type Sgp4Elements, sgp4NumberNames } from '../src/orbit/sgp4-record.ts';

const [file, folder, seconds, share] = process.argv.slice(2) as [string, string, string, string];
const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
const names = header!.split(',').map((name) => name.toLowerCase());
const all = lines.map((line) => {
  const cells = line.split(',');
  if (cells.length !== names.length) throw new Error(`not ${names.length} cells: ${line}`);
  const row = Object.fromEntries(names.map((name, at) => [name, cells[at]!]));
  return Object.fromEntries(['epoch', ...sgp4NumberNames].map((name) => [name, row[name]])) as Sgp4Elements<string>;
});
const sets = all.filter((_set, at) => Math.floor(at * Number(share)) < Math.floor((at + 1) * Number(share)));
const newest = Math.max(...sets.map(({ epoch }) => Date.parse(`${epoch}Z`)));
const found = await screenInThreads({
  states: new SkyStates(sets, newest),
  primary: new Uint8Array(sets.length).fill(1),
  threshold_km: 5,
  duration_s: Number(seconds),
  threads: availableParallelism(),
  folder,
});
console.log(`${found.length} approaches of ${sets.length} objects`);
