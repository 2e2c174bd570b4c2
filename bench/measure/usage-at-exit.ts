/**
 * Loaded into a measured process before its program (`node --import`): when it ends it writes what it used to the file
 * that ORBWEAVER_BENCH_USAGE names. Counts all threads of the process, not processes that it starts.
 */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import type { Usage } from './program.ts';

const path = process.env.ORBWEAVER_BENCH_USAGE;
if (path && isMainThread)
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const usage: Usage = { cpu_s: (userCPUTime + systemCPUTime) / 1e6, peak_mb: maxRSS / 1024 };
    writeFileSync(path, JSON.stringify(usage));
  });
