import { parentPort, workerData } from 'node:worker_threads';
import { Store } from '../store.ts';
import { type ObjectRowsWork, writeObjectRows } from './object-rows.ts';

/** The thread that writes rows by object. Started by `writeObjectRowsInThread`. */
const { from, to, temp } = workerData as ObjectRowsWork;
// One thread of DuckDB, so that row order is deterministic: the same rows make the same file.
const store = await Store.open({ memory: '250MB', threads: 1, temp });
const objects = await writeObjectRows(store, from, to).finally(() => store.close());
parentPort!.postMessage(objects);
