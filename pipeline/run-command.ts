import { redact } from '../src/redact.ts';
import { UserError } from '../src/user-error.ts';

/** One line that changes, on a terminal only. */
export function progress(step: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${step}`);
}

/** What went wrong, for the person at the terminal; unexpected errors come with their stack. */
export function formatError(error: unknown): string {
  const { code, message, stack } = error as Error & { code?: string };
  const known = error instanceof UserError || code?.startsWith('ERR_PARSE_ARGS');
  return redact(known ? message : (stack ?? String(error)));
}

/** Runs a command: prints what it gives back, or what went wrong and exit code 1. */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  try {
    const text = await work();
    progress('');
    process.stdout.write(text);
  } catch (error) {
    progress('');
    process.stderr.write(`${formatError(error)}\n`);
    process.exitCode = 1;
  }
}
