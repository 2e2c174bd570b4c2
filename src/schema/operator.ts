import { z } from 'zod';
import { field } from './field.ts';
import { orbitClasses } from './vocabulary.ts';

const count = (meaning: string, example: number) => field(z.int().nonnegative(), { meaning, sql: 'INTEGER', example });

/** An operator, counted from payloads only, under one slug however its sources spell it. */
export const operator = z.object({
  slug: field(z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), {
    meaning: 'The operator in URLs',
    sql: 'VARCHAR',
    example: 'planet',
  }),
  name: field(z.string().min(1), { meaning: 'Its name', sql: 'VARCHAR', example: 'Planet' }),
  country: field(z.string().nullable(), {
    meaning: 'Its own state (ISO 3166-1 alpha-2) or organization, regardless of who owns its satellites',
    sql: 'VARCHAR',
    example: 'US',
  }),
  parent_slug: field(z.string().nullable(), {
    meaning: 'The operator that it belongs to; null if none',
    sql: 'VARCHAR',
    example: null,
  }),
  successor_slug: field(z.string().nullable(), {
    meaning: 'The operator that succeeded it, if it no longer exists',
    sql: 'VARCHAR',
    example: null,
  }),
  active_satellites: count('Payloads that are active', 150),
  total_satellites: count('Payloads ever cataloged', 560),
  decayed_satellites: count('Payloads that have decayed', 380),
  orbit_classes: field(z.partialRecord(z.enum(orbitClasses), z.int().positive().describe('Payloads of it')), {
    meaning: 'Payloads by orbit class; classes without payloads are omitted',
    sql: 'JSON',
    example: { LEO: 560 },
  }),
  first_launch: field(z.iso.date().nullable(), {
    meaning: 'Its earliest launch date',
    sql: 'DATE',
    example: '2013-04-19',
  }),
  last_launch: field(z.iso.date().nullable(), {
    meaning: 'Its latest launch date',
    sql: 'DATE',
    example: '2026-06-23',
  }),
});
