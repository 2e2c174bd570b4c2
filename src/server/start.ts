/** The command: everything it loads is kept compiled, so that the next start takes less. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));
await import('./serve.ts');
