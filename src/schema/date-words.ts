const ordinal = (century: number) => `${century}${century % 10 === 1 ? 'st' : 'th'}`;

/**
 * A date as exactly as its source states it: `2022-04-01`, `2022-04`, `2022 Q2`, `2022`, `2020s`, `21st century`. A date that is known to
 * the month is stored as its first day. `precision` is that of a claim; null is a day.
 */
export function dateWords(date: string, precision: string | null | undefined): string {
  const [year = '', month = ''] = date.split('-');
  switch (precision) {
    case 'month':
      return `${year}-${month}`;
    case 'quarter':
      return `${year} Q${Math.ceil(Number(month) / 3)}`;
    case 'year':
      return year;
    case 'decade':
      return `${year.slice(0, -1)}0s`;
    case 'century':
      return `${ordinal(Math.floor(Number(year) / 100) + 1)} century`;
    default:
      return date;
  }
}
