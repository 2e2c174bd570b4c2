/**
 * Loaded into a child process before the refresh (`node --import`): pauses between requests end immediately, so that a test
 * can run it many times.
 */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

Object.defineProperty(timers, 'setTimeout', { value: async () => undefined });
syncBuiltinESMExports();
