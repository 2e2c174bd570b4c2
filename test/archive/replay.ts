import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An object's name and TLE lines, by catalog number. */
export type Lines = ReadonlyMap<string, string>;

/**
 * The current TLE of each object at each snapshot of a series, read independently of the importer: the lines with the newest epoch
 * among its files, those of the active objects first. If a snapshot lacks a file, the previous one is used.
 */
export async function* snapshotsOf(series: string): AsyncGenerator<{ at: string; lines: Lines }> {
  const files = new Map<string, string[]>();
  for (const folder of (await readdir(series)).sort()) {
    const inside = join(series, folder, 'celestrak');
    for (const name of await readdir(inside)) files.set(name, (await readFile(join(inside, name), 'utf8')).split('\n'));
    const newest = new Map<string, { epoch: string; text: string }>();
    const rank = (name: string) => (name.startsWith('gp-active') ? `0${name}` : `1${name}`);
    for (const [, lines] of [...files].sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1)))
      for (let at = 0; at + 2 < lines.length; at += 3) {
        const [name, one, two] = [lines[at]!.trim(), lines[at + 1]!.trimEnd(), lines[at + 2]!.trimEnd()];
        const id = one.slice(2, 7);
        const epoch = (one.slice(18, 20) < '57' ? '20' : '19') + one.slice(18, 32).replaceAll(' ', '0');
        const current = newest.get(id);
        if (!current || current.epoch < epoch) newest.set(id, { epoch, text: `${name}\n${one}\n${two}` });
      }
    const [, day, hour, minute] = /^(.{10})T(..)(..)Z$/.exec(folder)!;
    yield { at: `${day}T${hour}:${minute}:00Z`, lines: new Map([...newest].map(([id, { text }]) => [id, text])) };
  }
}
