/**
 * The command: everything it loads is kept compiled, so that the next start takes less. It is plain JavaScript, alone in the
 * project: for an entry in TypeScript Node loads its compiler of TypeScript before that is known, and keeps it in memory for good.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));
await import('./serve.ts');
