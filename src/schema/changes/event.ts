import { z } from 'zod';
import { field } from '../field.ts';
import { sourceSlugs } from '../release/source.ts';
import { eventTypes, objectClasses } from '../vocabulary.ts';

/** The fields of a record whose changes are events. */
export const changeFields = ['operational_status', 'name', 'operator', 'country', 'decay_date'] as const;

/** Days before a release whose events are in the feed. */
export const FEED_DAYS = 30;

/** A change of the catalog. Ids are made from the event itself, not from the time of its detection, so a rebuild keeps them. */
export const event = z.object({
  id: field(z.string(), 'Stable id', 'new_object-25544'),
  type: field(z.enum(eventTypes), 'Type of event', 'new_object'),
  norad_cat_id: field(z.int().positive(), 'The object', 25544),
  cospar_id: field(z.string().nullable(), 'Its COSPAR designator', '1998-067A'),
  name: field(z.string(), 'Its name', 'ISS (ZARYA)'),
  object_class: field(z.enum(objectClasses), 'Its class', 'PAYLOAD'),
  occurred_at: field(
    z.iso.datetime(),
    'When it happened (UTC), with the precision of the sources: the first instant of a date. Of an orbit change, the epoch of the first element set that shows it: it happened between `details.epoch_before` and `details.epoch_after`',
    '1998-11-20T00:00:00Z',
  ),
  detected_at: field(z.iso.datetime(), 'Release that first showed it (UTC)', '2026-08-21T23:00:00Z'),
  sources: field(z.array(z.enum(sourceSlugs)), 'Sources of the event', ['celestrak']),
  details: field(
    z.record(z.string(), z.unknown()),
    'Launch or decay date, with its `precision` if no source gives it to the day (`month`: it is the first day of that month), for a reentry with `disputed` true if a source contradicts it or its date in this release, and `withdrawn` true if none reports it any more; for an orbit change the epochs `epoch_before` and `epoch_after` between which it happened, before, after, predicted (null if the elements before are too old) and delta of semi-major axis, inclination and eccentricity, and, if it changed, `orbit_class` before and after, with `within_drift` true if nothing but the predicted drift changed it; for a changed field its name as `field`, and its value `before` and `after`; for an object that is no longer listed, or listed again, `last_release`, the last release that listed it before, and its time, `last_listed`',
    { launch_date: '1998-11-20' },
  ),
});
export type Event = z.infer<typeof event>;
