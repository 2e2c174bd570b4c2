import { z } from '@hono/zod-openapi';
import { instantIn } from '../../schema/instant-text.ts';
import { optional, parameter } from './parameter.ts';

const day = '\\d{4}-\\d\\d-\\d\\d';
/** RFC 3339; seconds may be left out, as in ISO 8601. */
const time = '[Tt]\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?([Zz]|[+-]\\d\\d:\\d\\d)';

/** The values that an instant parameter accepts. */
const instantAllowed = 'an instant such as 2026-08-21T18:00:00Z or 2026-08-21T20:00:00+02:00';

/** Milliseconds since 1970 of an instant, or of a date: its start or its end (UTC). */
export function timeOf(text: string, date: 'start' | 'end' = 'start'): number {
  if (text.length > 10) return Date.parse(text);
  return Date.parse(`${text}T${date === 'start' ? '00:00:00.000' : '23:59:59.999'}Z`);
}

/** A parameter that is an instant. */
export const instant = (meaning: string, example = '2026-08-22T18:00:00Z') =>
  timeParameter(`^${day}${time}$`, meaning, example, instantAllowed);

/** A parameter that is an instant or a date. */
export const dateOrInstant = (meaning: string, example: string, more = '') =>
  timeParameter(`^${day}(${time})?$`, meaning, example, `a date such as 2026-08-21, or ${instantAllowed}${more}`);

function timeParameter(pattern: string, meaning: string, example: string, spelling: string) {
  const value = z
    .string()
    .regex(new RegExp(pattern))
    .refine((text) => instantIn(text.length > 10 ? text : `${text}T00:00:00Z`) !== null);
  return optional(parameter(z.string(), value, { meaning, example, spelling }));
}
