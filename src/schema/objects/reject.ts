import { z } from 'zod';
import { field } from '../field.ts';
import { sourceSlugs } from '../release/source.ts';

/** Something upstream that was rejected, with a named reason, so that nothing is lost silently. */
export const reject = z.object({
  source: field(z.enum(sourceSlugs), 'Whose file', 'celestrak'),
  file: field(z.string(), 'Which file', 'satcat.csv'),
  line: field(z.int().nonnegative(), 'Line of the file, from 1; number of the item in a JSON file', 812),
  record: field(z.string().nullable(), 'The record, if its name could be read', 'satcat.csv NORAD_CAT_ID=900'),
  reason: field(z.string(), 'Why, as a code', 'unknown_code'),
  column_name: field(z.string().nullable(), 'The column it is about', 'OPS_STATUS_CODE'),
  value: field(z.string().nullable(), 'The original text, cut after 200 characters', 'Q'),
  scope: field(
    z.enum(['file', 'row', 'value']),
    'The rejected part: a column of the whole file, a row, or one value of a row that was kept',
    'value',
  ),
});
