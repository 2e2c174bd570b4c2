import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesBelow } from './folder.ts';
import { type Measure, measured } from './program.ts';

const repository = join(import.meta.dirname, '../..');
const now = '2026-08-21T23:00:00Z';
/** What a refresh may hold in JavaScript's own memory, whatever the size of the catalogue. */
const flags = ['--max-old-space-size=1024'];

/** A release that was built while somebody watched. */
export interface Refreshed extends Measure {
  readonly objects: number;
  readonly bytes: number;
}

/** Builds a release of upstream files into a home that has none. */
export async function refresh(from: string, home: string): Promise<Refreshed> {
  const program = join(repository, 'pipeline/refresh.ts');
  const used = await measured(program, ['--from', from, '--now', now], { ORBWEAVER_HOME: home }, flags);
  const manifest = JSON.parse(await readFile(join(home, 'current/manifest.json'), 'utf8'));
  return { ...used, objects: manifest.counts.satellites, bytes: await bytesBelow(join(home, 'releases')) };
}

/** What no refresh of these files could do without, done by DuckDB alone; `to` is a folder that is not there yet. */
export async function refreshFloor(from: string, home: string, to: string): Promise<Measure> {
  return measured(join(repository, 'bench/rivals/refresh-floor.ts'), [from, join(home, 'current'), to]);
}
