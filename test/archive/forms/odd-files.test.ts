import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkedText, checkFile, checkPacked } from '../../../pipeline/archive/check-file.ts';
import { importFiles } from '../../../pipeline/archive/import-files.ts';
import type { ElementSetText } from '../../../pipeline/sources/source.ts';
import { type Form, madeCells, sealed, written } from '../element-texts.ts';
import { countErrors, readText } from './read-text.ts';

let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-odd-'));
  path = join(folder, 'file');
});
afterAll(() => rmSync(folder, { recursive: true }));

const made = (form: Form, cells: Readonly<Record<string, string>> = {}, without: readonly string[] = []) =>
  written(
    form,
    Object.fromEntries(Object.entries({ ...madeCells, ...cells }).filter(([keyword]) => !without.includes(keyword))),
  );
const [csv, json, xml, kvn] = [made('csv'), made('json'), made('xml'), made('kvn')];
const [name, one, two] = made('tle').split('\n') as [string, string, string];
const lines = (...all: string[]) => `${all.join('\n')}\n`;
/** The lines of CSV with every cell changed, joined by a separator. */
const joined = (separator: string, change: (cell: string) => string = (cell) => cell) =>
  csv
    .split('\n')
    .map((line) => line && line.split(',').map(change).join(separator))
    .join('\n');
const epoch = (text: string) => made('csv', { EPOCH: text });

