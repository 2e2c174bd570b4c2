import { sqlTexts } from './escaped-text.ts';

type DateField = 'launch_date' | 'decay_date' | 'separation_date';

/** SQL of the dates of objects that no source gives to the day: catalog number, field, and precision. */
export const coarseDates = (...fields: readonly DateField[]): string =>
  `SELECT norad_cat_id, field, precision FROM claims
    WHERE selected AND field IN (${sqlTexts(fields)}) AND precision IS NOT NULL AND precision <> 'day'`;
