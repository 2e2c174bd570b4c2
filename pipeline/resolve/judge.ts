import { presentDays } from '../../src/schema/objects/confidence.ts';
import type { Store } from '../store.ts';
import { catchUpDays, elementsAfterDays } from './comparison.ts';

/** Steps, in this order: claims compared and one picked; status, disposition and decay date reconciled; confidence of each field. */
const steps = ['judge', 'reconcile-decay', 'verdict'] as const;

/** Judges each field of each object of a range: claim with its value (`picked`), disagreements (`sides`), confidence (`verdicts`). */
export async function judge(store: Store): Promise<void> {
  await store.run(`SET VARIABLE catch_up_days = ${catchUpDays}`);
  await store.run(`SET VARIABLE present_days = ${presentDays}`);
  await store.run(`SET VARIABLE elements_after_days = ${elementsAfterDays}`);
  for (const step of steps) await store.runFile(import.meta.dirname, step);
}
