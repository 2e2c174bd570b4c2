import { csvRow } from '../../../schema/escaped-text.ts';
import type { Stats } from '../../../schema/statistics/stats.ts';

export type BoxscoreRow = NonNullable<Stats['boxscore']>[number];

/** The classes of the boxscore with their headings, in its order. */
export const boxscoreClasses = [
  ['payloads', 'Payloads'],
  ['rocket_bodies', 'Rocket bodies'],
  ['debris', 'Debris'],
  ['unknown', 'Unknown'],
  ['total', 'Total'],
] as const;

/** The kinds of owners with the headings of their rows; rows of an older release have no kind. */
export const boxscoreKinds = [
  ['state', 'States'],
  ['organization', 'Organizations'],
  ['joint', 'Several owners'],
  ['unknown', 'Owner unknown'],
  [undefined, 'Owners'],
] as const;

/** Fields that the boxscore counts, and its limits. */
export const boxscoreFields = ['country', 'object_class', 'operational_status', 'decay_date'] as const;
export const boxscoreNote =
  'The owner is a state or an organization, not the operator, and that of today. What has not decayed counts as in orbit, also beyond the Earth.';

/** The boxscore as CSV, in the order of the release, with its source and note in each row. */
export function boxscoreCsv(rows: readonly BoxscoreRow[], names: ReadonlyMap<string, string>, source: string): string {
  const counts = (['in_orbit', 'decayed'] as const).flatMap((when) =>
    boxscoreClasses.map(([name]) => ({ head: `${when}_${name}`, of: (row: BoxscoreRow) => row[when][name] })),
  );
  const head = ['country', 'name', 'kind', ...counts.map((one) => one.head), 'source', 'note'];
  const lines = rows.map((row) => [
    row.country,
    names.get(row.country),
    row.kind,
    ...counts.map(({ of }) => of(row)),
    source,
    boxscoreNote,
  ]);
  return [head, ...lines].map(csvRow).join('');
}
