import type { Interval, PassMoment } from '../../../orbit/observation/passes.ts';

/** Position of a direction on a polar chart: north up, east right, as on a map; the zenith in the middle, the horizon at `radius`. */
export function onPolar(azimuth: number, elevation: number, radius: number): { x: number; y: number } {
  const [angle, away] = [(azimuth * Math.PI) / 180, (radius * (90 - elevation)) / 90];
  return { x: away * Math.sin(angle), y: -away * Math.cos(angle) };
}

/** The light during a stretch of a pass: against a dark sky, in daylight, in the Earth's shadow. */
export type Light = 'visible' | 'daylight' | 'shadow';

/** The path of a pass as SVG path data about the middle of the chart, a piece for each change of light. */
export function polarPath(
  path: readonly PassMoment[],
  { visible, eclipse }: { visible: readonly Interval[]; eclipse: readonly Interval[] },
  radius: number,
): { light: Light; d: string }[] {
  const within = (time: number) => (one: Interval) => one.from <= time && time <= one.to;
  const pieces: { light: Light; d: string }[] = [];
  const point = ({ azimuth_deg, elevation_deg }: PassMoment) => {
    const { x, y } = onPolar(azimuth_deg, elevation_deg, radius);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  for (const [index, next] of path.slice(1).entries()) {
    const before = path[index]!;
    const middle = within((before.at + next.at) / 2);
    const light = visible.some(middle) ? 'visible' : eclipse.some(middle) ? 'shadow' : 'daylight';
    const last = pieces.at(-1);
    if (last?.light === light) last.d += `L${point(next)}`;
    else pieces.push({ light, d: `M${point(before)}L${point(next)}` });
  }
  return pieces;
}
