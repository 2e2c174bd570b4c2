import { changeFields } from '../../src/schema/changes/event.ts';
import { sqlTexts } from '../../src/schema/sql/sql-text.ts';
import type { Store } from '../store.ts';
import { maxFieldEvents } from './thresholds.ts';

/** Adds the events of changed fields. Needs `value_changes`, and the other events of this release. `time` is its time in SQL. */
export async function addFieldChanges(store: Store, time: string): Promise<void> {
  await store.run(`SET VARIABLE release_time = ${time}; SET VARIABLE change_fields = [${sqlTexts(changeFields)}]`);
  await store.run(`SET VARIABLE max_field_events = ${maxFieldEvents}`);
  await store.runFile(import.meta.dirname, 'field-changes');
}
