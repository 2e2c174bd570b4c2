import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Faults of this machine, which no file of a publisher causes, and how to resolve them. */
const faults: readonly {
  readonly code: RegExp;
  readonly words: RegExp;
  /** A clause; `disk` is `the disk`, with or without its folder. */
  readonly state: (disk: string) => string;
  readonly advice: string;
}[] = [
  {
    code: /^(ENOSPC|EDQUOT)$/,
    words: /no space left on device|disk full|disk is full|disk quota exceeded/i,
    state: (disk) => `${disk} is full`,
    advice: 'Free some space ("npm run admin -- releases prune" deletes old releases), then run this again',
  },
  {
    code: /^EROFS$/,
    words: /read-only file system|attempt to write a readonly database/i,
    state: (disk) => `${disk} can only be read`,
    advice: 'Mount it so that it can be written, or set ORBWEAVER_HOME to another folder',
  },
  {
    code: /^(EACCES|EPERM)$/,
    words: /permission denied|operation not permitted|unable to open database file/i,
    state: (disk) => `${disk} may not be written by this user`,
    advice: 'Change its owner, or set ORBWEAVER_HOME to another folder',
  },
  {
    code: /^EIO$/,
    words: /input\/output error|disk I\/O error/i,
    state: (disk) => `${disk} has errors`,
    advice: 'Check it (the log of the system has the details), or set ORBWEAVER_HOME to a folder on another disk',
  },
  {
    code: /^(ENOMEM|ERR_WORKER_OUT_OF_MEMORY|ERR_MEMORY_ALLOCATION_FAILED)$/,
    words:
      /out of memory|could not allocate|failed to (allocate|pin)|cannot allocate memory|allocation failed|bad_alloc/i,
    state: () => 'the build ran out of memory',
    advice:
      'Set ORBWEAVER_REFRESH_MEMORY to more megabytes than before (default: 500) if this machine has them, or free memory of the machine; then run this again',
  },
  {
    code: /^(EMFILE|ENFILE|EAGAIN|ERR_WORKER_INIT_FAILED)$/,
    words: /too many open files|resource temporarily unavailable/i,
    state: () => 'this machine allows no more open files or processes',
    advice:
      'Raise the limit ("ulimit -n" and "ulimit -u" in a shell, LimitNOFILE= and TasksMax= in a systemd unit), then run this again',
  },
  {
    code: /^(ABORT_ERR|EINTR)$/,
    words: /interrupted/i,
    state: () => 'the build was interrupted',
    advice: 'Run this again',
  },
];

/**
 * The messages of DuckDB, SQLite, and V8 in which words count: those that cannot quote a value of a file. A name such as `DISK FULL`
 * in a message about a conversion is not a fault of the machine.
 */
const ofTheMachine =
  /^(?:(?:IO|Out of Memory|INTERRUPT|Permission|FATAL) Error: |TransactionContext Error: Failed to commit: (?!.*constraint)|Failed to append: (?:Failed to commit: )?(?:failed|[Cc]ould not) |Cannot read package config |(?:database or disk is full|disk I\/O error|attempt to write a readonly database|unable to open database file|Array buffer allocation failed|std::bad_alloc)$)/;

/**
 * A message about a fault of the machine for the operator; null for any other error. If the home has a release, that one is still served.
 */
export function machineTrouble(error: unknown, home: string): string | null {
  const found = faultOf(error);
  if (!found) return null;
  const [first = '', ...rest] = found.fault.state(`the disk of ${home}`);
  const served = existsSync(join(home, 'current'))
    ? 'the current release is still served'
    : 'there is no release to serve yet';
  return `${first.toUpperCase()}${rest.join('')}. ${found.fault.advice}. Nothing was published; ${served}. (${found.message})`;
}

/** The fault in short, without a path: `the disk is full`; null for any other error. */
export const machineFault = (error: unknown): string | null => faultOf(error)?.fault.state('the disk') ?? null;

function faultOf(error: unknown): { readonly fault: (typeof faults)[number]; readonly message: string } | null {
  if (!(error instanceof Error)) return null;
  const { code = '' } = error as NodeJS.ErrnoException;
  const message = error.message.split('\n')[0]!;
  const isOfTheMachine = ofTheMachine.test(message) || (code === 'ERR_SQLITE_ERROR' && message === 'out of memory');
  const fault = faults.find((one) => one.code.test(code) || (isOfTheMachine && one.words.test(message)));
  if (fault) return { fault, message };
  const causes: unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  return causes.map(faultOf).find((one) => one !== null) ?? null;
}
