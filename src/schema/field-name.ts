import { columns } from './field.ts';
import { satellite } from './objects/satellite.ts';
import { codeWords } from './vocabulary.ts';

const labels = new Map(columns(satellite).map(({ name, label }) => [name, label]));

/** A field of the record as a label. */
export const fieldName = (field: string) => labels.get(field) ?? codeWords(field);

/** A field as a noun: labels of dates can be participles, such as `Launched`. */
export const fieldNoun = (field: string) => (field.endsWith('_date') ? codeWords(field) : fieldName(field));
