import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { postgresVersion } from '../test/accounts/services.ts';

/** The machine's load over the last minute, before the bench began: other work makes figures worthless. */
const loadAtStart = Number(loadavg()[0]!.toFixed(2));

/** Where figures come from: without it none means anything. */
export const machine = () => ({
  date: new Date().toISOString(),
  commit: commit(),
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  memory_gb: Math.round(totalmem() / 2 ** 30),
  load_at_start: loadAtStart,
  node: process.version,
  postgresql: postgresVersion,
});

/** The commit that is measured, with `+` where files were changed since; null without git. */
function commit(): string | null {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  try {
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '-uno') === '' ? '' : '+'}`;
  } catch {
    return null;
  }
}
