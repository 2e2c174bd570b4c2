import { checksum } from '../../src/orbit/formats/tle.ts';

export type Form = 'csv' | 'json' | 'xml' | 'kvn' | 'tle';
export const forms: readonly Form[] = ['csv', 'json', 'xml', 'kvn', 'tle'];

/** A made-up set under the keywords of an OMM, with no more digits than a TLE has. */
export const madeCells: Readonly<Record<string, string>> = {
  OBJECT_NAME: 'MADE UP',
  OBJECT_ID: '2026-001AB',
  EPOCH: '2026-07-04T12:00:00.000864',
  MEAN_MOTION: '15.50000001',
  ECCENTRICITY: '0.0006231',
  INCLINATION: '51.6401',
  RA_OF_ASC_NODE: '120.5007',
  ARG_OF_PERICENTER: '300.9999',
  MEAN_ANOMALY: '100.5000',
  EPHEMERIS_TYPE: '0',
  CLASSIFICATION_TYPE: 'U',
  NORAD_CAT_ID: '90001',
  ELEMENT_SET_NO: '999',
  REV_AT_EPOCH: '12345',
  BSTAR: '-0.12346e-3',
  MEAN_MOTION_DOT: '0.00001234',
  MEAN_MOTION_DDOT: '0',
};

/** Two lines with their checksums. */
export const sealed = (line: string) => `${line.slice(0, 68)}${checksum(line.slice(0, 68))}${line.slice(69)}`;

/** One element set in a form. Keywords without a column in a TLE are left out there. */
export function written(form: Form, cells: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(cells);
  if (form === 'csv') return `${pairs.map(([key]) => key).join(',')}\n${pairs.map(([, value]) => value).join(',')}\n`;
  if (form === 'json') return `${JSON.stringify([cells])}\n`;
  if (form === 'kvn')
    return ['CCSDS_OMM_VERS = 3.0', ...pairs.map(([key, value]) => `${key} = ${value}`), ''].join('\n');
  if (form === 'xml') {
    const tags = pairs.map(([key, value]) => `<${key}>${value}</${key}>`);
    const [head, body] = [tags.slice(0, 2), tags.slice(2)];
    return `<?xml version="1.0"?>\n<ndm><omm id="CCSDS_OMM_VERS" version="3.0"><body><segment><metadata>${head.join('')}</metadata>\n<data>${body.join('\n')}</data></segment></body></omm></ndm>\n`;
  }
  const column = (text: string, width: number) => text.padStart(width);
  const epoch = cells.EPOCH === madeCells.EPOCH ? '26185.50000001' : cells.EPOCH!;
  const one = `1 90001U 26001AB  ${column(epoch, 14)}  .00001234  00000-0 -12346-3 ${cells.EPHEMERIS_TYPE}  999`;
  const two = `2 90001 ${column(cells.INCLINATION!, 8)} ${column(cells.RA_OF_ASC_NODE!, 8)} ${cells.ECCENTRICITY!.slice(2)} ${column(cells.ARG_OF_PERICENTER!, 8)} ${column(cells.MEAN_ANOMALY!, 8)} ${cells.MEAN_MOTION}12345`;
  return `${cells.OBJECT_NAME}\n${sealed(one)}\n${sealed(two)}\n`;
}
