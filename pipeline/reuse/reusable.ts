import { type Manifest, releaseFormat } from '../../src/schema/release/manifest.ts';
import { programHash } from './program.ts';

/** An earlier release that the same program built. A build copies data from it whose inputs have not changed. */
export interface Reusable {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Returns the release if the program that runs has built it in today's format, else null. */
export function reusable(folder: string, manifest: Manifest): Reusable | null {
  const program = programHash();
  const same = program !== null && manifest.program === program && manifest.format === releaseFormat;
  return same ? { folder, manifest } : null;
}
