const steps = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const;

/** The time between two moments, in its largest two units: `1 d 4 h`; under a minute, in seconds. */
export function span(milliseconds: number): string {
  let left = Math.abs(milliseconds);
  if (left < 60_000) return `${(left / 1000).toFixed(left < 10_000 ? 1 : 0)} s`;
  const parts: string[] = [];
  for (const [length, unit] of steps) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(`${count} ${unit}`);
    else if (parts.length > 0) break;
  }
  return parts.slice(0, 2).join(' ');
}
