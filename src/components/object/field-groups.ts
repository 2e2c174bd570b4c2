import { fieldGroupTitles } from '../../schema/objects/satellite.ts';
import { fields } from './field-value.ts';

/** The ten fields at the top of an object's page; an absent one takes no space. */
export const firstFields = [
  'operational_status',
  'object_class',
  'purpose',
  'users',
  'operator',
  'country',
  'orbit_class',
  'launch_date',
  'launch_vehicle',
  'launch_mass_kg',
] as const;

/** Fields that are shown together with another one: the name of a code, a slug, a code implied by the status. */
export const foldedFields = ['country_name', 'operator_slug', 'active'] as const;

const shownElsewhere = new Set<string>([...firstFields, ...foldedFields]);

/** The other fields of a record, each in its group, in the order of the record. */
export const fieldGroups: readonly (readonly [title: string, names: readonly string[]])[] = fieldGroupTitles.map(
  (title) => [
    title,
    [...fields.values()].flatMap(({ name, group }) => (group === title && !shownElsewhere.has(name) ? [name] : [])),
  ],
);
