import { z } from 'zod';
import { dateWords } from '../date-words.ts';
import { capitalized, withSign } from '../plain-text.ts';
import { codeWords, eventTypes } from '../vocabulary.ts';
import type { Event } from './event.ts';

/** The kinds of event as a table shows them. */
export const eventNames = {
  new_object: 'New object',
  reentry: 'Reentry',
  orbit_change: 'Orbit change',
  field_changed: 'Record change',
  removed: 'No longer listed',
  returned: 'Listed again',
} as const satisfies Record<Event['type'], string>;

/** The same for several events in one row. */
export const eventsNames = {
  new_object: 'New objects',
  reentry: 'Reentries',
  orbit_change: 'Orbit changes',
  field_changed: 'Record changes',
  removed: eventNames.removed,
  returned: eventNames.returned,
} as const satisfies Record<Event['type'], string>;

/** Fields whose changes are events, as a sentence names them. */
const changedFieldNames: Readonly<Record<string, string>> = {
  operational_status: 'Status',
  operator: 'Operator',
  country: 'Owner',
  decay_date: 'Decay date',
};

const listing = z.object({ last_listed: z.string() });
const date = z.object({
  launch_date: z.string().nullish(),
  decay_date: z.string().nullish(),
  precision: z.string().optional(),
  disputed: z.boolean().optional(),
  withdrawn: z.boolean().optional(),
});
const change = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
const classes = z.object({
  orbit_class: z.object({ before: z.string(), after: z.string() }),
  within_drift: z.boolean().nullish(),
});
const epochs = z.object({ epoch_before: z.string(), epoch_after: z.string() });
const delta = z.object({
  predicted: z.unknown().optional(),
  delta: z.object({
    semi_major_axis_km: z.number().nullish(),
    inclination_deg: z.number().nullish(),
    eccentricity: z.number().nullish(),
  }),
});
const axis = z.object({ semi_major_axis_km: z.number() });
const axes = z.object({ before: axis, after: axis });

/** Smaller changes of the semi-major axis are not reported, km. */
const LEAST_KM = 0.05;

/**
 * The change in a few words; owners by their codes, or by `ownerNames` if those have them. If the details of an event have
 * another shape, they are left out.
 */
export function describeEvent(
  { type, details }: Pick<Event, 'type' | 'details'>,
  ownerNames?: ReadonlyMap<string, string>,
): string {
  if (type === 'orbit_change') {
    const { orbit_class, within_drift } = classes.safeParse(details).data ?? {};
    const classWords = orbit_class && `from ${codeWords(orbit_class.before)} to ${codeWords(orbit_class.after)}`;
    if (within_drift) return `Drifted ${classWords}`;
    return [capitalized(describeChange({ type, details })), classWords].filter(Boolean).join(', ');
  }
  if (type === 'field_changed') return describeField(change.safeParse(details).data, ownerNames);
  if (type === 'removed' || type === 'returned') {
    const last = listing.safeParse(details).data?.last_listed.slice(0, 10);
    if (type === 'returned') return last ? `Listed again; no release listed it after ${last}` : 'Listed again';
    return last ? `No longer listed by any catalog; last listed ${last}` : 'No longer listed by any catalog';
  }
  const day = eventDate({ type, details });
  if (type === 'reentry')
    return ['Reentered', day, doubtOf(details) && `(${doubtOf(details)})`].filter(Boolean).join(' ');
  return day ? `Launched ${day}` : 'Cataloged';
}

/**
 * The date of a launch or reentry as exactly as its source states it: `2026-08-21`, `2026-08`. Null for other events, and without a date.
 */
export function eventDate({ type, details }: Pick<Event, 'type' | 'details'>): string | null {
  if (type !== 'reentry' && type !== 'new_object') return null;
  const { launch_date, decay_date, precision } = date.safeParse(details).data ?? {};
  const day = type === 'reentry' ? decay_date : launch_date;
  return day ? dateWords(day.slice(0, 10), precision) : null;
}

/**
 * The epochs of the element sets between which an orbit changed, ISO 8601 UTC; the exact time is not known. Null for
 * other events, and for events of releases that did not store these epochs.
 */
export function changedBetween({
  type,
  details,
}: Pick<Event, 'type' | 'details'>): { readonly from: string; readonly to: string } | null {
  const known = type === 'orbit_change' ? epochs.safeParse(details).data : undefined;
  return known ? { from: known.epoch_before, to: known.epoch_after } : null;
}

/** The move of the semi-major axis by an orbit change, km; a rise is positive. */
interface HeightChange {
  /** More than the earlier elements predicted, or than the orbit before if nothing was predicted. */
  readonly beyond: number;
  /**
   * The axis after minus that before, if `beyond` has another sign than that: the object rose less than was predicted, or sank
   * less. Zero if it is below `LEAST_KM`. Null if both have the same sign, or if the event does not have the orbits.
   */
  readonly against: number | null;
}

/** The change of the semi-major axis by an orbit change. Null for other events, for drift, or below `LEAST_KM`. */
export function heightChange({ type, details }: Pick<Event, 'type' | 'details'>): HeightChange | null {
  if (type !== 'orbit_change' || classes.safeParse(details).data?.within_drift) return null;
  const beyond = delta.safeParse(details).data?.delta.semi_major_axis_km;
  if (beyond == null || Math.abs(beyond) < LEAST_KM) return null;
  const orbits = axes.safeParse(details).data;
  const moved = orbits ? orbits.after.semi_major_axis_km - orbits.before.semi_major_axis_km : beyond;
  if (Math.abs(moved) < LEAST_KM) return { beyond, against: 0 };
  return { beyond, against: moved > 0 === beyond > 0 ? null : moved };
}

