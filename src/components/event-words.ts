import { z } from 'zod';
import type { Event } from '../schema/event.ts';

/** The kinds of event as a table shows them. */
export const eventNames = {
  new_object: 'New object',
  reentry: 'Reentry',
  orbit_change: 'Orbit change',
} as const satisfies Record<Event['type'], string>;

const date = z.object({ launch_date: z.string().nullish(), decay_date: z.string().nullish() });
const delta = z.object({
  delta: z.object({
    semi_major_axis_km: z.number().nullish(),
    inclination_deg: z.number().nullish(),
    eccentricity: z.number().nullish(),
  }),
});

/** What changed, in a few words. An event whose details have another shape says nothing rather than something wrong. */
export function describeEvent({ type, details }: Pick<Event, 'type' | 'details'>): string {
  if (type === 'orbit_change') return describeChange(delta.safeParse(details).data?.delta);
  const { launch_date, decay_date } = date.safeParse(details).data ?? {};
  if (type === 'reentry') return decay_date ? `came down ${decay_date.slice(0, 10)}` : 'came down';
  return launch_date ? `launched ${launch_date.slice(0, 10)}` : 'cataloged';
}

function describeChange(change: z.infer<typeof delta>['delta'] | undefined): string {
  if (!change) return 'moved';
  const parts = [
    [change.semi_major_axis_km, 'a', 1, '\u00a0km'],
    [change.inclination_deg, 'i', 3, '°'],
    [change.eccentricity, 'e', 5, ''],
  ] as const;
  const words = parts
    .filter(([value, , digits]) => value != null && Math.abs(value) >= 0.5 * 10 ** -digits)
    .map(
      ([value, name, digits, unit]) =>
        `Δ${name}\u00a0${value! < 0 ? '−' : '+'}${Math.abs(value!).toFixed(digits)}${unit}`,
    );
  return words.join(', ') || 'moved';
}
