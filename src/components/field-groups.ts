import { fieldGroupTitles } from '../schema/satellite.ts';
import { fields } from './field-value.ts';

/** The fields of a record as its page shows them: each in its group, in the order of the record. */
export const fieldGroups: readonly (readonly [title: string, names: readonly string[]])[] = fieldGroupTitles.map(
  (title) => [title, [...fields.values()].filter(({ group }) => group === title).map(({ name }) => name)],
);
