import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decimal } from '../../../pipeline/sources/cells.ts';
import {
  type BulkFormName,
  bulkFile,
  bulkText,
  celestrakColumns,
  type NamedElements,
} from '../../../src/orbit/formats/celestrak-forms.ts';

/** Parses CelesTrak's CSV into named element sets, as the pipeline does. */
function readCsv(text: string): NamedElements[] {
  const [head = '', ...lines] = text.trimEnd().split('\r\n');
  const columns = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    const cell = (name: string) => cells[columns.indexOf(name)]!;
    const digits = (name: string) => decimal.parse(cell(name));
    return {
      name: cell('OBJECT_NAME'),
      set: {
        norad_cat_id: Number(cell('NORAD_CAT_ID')),
        object_name: cell('OBJECT_NAME'),
        object_id: cell('OBJECT_ID') || null,
        epoch: cell('EPOCH'),
        mean_motion: digits('MEAN_MOTION'),
        eccentricity: digits('ECCENTRICITY'),
        inclination: digits('INCLINATION'),
        ra_of_asc_node: digits('RA_OF_ASC_NODE'),
        arg_of_pericenter: digits('ARG_OF_PERICENTER'),
        mean_anomaly: digits('MEAN_ANOMALY'),
        ephemeris_type: Number(cell('EPHEMERIS_TYPE')),
        classification_type: cell('CLASSIFICATION_TYPE'),
        element_set_no: Number(cell('ELEMENT_SET_NO')),
        rev_at_epoch: Number(cell('REV_AT_EPOCH')),
        bstar: digits('BSTAR'),
        mean_motion_dot: digits('MEAN_MOTION_DOT'),
        mean_motion_ddot: digits('MEAN_MOTION_DDOT'),
      },
    };
  });
}

const rows = [
  'ORBWEAVER TEST 1,2026-001A,2026-03-04T05:06:07.000800,15.50000000,.0007001,51.6400,0.0000,359.9999,7.1300,0,U,80001,999,12,.16558345E-3,.8864E-4,0',
  'TWO  SPACES (B),2026-001BC,2026-03-04T05:06:07.123456,1.00270000,.5,0.0100,10.0000,20.5000,30.0000,0,U,123456,999,3,-.20225501E+0,-.56E-6,.499075E-5',
  'UNKNOWN,,2026-03-04T05:06:07.000000,14.00000000,.0001,98.0000,1.0000,2.0000,3.0000,0,U,901,999,99999,0,.1E-7,0',
];
const csv = `${celestrakColumns.join(',')}\r\n${rows.join('\r\n')}\r\n`;
const sets = readCsv(csv);
const file = (form: BulkFormName, of: readonly NamedElements[] = sets) =>
  bulkFile(
    form,
    of.map((one) => bulkText(form, one)),
  );
const textOf = (form: BulkFormName, of?: readonly NamedElements[]) => file(form, of).text;

