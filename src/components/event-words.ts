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
  if (type === 'reentry') return decay_date ? `Reentered ${decay_date.slice(0, 10)}` : 'Reentered';
  return launch_date ? `Launched ${launch_date.slice(0, 10)}` : 'Cataloged';
}

function describeChange(change: z.infer<typeof delta>['delta'] | undefined): string {
  const { semi_major_axis_km: axis, inclination_deg: tilt, eccentricity } = change ?? {};
  const words: string[] = [];
  if (axis != null && Math.abs(axis) >= 0.05)
    words.push(`${axis < 0 ? 'Lowered' : 'Raised'} by ${Math.abs(axis).toFixed(Math.abs(axis) < 10 ? 1 : 0)}\u00a0km`);
  const signed = (value: number, digits: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`;
  if (tilt != null && Math.abs(tilt) >= 0.0005) words.push(`inclination ${signed(tilt, 3)}°`);
  if (eccentricity != null && Math.abs(eccentricity) >= 0.000005) words.push(`eccentricity ${signed(eccentricity, 5)}`);
  const text = words.join(', ') || 'Orbit changed';
  return text.charAt(0).toUpperCase() + text.slice(1);
}
