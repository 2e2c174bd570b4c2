import type { Database } from '../release/database.ts';

/** How many objects of a kind fall into a bin. */
interface Tally {
  /** The bin's lower end: kilometers, degrees or hours. */
  readonly bin: number;
  readonly object_class: string;
  readonly objects: number;
}

/** Periods and altitudes of all objects in orbit, as cells of a logarithmic grid from the lower left. */
interface Gabbard {
  /** Minimum and maximum, minutes. */
  readonly period: readonly [number, number];
  /** Minimum and maximum, km. */
  readonly altitude: readonly [number, number];
  readonly columns: number;
  readonly rows: number;
  readonly apogee: readonly Cell[];
  readonly perigee: readonly Cell[];
  /** The number of objects drawn. */
  readonly objects: number;
}

interface Cell {
  readonly x: number;
  readonly y: number;
}

/** The data of the plots on `/stats`, besides the statistics themselves. */
export interface Plots {
  readonly gabbard: Gabbard;
  /** Objects in orbit by mean altitude, those below 2,000 km, in bins of 20 km. */
  readonly altitude: readonly Tally[];
  /** Objects in orbit by inclination, in bins of 2°. */
  readonly inclination: readonly Tally[];
  /** Element sets by age when the release was made, in bins of 3 hours; 72 includes all older ones. */
  readonly age: readonly Tally[];
}

const inOrbit = "operational_status <> 'DECAYED' AND orbit_class <> 'DEEP_SPACE'";
const tally = (bin: string, where: string, from = 'satellites') =>
  `SELECT (${bin})::INTEGER AS bin, object_class, count(*)::INTEGER AS objects FROM ${from} WHERE ${where} GROUP BY ALL ORDER BY ALL`;

const scale = { period: [84, 1800], altitude: [100, 100_000], columns: 495, rows: 225 } as const;
const drawn = `${inOrbit} AND period_min BETWEEN ${scale.period.join(' AND ')}
  AND perigee_km >= ${scale.altitude[0]} AND apogee_km BETWEEN perigee_km AND ${scale.altitude[1]}`;
const along = (column: string, [least, most]: readonly [number, number], cells: number) =>
  `(${cells} * ln(${column} / ${least}::DOUBLE) / ln(${most}::DOUBLE / ${least}))::INTEGER`;
const cells = (column: string) =>
  `SELECT DISTINCT ${along('period_min', scale.period, scale.columns)} AS x, ${along(column, scale.altitude, scale.rows)} AS y
   FROM satellites WHERE ${drawn} ORDER BY y, x`;

/** Reads the data of the plots. `generated` is when the release was made, ISO 8601. Throws CatalogError. */
export async function readPlots(database: Database, generated: string): Promise<Plots> {
  const age = `greatest(0, least(72, floor(date_diff('minute', epoch::TIMESTAMP, $time::TIMESTAMP) / 180.0) * 3))`;
  const [altitude, inclination, ages, apogee, perigee, [counted]] = await Promise.all([
    database.rows<Tally>(
      tally(
        'floor((perigee_km + apogee_km) / 40) * 20',
        `${inOrbit} AND perigee_km > 0 AND (perigee_km + apogee_km) / 2 < 2000`,
      ),
    ),
    database.rows<Tally>(tally('floor(inclination_deg / 2) * 2', `${inOrbit} AND inclination_deg IS NOT NULL`)),
    database.rows<Tally>(tally(age, 'TRUE', "(SELECT epoch, 'ALL' AS object_class FROM elements)"), {
      time: generated.replace(/Z$/, ''),
    }),
    database.rows<Cell>(cells('apogee_km')),
    database.rows<Cell>(cells('perigee_km')),
    database.rows<{ objects: number }>(`SELECT count(*)::INTEGER AS objects FROM satellites WHERE ${drawn}`),
  ]);
  const gabbard = { ...scale, apogee, perigee, objects: counted?.objects ?? 0 };
  return { gabbard, altitude, inclination, age: ages };
}
