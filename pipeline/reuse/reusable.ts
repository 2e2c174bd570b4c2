import type { Manifest } from '../../src/schema/release/manifest.ts';
import { programHash } from './program.ts';

/** An earlier release that the same program built. A build copies data from it whose inputs have not changed. */
export interface Reusable {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Returns the release if the program that runs has built it, else null. */
export function reusable(folder: string, manifest: Manifest): Reusable | null {
  const program = programHash();
  return program !== null && manifest.program === program ? { folder, manifest } : null;
}
