import { fileDifferences } from '../../src/release-differences.ts';
import type { Manifest } from '../../src/schema/release/manifest.ts';
import { programHash } from './program.ts';

/** A release that the same program built, and whose data a build takes over where its inputs are the same. */
export interface Reusable {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** A release as one to take over from; null if another program built it, or an unknown one. */
export function reusable(folder: string, manifest: Manifest): Reusable | null {
  const program = programHash();
  return program !== null && manifest.program === program ? { folder, manifest } : null;
}

/** Whether files of the release are as they were published. */
export async function takeable({ folder, manifest }: Reusable, names: readonly string[]): Promise<boolean> {
  return (await fileDifferences(folder, manifest.files, names)).length === 0;
}
