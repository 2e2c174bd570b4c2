/** The keys of a claim, and the spaces in which a different key contradicts it. */
interface Compared {
  readonly keys: readonly string[];
  readonly spaces: readonly string[];
}

/** Compares claims like `pipeline/resolve/judge.sql`: they agree on a shared key, and disagree if they share only a space. */
export function keysAgree(a: Compared, b: Compared): 'agree' | 'disagree' | 'incomparable' {
  const shared = (left: readonly string[], right: readonly string[]) => left.some((one) => right.includes(one));
  if (shared(a.keys, b.keys)) return 'agree';
  return shared(a.spaces, b.spaces) ? 'disagree' : 'incomparable';
}