/** How a file is read: one plain set with some differences, or none and the reasons of its rejects. */
type Expected = Partial<ElementSetText & { norad_cat_id: number }> | readonly string[];
const read: readonly (readonly [string, string, Expected])[] = [
  [
    'CSV with a quoted header and blanks after commas',
    csv.replace(/.*/, (header) => `"${header.replaceAll(',', '", "')}"`),
    {},
  ],
  ['CSV with blanks around quotes', joined(' , ', (cell) => `"${cell}"`), {}],
  ['CSV with tabs around quotes', joined(',', (cell) => `\t"${cell}"\t`), {}],
  ['CSV with doubled quotes and blanks', csv.replace('MADE UP', ' "MADE, ""UP""" '), { object_name: 'MADE, "UP"' }],
  ['CSV with a quote inside of a cell', csv.replace('MADE UP', 'MADE "UP"'), { object_name: 'MADE "UP"' }],
  ['CSV with text behind a quoted cell', csv.replace('MADE UP', '"MADE" UP'), ['open_quote']],
  ['tabs', joined('\t'), {}],
  ['tabs and quotes', joined('\t', (cell) => `"${cell}"`), {}],
  ['tabs and empty cells', made('csv', { OBJECT_ID: '' }).replaceAll(',', '\t'), { object_id: null }],
  ['semicolons', joined(';'), {}],
  ['vertical bars with blanks', joined(' | '), {}],
  ['semicolons, and commas as decimal points', joined(';', (cell) => cell.replace('.', ',')), ['bad_date EPOCH']],
  ["Excel's line of the separator", `sep=;\n${joined(';')}`, {}],
  ['a comment before semicolons', `# made; up\n${joined(';')}`, {}],
  ['a comma too many in each line', csv.replaceAll(/(?<=.)$/gm, ','), {}],
  ['a comma too many in the header', csv.replace('\n', ',\n'), ['wrong_cell_count']],
  ['a column of row numbers', csv.replace(/.*/, ',$&').replace(/\n(?=.)/, '\n0,'), {}],
  ['a name with a comma without quotes', csv.replace('MADE UP', 'MADE, UP'), ['wrong_cell_count']],
  ['BTERM instead of BSTAR in CSV', made('csv', { BTERM: '0.02' }, ['BSTAR']), ['unsupported BTERM']],
  ['BTERM instead of BSTAR in JSON', made('json', { BTERM: '0.02' }, ['BSTAR']), ['unsupported BTERM']],
  ['BTERM with its unit in KVN', made('kvn', { BTERM: '0.02 [m**2/kg]' }, ['BSTAR']), ['unsupported BTERM']],
  ['AGOM with its unit in KVN', made('kvn', { AGOM: '0.01 [m**2/kg]' }), ['unsupported AGOM']],
  [
    'DSST by its semi-major axis',
    made('kvn', { MEAN_ELEMENT_THEORY: 'DSST', SEMI_MAJOR_AXIS: '6800 [km]' }, ['MEAN_MOTION', 'BSTAR']),
    ['unsupported MEAN_ELEMENT_THEORY'],
  ],
  [
    'SGP4-XP by its theory',
    made('json', { MEAN_ELEMENT_THEORY: 'SGP4-XP', EPHEMERIS_TYPE: '4' }),
    ['unsupported MEAN_ELEMENT_THEORY'],
  ],
  [
    'Mars, with an epoch of another form',
    made('csv', { CENTER_NAME: 'MARS', EPOCH: '1' }),
    ['unsupported CENTER_NAME'],
  ],
  ['terrestrial time', made('xml', { TIME_SYSTEM: 'TT' }), ['unsupported TIME_SYSTEM']],
  ['a blank time system', made('kvn', { TIME_SYSTEM: '' }), {}],
  ...(['csv', 'json', 'xml', 'kvn'] as const).map(
    (form) =>
      [
        `TEME of another date in ${form}`,
        made(form, { REF_FRAME: 'TEME', REF_FRAME_EPOCH: '2000-01-01T12:00:00' }),
        ['unsupported REF_FRAME_EPOCH'],
      ] as const,
  ),
  [
    'a semi-major axis without a mean motion',
    made('kvn', { SEMI_MAJOR_AXIS: '6800 [km]' }, ['MEAN_MOTION']),
    ['missing_value MEAN_MOTION'],
  ],
  ['KVN with tabs', kvn.replaceAll(' = ', '\t=\t'), {}],
  ['KVN without blanks', kvn.replaceAll(' = ', '='), {}],
  ['KVN in lower case', kvn.toLowerCase(), { object_name: 'made up' }],
  [
    'KVN with every unit',
    kvn
      .replace('= 15.50000001', '= 15.50000001 [rev/day]')
      .replace('= 51.6401', '= 51.6401[deg]')
      .replace('= -0.12346e-3', '= -0.12346e-3 [1/ER]')
      .replace('= 0.00001234', '= 0.00001234 [rev/day**2]')
      .replace('_DDOT = 0', '_DDOT = 0 [rev/day**3]'),
    {},
  ],
  ['KVN with a unit where there is none', kvn.replace('= 999', '= 999 [n/a]'), ['unsupported_unit ELEMENT_SET_NO']],
  ['KVN with a comment behind a value', kvn.replace('51.6401', '51.6401 # deg'), ['not_a_number INCLINATION']],
  ['KVN with a zero byte in a name', kvn.replace('MADE UP', 'MADE\0UP'), ['control_character OBJECT_NAME']],
  ['KVN with an exponent of Fortran', kvn.replace('e-3', 'D-3'), ['not_a_number BSTAR']],
  ['KVN with a line that is no keyword', kvn.replace('EPOCH', 'META_START\nEPOCH'), ['not_a_keyword']],
  ['KVN with a covariance matrix', `${kvn}COV_REF_FRAME = TEME\nCX_X = 3.3e-04\n`, {}],
  ['KVN of an OCM', 'CCSDS_OCM_VERS = 3.0\nOBJECT_NAME = A\n', ['not_an_omm CCSDS_OCM_VERS']],
  ['JSON of NDM with nested messages', JSON.stringify({ NDM: [{ OMM: { body: madeCells } }] }), {}],
  ['JSON with a mark', `\ufeff${json}`, {}],
  ['one object a line, with CRLF', `${JSON.stringify(madeCells)}\r\n`, {}],
  ['JSON with NaN', json.replace('"0.0006231"', 'NaN'), ['not_an_object']],
  ['JSON with a truth value', json.replace('"0.0006231"', 'true'), ['not_a_number ECCENTRICITY']],
  ['JSON in columns', JSON.stringify({ ...madeCells, EPOCH: [madeCells.EPOCH] }), ['not_a_value EPOCH']],
  [
    'JSON by catalog numbers',
    JSON.stringify({ 1: madeCells, 2: { ...madeCells, NORAD_CAT_ID: '2' } }),
    ['repeated NORAD_CAT_ID'],
  ],
  ["SatNOGS's list", JSON.stringify([{ tle0: '0 MADE UP', tle1: one, tle2: two, updated: '2026-07-04' }]), {}],
  ['SatNOGS without elements', JSON.stringify([{ tle0: 'A', tle1: null, tle2: null }]), ['missing_value EPOCH']],
  ['XML with a default namespace', xml.replace('<ndm>', '<ndm xmlns="urn:ccsds:schema:ndmxml">'), {}],
  ['XML of one message', xml.replaceAll(/<\/?ndm>/g, ''), {}],
  ['XML with a comment inside of a value', xml.replace('51.6401', '51.<!-- a -->6401'), {}],
  ['XML with an instruction inside of a value', xml.replace('51.6401', '<?a b?>51.6401'), {}],
  ['XML with two segments in a message', xml.replace(/(<segment>.*<\/segment>)/s, '$1$1'), ['repeated OBJECT_NAME']],
  [
    'XML with a keyword as a user-defined parameter',
    xml.replace('</data>', '<USER_DEFINED parameter="EPOCH">x</USER_DEFINED></data>'),
    {},
  ],
  ['day 366 of a leap year', epoch('2024-366T12:00:00Z'), { epoch: '2024-12-31T12:00:00.000000' }],
  ['a day without a time', epoch('2024-366'), ['bad_date EPOCH']],
  ['24:00', epoch('2024-12-31T24:00:00'), ['bad_date EPOCH']],
  ['a leap second', epoch('2016-12-31T23:59:60.5'), ['bad_date EPOCH']],
  ...['+00:00', '+0000', '+00', '-00:00', '+05:30', '-01:00', '+00:30', 'Z+00:00', ' UTC'].map(
    (offset) => [`an offset of ${offset}`, epoch(`${madeCells.EPOCH}${offset}`), ['bad_date EPOCH']] as const,
  ),
  ['an epoch as in a TLE', epoch('26185.50000001'), ['bad_date EPOCH']],
  ['seconds since 1970', epoch('1783166400'), ['bad_date EPOCH']],
  ['an eccentricity of 1', made('csv', { ECCENTRICITY: '1' }), ['out_of_range ECCENTRICITY']],
  ['a mean motion of 0', made('json', { MEAN_MOTION: '0' }), ['out_of_range MEAN_MOTION']],
  ['a node of 360', made('kvn', { RA_OF_ASC_NODE: '360.0' }), { ra_of_asc_node: '360.0' }],
  ['a catalog number with decimals', made('csv', { NORAD_CAT_ID: '90001.0' }), ['bad_catalogue_number NORAD_CAT_ID']],
  [
    'Alpha-5',
    lines(name, ...[one, two].map((line) => sealed(line.replace('90001', 'a0001')))),
    { norad_cat_id: 100_001 },
  ],
  [
    'six digits in a TLE',
    lines(name, ...[one, two].map((line) => line.replace('90001', '100001'))),
    ['bad_catalogue_number'],
  ],
  ['six digits in line 2', lines(name, one, two.replace('90001', '100001')), ['bad_catalogue_number']],
  ['three lines with a number', lines(`0 ${name}`, one, two), {}],
  ['a name that begins with 1', lines('1 KUNS-PF', one, two), { object_name: '1 KUNS-PF' }],
  ['a name that begins with 2 and digits', lines('2 98067A THING', one, two), { object_name: '2 98067A THING' }],
  [
    'a name that begins with 1 and ends with digits',
    lines('1 HOPPER 20000U', one, two),
    { object_name: '1 HOPPER 20000U' },
  ],
  ['a name like a designator', lines('1 1998 067A', one, two), { object_name: '1 1998 067A' }],
  [
    'ephemeris type 4 in a TLE',
    lines(name, sealed(`${one.slice(0, 62)}4${one.slice(63)}`), two),
    { ephemeris_type: 4 },
  ],
  [
    'no mean motion in a TLE',
    lines(name, one, sealed(`${two.slice(0, 52)}           ${two.slice(63)}`)),
    ['missing_value MEAN_MOTION'],
  ],
  [
    'a mean motion of 0 in a TLE',
    lines(name, one, sealed(`${two.slice(0, 52)} 0.00000000${two.slice(63)}`)),
    ['out_of_range MEAN_MOTION'],
  ],
  [
    'the number 0',
    lines(...[one, two].map((line) => sealed(line.replace('90001', '00000')))),
    ['bad_catalogue_number'],
  ],
  ['a wrong checksum', lines(one, `${two.slice(0, 68)}${(Number(two[68]) + 1) % 10}`), ['bad_checksum']],
  ['tabs before lines', lines(name, `\t${one}`, `\t${two}`), {}],
  ['line 2 first', lines(two, one), ['line_without_its_first', 'line_without_its_second']],
];

