import { type CardText, isDrawable } from '../../card/card.ts';
import type { ObjectRecord } from '../../http/pages/page-object.ts';
import { shortNames } from '../../schema/release/publishers.ts';
import { statusWords } from '../lists/satellite-rows.ts';
import { codeWords } from '../words.ts';
import { dateOf, endWords, entryOf } from './object-sentence.ts';

/** Publishers by slug, as people know them; a value without one is computed here. */
const nameOf = (slug: string) => shortNames.get(slug) ?? 'computed by Orbweaver';

/** The texts of an object's share card: values of the record, their sources, and the release. */
export function cardText(record: ObjectRecord, generatedAt: string): CardText {
  const { norad_cat_id, cospar_id, object_class, decay_date } = record;
  const isDecayed = record.operational_status === 'DECAYED';
  const field = isDecayed && decay_date !== null ? 'decay_date' : 'operational_status';
  const entry = entryOf(record, field);
  const sources = entry?.sources.map(nameOf) ?? [];
  const disagree = entry?.confidence === 'CONFLICTING';
  const status = record.removed
    ? 'No longer listed'
    : isDecayed
      ? [endWords(record), dateOf(record, 'decay_date')].filter((part) => part !== null).join(' ')
      : `Status: ${statusWords(record).toLowerCase()}`;
  return {
    title: record.common_name !== null && isDrawable(record.common_name) ? record.common_name : record.name,
    lines: [
      [codeWords(object_class), cospar_id, `NORAD ${norad_cat_id}`].filter((part) => part !== null).join(' · '),
      status,
      ...(sources.length > 0 && !record.removed
        ? [
            `${sources.length === 1 ? 'Source' : 'Sources'}: ${sources.join(', ')}${disagree ? '; others disagree' : ''}`,
          ]
        : []),
    ],
    last: `Release of ${generatedAt.slice(0, 10)} (UTC)`,
  };
}
