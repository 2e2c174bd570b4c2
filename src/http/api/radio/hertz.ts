import { z } from '@hono/zod-openapi';
import { MAX_HZ } from '../../../schema/transmitter.ts';
import { optional } from '../parameter.ts';

/** A parameter that is a frequency in Hz. */
export function hertz(meaning: string, example: number) {
  const read = z
    .string()
    .regex(/^[1-9]\d{0,11}$/)
    .transform(Number)
    .refine((value) => value <= MAX_HZ);
  return optional<number>(read, {
    meaning,
    allowed: [`1..${MAX_HZ}`],
    example,
    json: { type: 'integer', minimum: 1, maximum: MAX_HZ },
  });
}
