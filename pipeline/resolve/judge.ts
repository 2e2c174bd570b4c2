import { presentDays } from '../../src/schema/objects/confidence.ts';
import type { Store } from '../store.ts';
import { catchUpDays, elementsAfterDays } from './comparison.ts';

/** In this order: who agrees with whom and which claim is picked; status, disposition and decay date reconciled; how sure each field is. */
const steps = ['judge', 'reconcile-decay', 'verdict'] as const;

/** Judges each field of each object of a range: the claim that gives its value (`picked`), who disagrees (`sides`), how sure it is (`verdicts`). */
export async function judge(store: Store): Promise<void> {
  await store.run(`SET VARIABLE catch_up_days = ${catchUpDays}`);
  await store.run(`SET VARIABLE present_days = ${presentDays}`);
  await store.run(`SET VARIABLE elements_after_days = ${elementsAfterDays}`);
  for (const step of steps) await store.runFile(import.meta.dirname, step);
}
