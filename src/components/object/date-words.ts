import { dateWords } from '../../schema/date-words.ts';

export { dateWords };

/** The parts of a record that tell how exact its dates are. */
interface Dated {
  readonly claims?: readonly {
    readonly field: string;
    readonly selected: boolean;
    readonly precision: string | null;
  }[];
}

/** The precision of a date of a record: that of the claim that gives it. Null is a day, and a record without claims. */
export const precisionOf = ({ claims }: Dated, field: string): string | null =>
  claims?.find((claim) => claim.field === field && claim.selected)?.precision ?? null;

/** `on 2022-04-01`, `in 2022-04`: a date with its preposition. */
export const onDate = (date: string, precision: string | null | undefined): string =>
  `${precision == null || precision === 'day' ? 'on' : 'in'} ${dateWords(date, precision)}`;

/** The dates that a list shows. */
const listed = ['launch_date', 'decay_date', 'separation_date'] as const;
type Row = { readonly norad_cat_id: number } & { readonly [name in (typeof listed)[number]]?: string | null };

/** Rows of a list, with each date as exactly as its source states it. `coarse` has the precision of those that are not days. */
export const withDateWords = <R extends Row>(
  rows: readonly R[],
  coarse: ReadonlyMap<number, ReadonlyMap<string, string>>,
): R[] =>
  rows.map((row) => {
    const of = coarse.get(row.norad_cat_id);
    if (!of) return row;
    const dates = listed.flatMap((field) => {
      const date = row[field];
      return date ? [[field, dateWords(date, of.get(field))] as const] : [];
    });
    return { ...row, ...Object.fromEntries(dates) };
  });
