import { setTimeout as pause } from 'node:timers/promises';

/** Longer than any external process takes on a busy machine, and shorter than the time limit of a test. */
const PATIENCE = 90_000;

/**
 * Waits until a condition outside of this process is true. After 90 s, or `patience` in milliseconds, throws an error with the
 * condition and the result of `told`.
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
