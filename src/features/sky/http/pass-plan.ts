import { z } from '@hono/zod-openapi';
import { badValue, boolean, decimal, type Parameter, text } from '../../../http/api/parameter.ts';
import { rounded } from '../../../orbit/formats/decimal.ts';
import { stationPlan } from '../../../orbit/observation/station-plan.ts';
import { type ObjectPass, pass, passRecord } from './pass-record.ts';

/** The parameters of a plan. */
export const planParameters = {
  plan: boolean(
    'Choose the passes that one antenna can follow one after the other: no two overlap, and the sum of their weights is the largest possible. The weight of a pass is its highest elevation in degrees, multiplied by the priority of the object',
    true,
  ),
  priority: text(
    'With `plan`: priorities of objects, `number:priority`; 1 for every other object',
    /^\d{1,9}:(?!0*(?:\.0*)?(?:,|$))\d{1,3}(?:\.\d{1,3})?(?:,\d{1,9}:(?!0*(?:\.0*)?(?:,|$))\d{1,3}(?:\.\d{1,3})?){0,499}$/,
    'catalog numbers with priorities from 0.001 to 999.999, such as 25544:3,20580:0.5',
    '25544:3',
  ),
  turn_s: decimal('With `plan`: seconds between two passes, to turn the antenna. Default: 0', 0, 3600, 30),
} satisfies Record<string, Parameter>;

interface PlanQuery {
  readonly plan: boolean | undefined;
  readonly priority: string | undefined;
  readonly turn_s: number | undefined;
}

/** A pass of a plan. */
export interface PlannedPass extends ObjectPass {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

const prioritiesOf = (text = '') =>
  new Map(text.split(',').flatMap((one) => (one === '' ? [] : [one.split(':').map(Number) as [number, number]])));

/** Throws 400 for a priority without a plan, or of an object that the request does not select. */
export function checkPlan({ plan, priority, turn_s }: PlanQuery, ids: readonly number[]): void {
  const extra = priority !== undefined ? 'priority' : 'turn_s';
  if (plan !== true && (priority !== undefined || turn_s !== undefined))
    throw badValue('plan', ['true'], `The request has ${extra}, which is only for a plan.`);
  const known = new Set(ids);
  const stranger = [...prioritiesOf(priority).keys()].find((id) => !known.has(id));
  if (stranger !== undefined)
    throw badValue(
      'priority',
      ['catalog numbers of objects that the request selects'],
      `The request has a priority for ${stranger}, which it does not select.`,
    );
}

/** The passes of a plan, in order of time. */
export function planned(passes: readonly ObjectPass[], { priority, turn_s = 0 }: PlanQuery): PlannedPass[] {
  const priorities = prioritiesOf(priority);
  const candidates = passes.map((one) => ({
    ...one,
    from: one.pass.rise.at,
    to: one.pass.set.at,
    weight: one.pass.culmination.elevation_deg * (priorities.get(one.id) ?? 1),
  }));
  return stationPlan(candidates, turn_s * 1000);
}

export const plan = z
  .object({
    passes: z
      .array(
        pass
          .extend({
            norad_cat_id: z.int().describe('Catalog number'),
            name: z.string().describe('Name of the object'),
            weight: z.number().describe('Highest elevation in degrees, multiplied by the priority of the object'),
          })
          .openapi('PlannedPass'),
      )
      .describe('In order of time; no two overlap'),
    weight: z.number().describe('Sum of the weights: no other choice has a larger one'),
    left_out: z.int().describe('Number of passes that are in `objects` and not in the plan'),
  })
  .openapi('PassPlan');

/** A plan as a response has it; `of` is the number of passes that it was chosen from. */
export const planRecord = (chosen: readonly PlannedPass[], of: number): z.infer<typeof plan> => ({
  passes: chosen.map((one) => ({
    norad_cat_id: one.id,
    name: one.name,
    weight: rounded(one.weight, 2),
    ...passRecord(one),
  })),
  weight: rounded(
    chosen.reduce((sum, { weight }) => sum + weight, 0),
    2,
  ),
  left_out: of - chosen.length,
});
