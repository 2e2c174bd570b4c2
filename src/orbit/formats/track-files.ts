import { xmlText } from '../../schema/escaped-text.ts';
import { isoText } from '../../schema/instant-text.ts';
import { czmlDocument, type FixedPoint } from './czml.ts';

/** A place above the ground at a time. */
export interface TrackPoint extends FixedPoint {
  /** Degrees (WGS84), north and east positive. */
  readonly latitude_deg: number;
  readonly longitude_deg: number;
  /** Above the ellipsoid. */
  readonly altitude_km: number;
}

/** The contents of a track file. */
interface Track {
  readonly norad_cat_id: number;
  readonly name: string;
  /** The source of the positions and its age, as facts of the response. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly points: readonly TrackPoint[];
}

const degrees = (value: number) => Number(value.toFixed(4));
const meters = ({ altitude_km }: TrackPoint) => Math.round(altitude_km * 1000);

/**
 * The points of a track as lines that do not cross the date line: if the track does, one line ends at 180° and the next begins at the
 * other 180°, with the latitude, height, and time between. Maps would draw a line around the Earth otherwise.
 */
export function splitAtDateLine(points: readonly TrackPoint[]): TrackPoint[][] {
  const lines: TrackPoint[][] = [[]];
  for (const [n, point] of points.entries()) {
    const last = points[n - 1];
    if (last && Math.abs(point.longitude_deg - last.longitude_deg) > 180) {
      const east = last.longitude_deg > 0;
      const whole = 360 - Math.abs(point.longitude_deg - last.longitude_deg);
      const part = whole === 0 ? 0 : (180 - Math.abs(last.longitude_deg)) / whole;
      const between = (a: number, b: number) => a + (b - a) * part;
      const crossing = {
        at: Math.round(between(last.at, point.at)),
        latitude_deg: between(last.latitude_deg, point.latitude_deg),
        altitude_km: between(last.altitude_km, point.altitude_km),
        position: last.position,
      };
      lines.at(-1)!.push({ ...crossing, longitude_deg: east ? 180 : -180 });
      lines.push([{ ...crossing, longitude_deg: east ? -180 : 180 }]);
    }
    lines.at(-1)!.push(point);
  }
  return lines;
}

/** A feature of lines (RFC 7946): longitude, latitude, meters; `times` has the time of each point. */
export function geoJsonOf({ norad_cat_id, name, facts, points }: Track) {
  const lines = splitAtDateLine(points);
  return {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        id: norad_cat_id,
        geometry: {
          type: 'MultiLineString',
          coordinates: lines.map((line) =>
            line.map((point) => [degrees(point.longitude_deg), degrees(point.latitude_deg), meters(point)]),
          ),
        },
        properties: { norad_cat_id, name, ...facts, times: lines.map((line) => line.map(({ at }) => isoText(at))) },
      },
    ],
  };
}

/** KML 2.2, for Google Earth and QGIS. */
export function kmlOf({ name, facts, points }: Track): string {
  const lines = splitAtDateLine(points).map(
    (line) =>
      `<LineString><altitudeMode>absolute</altitudeMode><coordinates>${line
        .map((point) => `${degrees(point.longitude_deg)},${degrees(point.latitude_deg)},${meters(point)}`)
        .join(' ')}</coordinates></LineString>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${xmlText(name)}</name>
<Placemark><name>${xmlText(name)}</name><description>${xmlText(wordsOf(facts))}</description>
<TimeSpan><begin>${isoText(points[0]!.at)}</begin><end>${isoText(points.at(-1)!.at)}</end></TimeSpan>
<MultiGeometry>
${lines.join('\n')}
</MultiGeometry></Placemark></Document></kml>
`;
}

/** GPX 1.1: a track with a segment for each line. */
export function gpxOf({ name, facts, points }: Track): string {
  const point = (one: TrackPoint) =>
    `<trkpt lat="${degrees(one.latitude_deg)}" lon="${degrees(one.longitude_deg)}"><ele>${meters(one)}</ele><time>${isoText(one.at)}</time></trkpt>`;
  const segments = splitAtDateLine(points).map((line) => `<trkseg>${line.map(point).join('')}</trkseg>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Orbweaver" xmlns="http://www.topografix.com/GPX/1/1">
<trk><name>${xmlText(name)}</name><desc>${xmlText(wordsOf(facts))}</desc>
${segments.join('\n')}
</trk></gpx>
`;
}

/** CZML for Cesium. */
export const czmlOf = ({ norad_cat_id, name, facts, points }: Track): object[] =>
  czmlDocument({ name, from: points[0]!.at, to: points.at(-1)!.at }, [
    { norad_cat_id, name, description: wordsOf(facts), points },
  ]);

/** Facts as text, for people who see the file without the API. */
const wordsOf = (facts: Readonly<Record<string, unknown>>) =>
  Object.entries(facts)
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('; ');