/** `2.5`, `12`: kilometers in the precision of the least of a group, without signs; two if they differ: `8.0 to 12.4`. */
function distance(values: readonly number[]): string {
  const sizes = values.map(Math.abs);
  const digits = Math.min(...sizes) < 10 ? 1 : 0;
  const [low, high] = [Math.min(...sizes).toFixed(digits), Math.max(...sizes).toFixed(digits)];
  return `${low === high ? low : `${low} to ${high}`}\u00a0km`;
}

/**
 * The direction of a group of height changes, with their least and greatest size: `raised by 5.1 to 12.4 km`, or `rose 10 km, 20 km
 * less than its earlier elements predicted`. The changes have the same direction, and all or none are against the prediction.
 */
export function heightWords(changes: readonly [HeightChange, ...HeightChange[]]): string {
  const [{ beyond, against }] = changes;
  const more = distance(changes.map((change) => change.beyond));
  if (against === null) return `${beyond < 0 ? 'lowered' : 'raised'} by ${more}`;
  const than = `${changes.length > 1 ? 'their' : 'its'} earlier elements predicted`;
  if (against === 0) return `neither rose nor sank, ${more} ${beyond < 0 ? 'lower' : 'higher'} than ${than}`;
  return `${against < 0 ? 'sank' : 'rose'} ${distance(changes.map((change) => change.against!))}, ${more} less than ${than}`;
}

/** The prediction that a change is relative to, after the change; a change against the prediction names it itself. */
export const BEYOND_DRIFT = ' beyond natural drift';

function describeChange({ type, details }: Pick<Event, 'type' | 'details'>): string {
  const { delta: change, predicted } = delta.safeParse(details).data ?? {};
  const { inclination_deg: tilt, eccentricity } = change ?? {};
  const height = heightChange({ type, details });
  const others: string[] = [];
  if (tilt != null && Math.abs(tilt) >= 0.0005) others.push(`inclination ${withSign(tilt, 3)}°`);
  if (eccentricity != null && Math.abs(eccentricity) >= 0.000005)
    others.push(`eccentricity ${withSign(eccentricity, 5)}`);
  const words = [...(height ? [heightWords([height])] : []), ...others].join(', ') || 'orbit changed';
  if (height !== null && height.against !== null && others.length === 0) return words;
  const before = changedBetween({ type, details })?.from.slice(0, 10);
  return `${words}${predicted != null ? BEYOND_DRIFT : before === undefined ? '' : ` since ${before}`}`;
}

/** `Status changed from operational to not operational`; the text also states if a value was added or removed. */
function describeField(changed: z.infer<typeof change> | undefined, ownerNames?: ReadonlyMap<string, string>): string {
  if (!changed) return 'Record changed';
  const { field } = changed;
  const words = (value: unknown) =>
    value == null
      ? null
      : field === 'operational_status' || value === 'UNKNOWN'
        ? codeWords(String(value)).toLowerCase()
        : (field === 'country' && ownerNames?.get(String(value))) || String(value);
  const [before, after] = [words(changed.before), words(changed.after)];
  if (field === 'name') return before === null ? `Named ${after}` : `Renamed from ${before} to ${after}`;
  const name = changedFieldNames[field] ?? codeWords(field);
  if (before === null) return `${name} set to ${after}`;
  if (after === null) return `${name} ${before} withdrawn`;
  return `${name} changed from ${before} to ${after}`;
}

/** `disputed` if a source contradicts the reentry, `withdrawn` if no source reports it any more; null if neither. */
function doubtOf(details: Event['details']): 'disputed' | 'withdrawn' | null {
  const { disputed, withdrawn } = date.safeParse(details).data ?? {};
  return disputed ? 'disputed' : withdrawn ? 'withdrawn' : null;
}

/** An event with its object, in one line: its title in a feed. */
export function eventTitle(event: Event): string {
  const { name, norad_cat_id, type } = event;
  const who = `${name} (${norad_cat_id})`;
  if (type === 'new_object') return `${who} was added to the catalog`;
  const doubt = doubtOf(event.details);
  if (type === 'reentry') return doubt ? `${who}: a ${doubt} reentry` : `${who} reentered`;
  if (type === 'removed') return `${who} is no longer listed by any catalog`;
  if (type === 'returned') return `${who} is listed again`;
  const words = describeEvent(event);
  return `${who}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

/** Types from the change sets that a webhook can receive besides events, as a form shows them. */
const changeNames = {
  value_changed: 'Changed value',
  conflict_changed: 'Conflict that began or ended',
  object_removed: 'Removed object',
} as const;

/** Every type that a webhook can receive, as a form shows it: events; and changes and close approaches, which are sent only if named. */
export const webhookTypeNames = { ...eventNames, ...changeNames, close_approach: 'Close approach' } as const;

export type WebhookType = keyof typeof webhookTypeNames;
export const webhookTypes = Object.keys(webhookTypeNames) as [WebhookType, ...WebhookType[]];

/** The types that are sent if a webhook names none. */
export const defaultTypes: readonly WebhookType[] = eventTypes;

/** The same for people: every event, and nothing else. */
export const defaultTypesWords = `every event: ${Object.values(eventNames)
  .map((name) => name.toLowerCase())
  .join(', ')}`;

/** Whether a type is that of a change, not of an event. */
export const isChangeType = (type: string): boolean => Object.hasOwn(changeNames, type);
