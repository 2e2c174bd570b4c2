// DuckDB reads its setting when it is loaded.
import '@duckdb/node-bindings';
import { keepFreedMemory } from './worker-memory.ts';

/** Processes that tests start use memory as they do elsewhere: only workers, which have read these settings by now, keep it. */
for (const name of Object.keys(keepFreedMemory)) delete process.env[name];
