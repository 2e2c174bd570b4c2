import { csvRow, xmlText } from '../../../schema/escaped-text.ts';
import type { TrackRecord } from './track-record.ts';

type Cell = string | number | boolean | null | undefined;

/** A column of the tables: one row for each position of a track. */
interface Column {
  readonly name: string;
  /** The type and unit of VOTable, and the meaning by the IVOA's UCD list. */
  readonly datatype: 'int' | 'double' | 'char' | 'boolean';
  readonly unit?: string;
  readonly ucd?: string;
  readonly of: (track: TrackRecord, position: TrackRecord['positions'][number], number: number) => Cell;
}

const columns: readonly Column[] = [
  { name: 'track', datatype: 'int', ucd: 'meta.id.part', of: (_track, _position, number) => number },
  { name: 'norad_cat_id', datatype: 'int', ucd: 'meta.id;meta.main', of: (track) => track.norad_cat_id },
  { name: 'name', datatype: 'char', ucd: 'meta.id', of: (track) => track.name },
  { name: 'object_class', datatype: 'char', ucd: 'src.class', of: (track) => track.object_class },
  { name: 'orbit_class', datatype: 'char', of: (track) => track.orbit_class },
  { name: 'at', datatype: 'char', ucd: 'time.epoch', of: (_track, { at }) => at },
  { name: 'ra_deg', datatype: 'double', unit: 'deg', ucd: 'pos.eq.ra;meta.main', of: (_track, { ra_deg }) => ra_deg },
  {
    name: 'dec_deg',
    datatype: 'double',
    unit: 'deg',
    ucd: 'pos.eq.dec;meta.main',
    of: (_track, { dec_deg }) => dec_deg,
  },
  { name: 'azimuth_deg', datatype: 'double', unit: 'deg', ucd: 'pos.az.azi', of: (_track, one) => one.azimuth_deg },
  { name: 'elevation_deg', datatype: 'double', unit: 'deg', ucd: 'pos.az.alt', of: (_track, one) => one.elevation_deg },
  { name: 'range_km', datatype: 'double', unit: 'km', ucd: 'pos.distance', of: (_track, { range_km }) => range_km },
  { name: 'sunlit', datatype: 'boolean', of: (_track, { sunlit }) => sunlit },
  { name: 'x_px', datatype: 'double', unit: 'pix', ucd: 'pos.cartesian.x;instr.det', of: (_track, { x_px }) => x_px },
  { name: 'y_px', datatype: 'double', unit: 'pix', ucd: 'pos.cartesian.y;instr.det', of: (_track, { y_px }) => y_px },
  { name: 'in_field_at_start', datatype: 'boolean', of: (track) => track.in_field_at_start },
  { name: 'in_field_at_end', datatype: 'boolean', of: (track) => track.in_field_at_end },
  {
    name: 'angular_speed_arcsec_s',
    datatype: 'double',
    unit: 'arcsec/s',
    ucd: 'pos.pm',
    of: (track) => track.angular_speed_arcsec_s,
  },
  { name: 'direction_deg', datatype: 'double', unit: 'deg', ucd: 'pos.posAng', of: (track) => track.direction_deg },
  { name: 'magnitude', datatype: 'double', unit: 'mag', ucd: 'phot.mag;em.opt.V', of: (track) => track.magnitude },
  {
    name: 'position_uncertainty_arcsec',
    datatype: 'double',
    unit: 'arcsec',
    ucd: 'stat.error;pos.eq',
    of: (track) => track.position_uncertainty_arcsec,
  },
  { name: 'time_uncertainty_s', datatype: 'double', unit: 's', of: (track) => track.time_uncertainty_s },
  { name: 'elements_epoch', datatype: 'char', ucd: 'time.epoch', of: (track) => track.elements_epoch },
  { name: 'age_days', datatype: 'double', unit: 'd', of: (track) => track.age_days },
];

const rowsOf = (tracks: readonly TrackRecord[]): Cell[][] =>
  tracks.flatMap((track, n) => track.positions.map((position) => columns.map(({ of }) => of(track, position, n + 1))));

/** RFC 4180: a row for each position. */
export const tracksCsv = (tracks: readonly TrackRecord[]): string =>
  [columns.map(({ name }) => name), ...rowsOf(tracks)].map(csvRow).join('');

/** VOTable 1.4 (IVOA): a row for each position. `notes` applies to all positions. */
export function tracksVotable(tracks: readonly TrackRecord[], notes: string): string {
  const fields = columns.map(({ name, datatype, unit, ucd }) => {
    const sized = datatype === 'char' ? ' arraysize="*"' : '';
    const [inUnit, meant] = [unit ? ` unit="${unit}"` : '', ucd ? ` ucd="${ucd}"` : ''];
    const frame = name === 'ra_deg' || name === 'dec_deg' ? ' ref="icrs"' : '';
    return `<FIELD name="${name}" datatype="${datatype}"${sized}${inUnit}${meant}${frame}/>\n`;
  });
  const rows = rowsOf(tracks).map(
    (row) => `<TR>${row.map((cell) => `<TD>${xmlText(String(cell ?? ''))}</TD>`).join('')}</TR>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<VOTABLE version="1.4" xmlns="http://www.ivoa.net/xml/VOTable/v1.3">
<RESOURCE type="results">
<DESCRIPTION>${xmlText(notes)}</DESCRIPTION>
<COOSYS ID="icrs" system="ICRS"/>
<TABLE name="tracks">
${fields.join('')}<DATA><TABLEDATA>
${rows.join('')}</TABLEDATA></DATA>
</TABLE>
</RESOURCE>
</VOTABLE>
`;
}
