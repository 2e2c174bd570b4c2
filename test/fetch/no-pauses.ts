/**
 * Loaded into a child process before the refresh (`node --import`): its pauses between requests end at once, so that a test
 * can start it many times.
 */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

Object.defineProperty(timers, 'setTimeout', { value: async () => undefined });
syncBuiltinESMExports();
