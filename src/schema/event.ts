import { z } from 'zod';
import { field } from './field.ts';
import { sourceSlugs } from './source.ts';
import { eventTypes, objectClasses } from './vocabulary.ts';

/** The fields of a record whose changes are events. */
export const changeFields = ['operational_status', 'name', 'operator', 'country', 'decay_date'] as const;

/** A change of the catalog. Ids are made from what happened, not from when it was noticed, so a rebuild keeps them. */
export const event = z.object({
  id: field(z.string(), { meaning: 'Stable id', sql: 'VARCHAR', example: 'new_object-25544' }),
  type: field(z.enum(eventTypes), { meaning: 'What happened', sql: 'VARCHAR', example: 'new_object' }),
  norad_cat_id: field(z.int().positive(), { meaning: 'The object', sql: 'INTEGER', example: 25544 }),
  cospar_id: field(z.string().nullable(), { meaning: 'Its COSPAR designator', sql: 'VARCHAR', example: '1998-067A' }),
  name: field(z.string(), { meaning: 'Its name', sql: 'VARCHAR', example: 'ISS (ZARYA)' }),
  object_class: field(z.enum(objectClasses), { meaning: 'Its class', sql: 'VARCHAR', example: 'PAYLOAD' }),
  occurred_at: field(z.iso.datetime(), {
    meaning: 'When it happened (UTC), with the precision of the sources',
    sql: 'TIMESTAMP',
    example: '1998-11-20T00:00:00Z',
  }),
  detected_at: field(z.iso.datetime(), {
    meaning: 'Release that first showed it (UTC)',
    sql: 'TIMESTAMP',
    example: '2026-08-21T23:00:00Z',
  }),
  sources: field(z.array(z.enum(sourceSlugs)), {
    meaning: 'Sources of the event',
    sql: 'VARCHAR[]',
    example: ['celestrak'],
  }),
  details: field(z.record(z.string(), z.unknown()), {
    meaning:
      'Launch or decay date; for an orbit change before, after, predicted and delta of semi-major axis, inclination and eccentricity; for a changed field its name as `field`, and its value `before` and `after`',
    sql: 'JSON',
    example: { launch_date: '1998-11-20' },
  }),
});
export type Event = z.infer<typeof event>;
