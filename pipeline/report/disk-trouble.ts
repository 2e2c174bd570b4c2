/** Disk errors, and how to resolve them. */
const troubles: readonly {
  readonly code: RegExp;
  readonly words: RegExp;
  readonly state: string;
  readonly advice: string;
}[] = [
  {
    code: /^(ENOSPC|EDQUOT)$/,
    words: /no space left on device|disk full|database or disk is full/i,
    state: 'is full',
    advice: 'Free some space ("npm run admin -- releases prune" deletes old releases), then run this again',
  },
  {
    code: /^EROFS$/,
    words: /read-only file system|attempt to write a readonly database/i,
    state: 'can only be read',
    advice: 'Mount it so that it can be written, or set ORBWEAVER_HOME to another folder',
  },
  {
    code: /^(EACCES|EPERM)$/,
    words: /permission denied|unable to open database file/i,
    state: 'may not be written by this user',
    advice: 'Change its owner, or set ORBWEAVER_HOME to another folder',
  },
];

/** A message about a disk error for the operator; null for any other error. The served release is not affected. */
export function diskTrouble(error: unknown, home: string): string | null {
  const trouble = troubleOf(error);
  return trouble
    ? `The disk of ${home} ${trouble.state}. ${trouble.advice}. Nothing was published; the current release is still served. (${(error as Error).message.split('\n')[0]})`
    : null;
}

/** The problem in short, without a path: `is full`. */
export const diskState = (error: unknown): string | null => troubleOf(error)?.state ?? null;

function troubleOf(error: unknown) {
  if (!(error instanceof Error)) return undefined;
  const { code = '' } = error as NodeJS.ErrnoException;
  return troubles.find((one) => one.code.test(code) || one.words.test(error.message));
}
