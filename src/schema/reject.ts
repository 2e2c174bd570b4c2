import { z } from 'zod';
import { field } from './field.ts';
import { sourceSlugs } from './source.ts';

/** Something upstream that was held out, by name, so that nothing is lost silently. */
export const reject = z.object({
  source: field(z.enum(sourceSlugs), { meaning: 'Whose file', sql: 'VARCHAR', example: 'celestrak' }),
  file: field(z.string(), { meaning: 'Which file', sql: 'VARCHAR', example: 'satcat.csv' }),
  line: field(z.int().nonnegative(), {
    meaning: 'Line of the file, from 1; number of the item in a JSON file',
    sql: 'INTEGER',
    example: 812,
  }),
  record: field(z.string().nullable(), {
    meaning: 'The record, if its name could be read',
    sql: 'VARCHAR',
    example: 'satcat.csv NORAD_CAT_ID=900',
  }),
  reason: field(z.string(), { meaning: 'Why, as a code', sql: 'VARCHAR', example: 'unknown_code' }),
  column_name: field(z.string().nullable(), {
    meaning: 'The column it is about',
    sql: 'VARCHAR',
    example: 'OPS_STATUS_CODE',
  }),
  value: field(z.string().nullable(), {
    meaning: 'The original text, cut after 200 characters',
    sql: 'VARCHAR',
    example: 'Q',
  }),
  scope: field(z.enum(['file', 'row', 'value']), {
    meaning: 'What was rejected: a column of the whole file, a row, or one value of a row that was kept',
    sql: 'VARCHAR',
    example: 'value',
  }),
});