describe('odd files are read exactly, or rejected by the name of the keyword, and every line is counted', () => {
  test.each(read)('%s', async (_name, text, expected) => {
    const plain = (await readText(path, csv)).sets[0]!;
    const { sets, rejected } = await readText(path, text);
    const isRejected = Array.isArray(expected);
    if (!isRejected) expect({ sets, rejected }).toEqual({ sets: [{ ...plain, ...expected }], rejected: [] });
    else {
      expect(rejected).toEqual(expected);
      // A line besides the message is rejected alone.
      expect(sets).toEqual(expected[0] === 'not_a_keyword' ? [plain] : []);
    }
    expect(countErrors(await checkFile(path, 'file'), text.replace(/^\ufeff/, ''))).toEqual([]);
  });

  test.each([
    ['several messages in NDM', xml.replace(/(<omm.*<\/omm>)/s, '$1$1$1'), 3, []],
    ['several messages in KVN, without versions', kvn.replace(/.*\n/, '').repeat(2), 2, []],
    ['one object a line', `\ufeff${JSON.stringify(madeCells)}\r\n${JSON.stringify(madeCells)}`, 2, []],
    ['tables with different separators', `${csv}${joined(';')}${joined('\t')}`, 3, []],
    ['a repeated line 1', lines(name, one, one, two), 1, ['text_without_elements', 'line_without_its_second']],
    ['a repeated line 2', lines(name, one, two, two), 1, ['line_without_its_first']],
    [
      'lines with blank lines in between',
      lines(one, '', two),
      0,
      ['line_without_its_second', 'line_without_its_first'],
    ],
    ['a line 1 that is cut short', lines(one.slice(0, 17), one, two), 1, ['line_without_its_second']],
    ['a line 2 that is cut short', lines(one, two, two.slice(0, 20), one, two), 2, ['line_without_its_first']],
    ['zero bytes at the end', `${lines(name, one, two)}\0\0`, 1, ['text_without_elements']],
  ])('%s', async (_name, text, count, reasons) => {
    const { sets, rejected } = await readText(path, text);
    expect([sets.length, rejected]).toEqual([count, reasons]);
    expect(countErrors(await checkFile(path, 'file'), text.replace(/^\ufeff/, ''))).toEqual([]);
  });
});

