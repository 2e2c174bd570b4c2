import { groupDefinitions, groupFile } from '../../../src/schema/objects/group.ts';
import { addElements } from '../element-claims.ts';
import { type ElementRow, elementColumns, elementKey, elementRow } from '../element-row.ts';
import { type ClaimWriter, sourceFile } from '../source.ts';

const shared = {
  path: '/NORAD/elements/gp.php',
  format: 'elements' as const,
  row: elementRow,
  required: elementColumns,
  key: elementKey,
  observed: 'EPOCH' as const,
  read,
};

/** CelesTrak's general perturbations element sets, one file per query, as CSV or JSON (not as TLE, which lacks some objects). */
export const gpActive = sourceFile({
  ...shared,
  matches: /^gp-active\.csv$/,
  expected: 10_000,
  essential: true,
});
/** A debris cloud may have only a few objects left, and some groups change every week. */
const maxLoss = (name: string) => ({
  fraction: /^gp-(last-30-days|(special-)?decaying|stations)\./.test(name) ? 0.9 : 0.1,
  rows: 5,
});
/** One launch can double a small group. */
const maxGain = (name: string) => ({
  fraction: /^gp-(last-30-days|(special-)?decaying|stations)\./.test(name) ? 9 : 0.25,
  rows: 200,
});
export const gpGroup = sourceFile({
  ...shared,
  matches: /^gp-(?!active\.csv$)[A-Za-z0-9-]+\.(csv|json)$/,
  expected: 1,
  maxLoss,
  maxGain,
});

/** Files of groups that use their own names for objects. */
const renaming = groupDefinitions.filter(({ renames }) => renames).map(({ slug }) => groupFile(slug));

function read(gp: ElementRow, writer: ClaimWriter): void {
  const url = `https://celestrak.org/NORAD/elements/gp.php?CATNR=${gp.NORAD_CAT_ID}&FORMAT=json-pretty`;
  // A group's name for the object belongs to the membership; elsewhere CelesTrak uses another.
  addElements(gp, writer, { url, named: !renaming.includes(writer.file.replace(/\.\w+$/, '')) });
}
