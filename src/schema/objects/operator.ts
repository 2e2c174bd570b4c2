import { z } from 'zod';
import { field } from '../field.ts';
import { orbitClasses } from '../vocabulary.ts';

const count = (meaning: string, example: number) => field(z.int().nonnegative(), meaning, example);

/** An operator, counted from payloads only, under one slug however its sources spell it. */
export const operator = z.object({
  slug: field(z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), 'The operator in URLs', 'planet'),
  name: field(z.string().min(1), 'Its name', 'Planet'),
  country: field(
    z.string().nullable(),
    'Its own state (ISO 3166-1 alpha-2) or organization, regardless of who owns its satellites',
    'US',
  ),
  parent_slug: field(z.string().nullable(), 'The operator that it belongs to; null if none', null),
  successor_slug: field(z.string().nullable(), 'The operator that succeeded it, if it no longer exists', null),
  active_satellites: count('Payloads that are active', 150),
  total_satellites: count('Payloads ever cataloged', 560),
  decayed_satellites: count('Payloads that have decayed', 380),
  inferred_satellites: field(
    z.int().nonnegative().nullable(),
    'Of `total_satellites`: payloads whose operator no source names, inferred from their series of names (LOW). Null in older releases',
    0,
  ),
  orbit_classes: field(
    z.partialRecord(z.enum(orbitClasses), z.int().positive().describe('Payloads of it')),
    'Payloads by orbit class; classes without payloads are omitted',
    { LEO: 560 },
  ),
  first_launch: field(z.iso.date().nullable(), 'Its earliest launch date', '2013-04-19'),
  last_launch: field(
    z.iso.date().nullable(),
    'Its latest launch date; null if it is not known, because later payloads of its countries have no operator yet (`later_without_operator`), one of which may be its own',
    '2026-06-23',
  ),
  last_known_launch: field(
    z.iso.date().nullable(),
    'The latest launch date of the payloads that have it as their operator',
    '2026-06-23',
  ),
  later_without_operator: field(
    z.int().nonnegative().nullable(),
    'Payloads launched after that without an operator, of a country of its payloads or an unknown one, and before the operator ended, if it has: any of them may be its own. Null in older releases',
    0,
  ),
});