describe('bulk element sets in CelesTrak’s formats', () => {
  test('CSV: writes the same bytes that were read', () => {
    expect(textOf('csv')).toBe(csv);
  });

  test('JSON: writes one line, numbers in their shortest form, and a final CRLF', () => {
    const text = textOf('omm.json');
    expect(text).toMatch(/^\[\{[^\r\n]*\}\]\r\n$/);
    expect(text).toContain('"MEAN_MOTION":15.5,"ECCENTRICITY":0.0007001,"INCLINATION":51.64,"RA_OF_ASC_NODE":0,');
    expect(text).toContain('"BSTAR":0.00016558345,"MEAN_MOTION_DOT":8.864e-5,"MEAN_MOTION_DDOT":0}');
    expect(text).toContain('"MEAN_MOTION_DOT":1.0e-8');
    expect(text).toContain('"BSTAR":-0.20225501,"MEAN_MOTION_DOT":-5.6e-7,"MEAN_MOTION_DDOT":4.99075e-6');
    expect(text).toContain('"OBJECT_NAME":"UNKNOWN","OBJECT_ID":""');
    const [first] = JSON.parse(text) as Record<string, unknown>[];
    expect(Object.keys(first!)).toEqual(celestrakColumns);
  });

  test('pretty JSON: writes the same data with one line per key', () => {
    expect(JSON.parse(textOf('pretty.json'))).toEqual(JSON.parse(textOf('omm.json')));
    expect(textOf('pretty.json', sets.slice(0, 1)).split('\n')).toHaveLength(20);
  });

  test('XML has only characters that it can write', () => {
    const text = textOf('xml', [{ ...sets[0]!, name: 'A\uffff\ud800<' }]);
    expect(text).toContain('<OBJECT_NAME>A\ufffd\ufffd&lt;</OBJECT_NAME>');
  });

  test('TLE: pads names to 24 columns, ends lines with CRLF, writes zero as 00000+0 and Alpha-5 above 99,999', () => {
    const lines = textOf('tle').split('\r\n');
    expect(lines).toHaveLength(10);
    expect(lines[0]).toBe('ORBWEAVER TEST 1        ');
    expect(lines[1]).toMatch(/^1 80001U 26001A {3}26063\.\d{8} {2}\.00008864 {2}00000\+0 {2}16558-3 0 {2}999\d$/);
    expect(lines[3]).toBe('TWO  SPACES (B)         ');
    expect(lines[4]).toMatch(/^1 C3456U 26001BC /);
    expect(lines.slice(0, 9).every((line, n) => line.length === (n % 3 === 0 ? 24 : 69))).toBe(true);
  });

  test.each([
    ['HULIANWANG JISHU SHIYAN A', 'HULIANWANG JISHU SHIYAN*'],
    ['CAS500-2 RIDESHARE OBJECT K', 'CAS500-2 RIDESHARE OBJE*'],
    ['EXACTLY TWENTY-FOUR LONG', 'EXACTLY TWENTY-FOUR LONG'],
    ['ONE LESS: TWENTY-THREE..', 'ONE LESS: TWENTY-THREE..'],
  ])('TLE: %s is %s, as CelesTrak cuts names', (name, line) => {
    for (const form of ['tle', '5-digit.tle'] as const)
      expect(textOf(form, [{ ...sets[0]!, name }]).split('\r\n')[0]).toBe(line.padEnd(24));
  });

  test('five-digit TLE: omits and counts objects that need Alpha-5', () => {
    const { text, omitted } = file('5-digit.tle');
    expect(omitted).toBe(1);
    expect(text).not.toContain('C3456');
    expect(textOf('2le').split('\r\n')).toHaveLength(7);
  });

  test('XML: writes version 2.0, an empty header, and the values of the CSV', () => {
    const text = textOf('xml');
    expect(text.match(/<omm id="CCSDS_OMM_VERS" version="2\.0">\r\n/g)).toHaveLength(3);
    expect(text).toContain('<header><CREATION_DATE/><ORIGINATOR/></header>');
    expect(text).toContain('<MEAN_ELEMENT_THEORY>SGP4</MEAN_ELEMENT_THEORY>');
    expect(text).toContain('<BSTAR>.16558345E-3</BSTAR>');
    expect(text).toMatch(/<\/ndm>\r\n$/);
  });

  test('KVN: pads keys to 14 columns, names the theory SGP/SGP4, and separates blocks by empty lines', () => {
    const lines = textOf('kvn', sets.slice(0, 1)).split('\r\n');
    expect(lines.slice(0, 5)).toEqual([
      'CCSDS_OMM_VERS = 2.0',
      'CREATION_DATE  = ',
      'ORIGINATOR     = ',
      '',
      'OBJECT_NAME    = ORBWEAVER TEST 1',
    ]);
    expect(lines).toContain('MEAN_ELEMENT_THEORY = SGP/SGP4');
    expect(lines.flatMap((line, n) => (line === '' ? [n] : []))).toEqual([3, 10, 18, 27]);
  });

  test('escapes line feeds, commas and tags in names', () => {
    const hostile = [{ ...sets[0]!, name: 'A\r\nB, <c> "d"' }];
    expect(textOf('csv', hostile).split('\r\n')[1]).toMatch(/^"A B, <c> ""d""",/);
    expect(textOf('xml', hostile)).toContain('<OBJECT_NAME>A B, &lt;c&gt; "d"</OBJECT_NAME>');
    expect(textOf('tle', hostile).split('\r\n')).toHaveLength(4);
  });
});

const real = new URL('../../../../shared/upstream/2026-08-21T2241Z/celestrak/', import.meta.url);

describe.skipIf(!existsSync(real))('real files', () => {
  test('gp-active.csv is reproduced byte for byte', () => {
    const text = readFileSync(new URL('gp-active.csv', real), 'utf8');
    expect(textOf('csv', readCsv(text)) === text).toBe(true);
  });
});
