import type { Conjunction } from '../../schema/approaches/conjunction.ts';
import { quotedCell } from '../../schema/escaped-text.ts';

/** The columns of CelesTrak's SOCRATES. */
export const socratesHeader =
  'NORAD_CAT_ID_1,OBJECT_NAME_1,DSE_1,NORAD_CAT_ID_2,OBJECT_NAME_2,DSE_2,TCA,TCA_RANGE,TCA_RELATIVE_SPEED,MAX_PROB,DILUTION';

/** The files of `/SOCRATES/`: the value by which each is sorted, ascending. */
export const socratesFiles = {
  'sort-minRange.csv': ({ range_km }: Conjunction) => range_km,
  'sort-maxProb.csv': ({ max_probability }: Conjunction) => -max_probability,
  'sort-relSpeed.csv': ({ relative_speed_km_s }: Conjunction) => -relative_speed_km_s,
} as const;

/** A row as SOCRATES writes it: `[+]` active, `[-]` not; days since epoch and distances to three decimals; LF. */
export function socratesRow({ first, second, ...row }: Conjunction): string {
  const party = ({ norad_cat_id, name, active, age_days }: Conjunction['first']): string =>
    `${norad_cat_id},${quotedCell(`${name} [${active ? '+' : '-'}]`)},${age_days.toFixed(3)}`;
  const figures = [
    row.tca.replace('T', ' ').replace('Z', ''),
    row.range_km.toFixed(3),
    row.relative_speed_km_s.toFixed(3),
    scientific(row.max_probability),
    row.dilution_km.toFixed(3),
  ];
  return `${party(first)},${party(second)},${figures.join(',')}\n`;
}

/** `9.698E-02`, `1.000E+00`. */
function scientific(value: number): string {
  const [digits, exponent] = value.toExponential(3).split('e') as [string, string];
  return `${digits}E${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}
