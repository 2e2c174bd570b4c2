/** What the disk says, and what to do about it. */
const troubles: readonly { readonly code: RegExp; readonly words: RegExp; readonly advice: string }[] = [
  {
    code: /^(ENOSPC|EDQUOT)$/,
    words: /no space left on device|disk full|database or disk is full/i,
    advice: 'is full. Free some space ("npm run admin -- releases prune" deletes old releases), then run this again',
  },
  {
    code: /^EROFS$/,
    words: /read-only file system/i,
    advice: 'can only be read. Mount it so that it can be written, or set ORBWEAVER_HOME to another folder',
  },
  {
    code: /^(EACCES|EPERM)$/,
    words: /permission denied/i,
    advice: 'may not be written by this user. Change its owner, or set ORBWEAVER_HOME to another folder',
  },
];

/** An error of the disk in words for whoever runs this; null for any other error. What is served stays as it is. */
export function diskTrouble(error: unknown, home: string): string | null {
  if (!(error instanceof Error)) return null;
  const { code = '' } = error as NodeJS.ErrnoException;
  const trouble = troubles.find((one) => one.code.test(code) || one.words.test(error.message));
  return trouble
    ? `The disk that holds ${home} ${trouble.advice}. Nothing was published; what was served is served on. (${error.message.split('\n')[0]})`
    : null;
}
