import { z } from 'zod';
import { field } from '../field.ts';
import { sourceSlugs } from '../release/source.ts';
import { confidences, datePrecisions } from '../vocabulary.ts';

const absent = <S extends z.ZodType>(sql: string, meaning: string, schema: S, example: unknown = null) =>
  field(schema.nullable(), meaning, example, { sql });

/** One source's assertion about one field of one object. Only one `value_*` carries the value; the others are null. */
export const claim = z.object({
  norad_cat_id: field(z.int().positive(), 'The object it is about', 25544),
  field: field(z.string().min(1), 'The field of the record it is about', 'launch_date'),
  value_text: absent('VARCHAR', 'The value, if it is text', z.string()),
  value_numeric: absent('DOUBLE', 'The value, if it is a number, in the unit of the field', z.number()),
  value_date: absent(
    'DATE',
    'The value, if it is a date: the first day of the period that the source gives',
    z.iso.date(),
    '1998-11-20',
  ),
  value_bool: absent('BOOLEAN', 'The value, if it is true or false', z.boolean()),
  precision: absent('VARCHAR', `Precision of a date: ${datePrecisions.join(', ')}`, z.string(), 'day'),
  uncertain: field(z.boolean(), 'The source itself marks the value as uncertain', false),
  confidence: field(z.enum(confidences), 'How certain the value is', 'CONFIRMED'),
  selected: field(z.boolean(), 'Whether this claim gives the value of the record', true),
  source: field(z.enum(sourceSlugs), 'The source of the claim', 'celestrak'),
  source_record: field(z.string().min(1), 'The row of the source', 'satcat.csv NORAD_CAT_ID=25544'),
  raw: absent('VARCHAR', 'The original text of the source, before decoding', z.string(), '1998-11-20'),
  observed_at: absent('TIMESTAMP', 'When the source made this claim (UTC)', z.iso.datetime(), '2026-08-21T23:00:00Z'),
  url: absent('VARCHAR', 'URL of the source', z.url(), 'https://celestrak.org/satcat/records.php?CATNR=25544'),
});

/** The verdict of the evidence about one field of one object. `rule` names a row of the confidence table. */
export const verdict = z.object({
  norad_cat_id: field(z.int().positive(), 'The object', 25544),
  field: field(z.string().min(1), 'The field of the record', 'launch_date'),
  confidence: field(z.enum(confidences), 'How certain the value is', 'CONFIRMED'),
  sources: field(z.array(z.enum(sourceSlugs)), 'The sources that support the value', ['celestrak', 'gcat']),
  rule: field(z.string().min(1), 'The rule that determined the confidence', 'independent_agree'),
  uncertain: field(z.boolean(), 'The source of the value marks it as uncertain or estimated', false),
  note: field(
    z.string().nullable(),
    'Claims that are not compared (older, wider, withheld), and the inputs of a computed value, as text',
    'GCAT reported OPERATIONAL on 2025-07-30; not compared, 388 days older.',
  ),
});

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
