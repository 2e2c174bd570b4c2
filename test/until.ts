import { setTimeout as pause } from 'node:timers/promises';

/** Longer than anything outside this process takes on a machine that is busy, and shorter than a test may take. */
const PATIENCE = 90_000;

/**
 * Waits until something outside this process is so. After 90 s, or `patience` in milliseconds, it fails with the condition, and with
 * what `told` says of it.
 */
export async function until(
  so: () => boolean | Promise<boolean>,
  told: () => unknown = () => '',
  patience = PATIENCE,
): Promise<void> {
  const began = performance.now();
  while (!(await so())) {
    if (performance.now() - began > patience)
      throw new Error(`waited ${patience / 1000} s in vain for ${so} ${told()}`.trimEnd());
    await pause(20);
  }
}
