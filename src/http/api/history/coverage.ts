import { z } from '@hono/zod-openapi';
import { GAP_DAYS, gapsOf, type Stretch } from '../../../orbit/coverage.ts';

const instant = (meaning: string) => z.iso.datetime().describe(`${meaning} (UTC)`);

/** Coverage of a requested time range, with the gaps in it. */
export const coverageShape = z
  .object({
    from: instant('Start of the range'),
    to: instant('End of the range'),
    gaps: z
      .array(
        z.object({
          from: instant('The last data before the gap, or the start of the range'),
          to: instant('The first data after the gap, or the end of the range'),
        }),
      )
      .describe(`Parts of more than ${GAP_DAYS} days without data, in order: changes in them were not seen`),
  })
  .openapi('Coverage');

export type Coverage = z.infer<typeof coverageShape>;

/** The coverage of a range by data of these times (milliseconds since 1970). */
export function coverageOf(times: readonly number[], range: Stretch): Coverage {
  return { ...written(range), gaps: gapsOf(times, range).map(written) };
}

const written = ({ from, to }: Stretch) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
