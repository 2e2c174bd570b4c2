/** Fields for the size of an object: meters, square meters; null if unknown. */
export const sizeNames = ['length_m', 'diameter_m', 'span_m', 'rcs_m2'] as const;
export type ObjectSize = Readonly<Record<(typeof sizeNames)[number], number | null>>;

/** Published standard magnitudes of objects whose cataloged size misleads: the whole station is cataloged as its first module. */
const published: ReadonlyMap<number, number> = new Map([
  [20580, 2.2], // Hubble Space Telescope
  [25544, -1.8], // International Space Station
]);

/** Magnitude of a white square meter as a diffuse sphere at 1,000 km, half lit, in the light of a Sun of magnitude −26.74. */
const SQUARE_METER = 6.19;

/**
 * The share of light that is reflected, by the source of the area. Fitted to 80 objects launched from 1992 to 1994 in
 * Mike McCants' list of observed magnitudes: 80 % of them are within 0.9 (both), 0.9 (size) and 1.0 magnitudes (radar),
 * the worst 2.9.
 */
const albedo = { both: 0.28, size: 0.21, radar: 0.38 };

/**
 * Brightness at 1,000 km, half lit: published, or estimated from dimensions and radar cross-section. Null if no size
 * is known. Flat panels, mirrors and tumbling change it by magnitudes; expect one.
 */
export function standardMagnitude(id: number, { length_m, diameter_m, span_m, rcs_m2 }: ObjectSize): number | null {
  const known = published.get(id);
  if (known !== undefined) return known;
  const size = sizeArea(length_m, diameter_m, span_m);
  if (size === null && !rcs_m2) return null;
  const white =
    size === null ? albedo.radar * rcs_m2! : rcs_m2 ? albedo.both * Math.sqrt(size * rcs_m2) : albedo.size * size;
  return SQUARE_METER - 2.5 * Math.log10(white);
}

/** The body from its side, and half of its panels; square meters. */
function sizeArea(length: number | null, diameter: number | null, span: number | null): number | null {
  if (!diameter && !length) return null;
  const [long, wide] = [length || diameter!, diameter || length!];
  const panels = Math.max(0, (span ?? 0) - Math.max(long, wide)) * Math.min(wide, 3) * 0.5;
  return long * wide + panels;
}

/**
 * Magnitude of a diffuse sphere: by its brightness at 1,000 km half lit, its distance and the angle between observer and Sun at it,
 * radians.
 */
export const apparentMagnitude = (standard: number, range_km: number, phase: number): number =>
  standard - 15 + 5 * Math.log10(range_km) - 2.5 * Math.log10(Math.sin(phase) + (Math.PI - phase) * Math.cos(phase));
