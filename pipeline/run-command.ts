import { ConfigError } from '../src/config.ts';
import { Locked } from '../src/lock.ts';
import { redact } from '../src/redact.ts';
import { BucketProblem } from './mirror/bucket.ts';

/** One line that changes, on a terminal only. */
function progress(step: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${step}`);
}

/** What went wrong, for the person at the terminal; what nobody foresaw comes with its stack. */
export function formatError(error: unknown): string {
  const { code, message, stack } = error as Error & { code?: string };
  const known =
    error instanceof BucketProblem ||
    error instanceof ConfigError ||
    error instanceof Locked ||
    code?.startsWith('ERR_PARSE_ARGS');
  return redact(known ? message : (stack ?? String(error)));
}

/** Runs a command: prints what it gives back, or what went wrong and exit code 1. */
export async function runCommand(work: (progress: (step: string) => void) => Promise<string>): Promise<void> {
  try {
    const text = await work(progress);
    progress('');
    process.stdout.write(text);
  } catch (error) {
    progress('');
    process.stderr.write(`${formatError(error)}\n`);
    process.exitCode = 1;
  }
}