test.each([
  ['a DOCTYPE', xml.replace('<ndm>', '<!DOCTYPE ndm><ndm>'), /has a DOCTYPE/],
  [
    'an external entity',
    xml.replace('<ndm>', '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/hosts">]><ndm>'),
    /has a DOCTYPE/,
  ],
  ['HTML without a head', `<pre>\n${lines(name, one, two)}</pre>`, /is HTML/],
  ['CSV without a header', csv.replace(/.*\n/, ''), /begins with "MADE UP,2026/],
  ['Parquet', 'PAR1\u0015\u0004\u0015', /binary data/],
  ['UTF-32', Buffer.from(Uint32Array.from(lines(one, two), (char) => char.charCodeAt(0)).buffer), /binary data/],
  ['gzip inside of another name', gzipSync(csv), /binary data/],
])('refuses %s as a whole, and says why', async (_name, content, reason) => {
  await expect(readText(path, content)).rejects.toThrow(reason);
});

test.each([
  ['a header without rows', `${csv.split('\n')[0]}\n`, 'CSV'],
  ['an empty list', '[]', 'JSON'],
])('%s has no element sets, and that is a problem', async (_name, text, form) => {
  writeFileSync(path, text);
  const checked = await checkFile(path, 'file');
  expect(checked).toMatchObject({ form, sets: 0, problem: 'it has no element sets' });
  expect(checkedText(checked)).toMatch(/^file: it has no element sets\nfile: /);
});

test('names that can be decoded neither as UTF-8 nor as Latin-1 are counted', async () => {
  writeFileSync(
    path,
    Buffer.concat([
      Buffer.from(csv.replace('MADE UP', 'Ñandú')),
      Buffer.from(made('csv', { OBJECT_NAME: 'Ñu' }), 'latin1'),
    ]),
  );
  const checked = await checkFile(path, 'file');
  expect(checked).toMatchObject({ encoding: 'utf-8', sets: 2, garbled_names: 1 });
  expect(checkedText(checked)).toMatch(/^file: 1 name has characters that are not valid in utf-8: kept as \ufffd$/m);
});

test('unpacks gzip by its first bytes, whatever the name, and names damaged files', async () => {
  const packed = gzipSync(csv);
  writeFileSync(join(folder, 'a.csv'), packed);
  writeFileSync(join(folder, 'b.csv.gz'), csv);
  writeFileSync(join(folder, 'c.csv.gz'), packed.subarray(0, 40));
  const [a, b, c] = await importFiles(
    ['a.csv', 'b.csv.gz', 'c.csv.gz'].map((file) => join(folder, file)),
    folder,
  );
  for (const file of [a!, b!]) {
    expect(file.name).toMatch(/^[ab]\.csv$/);
    expect(await checkPacked(file)).toMatchObject({ form: 'CSV', sets: 1, problem: null });
  }
  expect(await checkPacked(c!)).toMatchObject({
    sets: 0,
    problem: expect.stringMatching(/^it is gzip that is damaged/),
  });
});
