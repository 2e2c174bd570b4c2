const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * The largest value of a function that has one maximum between two times, and when it is, within `tolerance`. The search ends early at
 * a value of at least `enough`.
 */
export function largest(
  value: (time: number) => number,
  {
    from,
    to,
    tolerance,
    enough = Number.POSITIVE_INFINITY,
  }: { from: number; to: number; tolerance: number; enough?: number },
): { readonly time: number; readonly value: number } {
  let [low, high] = [from, to];
  const at = (time: number) => ({ time, value: value(time) });
  let left = at(high - GOLDEN * (high - low));
  let right = at(low + GOLDEN * (high - low));
  while (high - low > tolerance && left.value < enough && right.value < enough) {
    if (left.value > right.value) {
      high = right.time;
      right = left;
      left = at(high - GOLDEN * (high - low));
    } else {
      low = left.time;
      left = right;
      right = at(low + GOLDEN * (high - low));
    }
  }
  return left.value > right.value ? left : right;
}
