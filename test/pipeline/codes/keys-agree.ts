/** What a claim is compared by: its keys, and the spaces in which another key contradicts it. */
interface Compared {
  readonly keys: readonly string[];
  readonly spaces: readonly string[];
}

/** How two claims compare, as `pipeline/resolve/judge.sql` does it: they agree by a common key, and disagree without one in a common space. */
export function keysAgree(a: Compared, b: Compared): 'agree' | 'disagree' | 'incomparable' {
  const shared = (left: readonly string[], right: readonly string[]) => left.some((one) => right.includes(one));
  if (shared(a.keys, b.keys)) return 'agree';
  return shared(a.spaces, b.spaces) ? 'disagree' : 'incomparable';
}
