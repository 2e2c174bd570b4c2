import { redact } from '../src/redact.ts';
import { errorMessageVariable, UserError } from '../src/user-error.ts';

/** Overwrites one line of progress, on a terminal only. */
export function progress(step: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${step}`);
}

/** The error as text for the terminal; unexpected errors include their stack. */
export function formatError(error: unknown): string {
  const { code, message, stack } = error as Error & { code?: string };
  const known = error instanceof UserError || code?.startsWith('ERR_PARSE_ARGS');
  return redact(known ? message : (stack ?? String(error)));
}

/**
 * Runs a command: prints its result, or prints the error and exits with 1. A server that started it gets the error instead, and logs it.
 */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  try {
    const text = await work();
    progress('');
    process.stdout.write(text);
  } catch (error) {
    progress('');
    if (process.send && process.env[errorMessageVariable] === '1') process.send(formatError(error));
    else process.stderr.write(`${formatError(error)}\n`);
    process.exitCode = 1;
  }
}
