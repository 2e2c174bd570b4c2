import type { ObjectHistory } from '../../features/history/http/page-history.ts';
import { withSign } from '../../schema/plain-text.ts';

type Maneuver = NonNullable<ObjectHistory['maneuvers']>[number];

/** `Raised by 12 m`, `Station-keeping: lowered by 4.2 km, inclination −0.020°`, `Low thrust for 14 days: raised by 58 km`. */
export function maneuverWords({
  kind,
  from,
  to,
  across_gap,
  ongoing,
  semi_major_axis_km,
  inclination_deg,
}: Maneuver): string {
  const parts: string[] = [];
  const size = Math.abs(semi_major_axis_km);
  if (size >= 0.0005) parts.push(`${semi_major_axis_km < 0 ? 'lowered' : 'raised'} by ${lengthWords(size)}`);
  if (Math.abs(inclination_deg) >= 0.001) parts.push(`inclination ${withSign(inclination_deg, 3)}°`);
  const change = parts.join(', ') || 'orbit changed';
  if (kind === 'station_keeping') return `Station-keeping: ${change}`;
  if (kind === 'maneuver')
    return `${change.charAt(0).toUpperCase()}${change.slice(1)}${across_gap ? ', while there were no element sets' : ''}`;
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  return `Low thrust ${ongoing ? `since ${from.slice(0, 10)}` : `for ${days} ${days === 1 ? 'day' : 'days'}`}: ${change}`;
}

/** `12 m`, `4.2 km`. */
const lengthWords = (km: number): string =>
  km < 1 ? `${(km * 1000).toFixed(km < 0.01 ? 1 : 0)} m` : `${km.toFixed(km < 10 ? 1 : 0)} km`;
