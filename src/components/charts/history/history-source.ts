import { publisher } from '../../../schema/release/publishers.ts';

/** Limits of the numbers of a history, as sentences; its chart and its CSV carry them. */
export const historyNote =
  'Perigee and apogee are mean altitudes above the equatorial radius, from mean elements. Between two element sets the orbit is not known.';

/**
 * The publisher of archived element sets by the file that they came in: those that a refresh fetches are CelesTrak’s. An imported file
 * has any name, and is named itself. Each source once.
 */
export const elementSources = (files: Iterable<string | null>): string[] => [
  ...new Set(
    [...files].flatMap((file) =>
      file === null ? [] : [/^gp-[\w-]+\.csv$/.test(file) ? publisher('celestrak').short_name : file],
    ),
  ),
];
