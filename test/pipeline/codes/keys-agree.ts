/** The keys of a claim, and the spaces in which a different key contradicts it. */
interface Compared {
  readonly keys: readonly string[];
  /** Others that a wider code may stand for. */
  readonly near?: readonly string[];
  readonly spaces: readonly string[];
}

/** Compares claims like `pipeline/resolve/judge.sql`: they agree on a shared key, are compatible if one is wider, and disagree if they share only a space. */
export function keysAgree(a: Compared, b: Compared): 'agree' | 'wider' | 'disagree' | 'incomparable' {
  const shared = (left: readonly string[], right: readonly string[]) => left.some((one) => right.includes(one));
  if (shared(a.keys, b.keys)) return 'agree';
  const [near, others] = [a.near ?? [], b.near ?? []];
  if (shared([...a.keys, ...near], others) || shared([...b.keys, ...others], near)) return 'wider';
  return shared(a.spaces, b.spaces) ? 'disagree' : 'incomparable';
}
