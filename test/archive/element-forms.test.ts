import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkedText, checkFile } from '../../pipeline/archive/check-file.ts';
import { rejectReasons } from '../../pipeline/archive/reject-words.ts';
import type { ElementSetText } from '../../pipeline/sources/source.ts';
import { type Form, forms, madeCells, sealed, written } from './element-texts.ts';
import { readText } from './forms/read-text.ts';
import { checkMutated } from './mutated-elements.ts';

let path: string;
beforeAll(() => {
  path = join(mkdtempSync(join(tmpdir(), 'orbweaver-forms-')), 'file');
});
afterAll(() => rmSync(join(path, '..'), { recursive: true }));

const read = (content: string | Uint8Array) => readText(path, content);

/** A peculiarity of files: a change of cells or of the text, and the expected result of the reader in each form. */
interface Habit {
  readonly name: string;
  readonly cells?: Readonly<Record<string, string>>;
  readonly text?: (text: string, form: Form) => string | Uint8Array;
  /** The forms that have the peculiarity; all if not given. */
  readonly forms?: readonly Form[];
  /** The expected values, besides those of the plain set. */
  readonly read?: Partial<ElementSetText & { readonly norad_cat_id: number }>;
  /** The reason with which the set is rejected. */
  readonly rejected?: string;
}

const messages = ['csv', 'json', 'xml', 'kvn'] as const;
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const lines = (change: (line: string) => string) => (text: string) => text.split('\n').map(change).join('\n');
/** Changes columns of one line of a TLE, from 1, and computes its checksum. */
const columns = (line: 1 | 2, from: number, more: string) =>
  lines((text) =>
    text.startsWith(`${line} `) ? sealed(text.slice(0, from - 1) + more + text.slice(from - 1 + more.length)) : text,
  );
const plainEpoch = { epoch: '2026-07-04T12:00:00.000000' };
const named = (name: string) => ({ OBJECT_NAME: name });

const habits: readonly Habit[] = [
  { name: 'plain' },
  { name: 'CRLF', text: (text) => text.replaceAll('\n', '\r\n') },
  { name: 'CR CR LF', text: (text) => text.replaceAll('\n', '\r\r\n') },
  { name: 'CR alone', text: (text) => text.replaceAll('\n', '\r') },
  { name: 'no line end at the end', text: (text) => text.trimEnd() },
  { name: 'blank lines', text: (text) => `\n${text}\n\n` },
  { name: 'blanks around lines', text: lines((line) => `  ${line}  `) },
  { name: 'no-break spaces', forms: ['tle'], text: (text) => text.replaceAll(' ', '\u00a0') },
  { name: 'UTF-8 with a mark', text: (text) => `\ufeff${text}` },
  { name: 'UTF-16, little-endian', text: (text) => Buffer.from(`\ufeff${text}`, 'utf16le') },
  { name: 'UTF-16, big-endian', text: (text) => utf16be(`\ufeff${text}`) },
  { name: 'UTF-16 without a mark', text: (text) => Buffer.from(text, 'utf16le') },
  {
    name: 'Latin-1',
    cells: named('Ñandú'),
    text: (text) => Buffer.from(text, 'latin1'),
    read: { object_name: 'Ñandú' },
  },
  { name: 'UTF-8 names', cells: named('Ñandú'), read: { object_name: 'Ñandú' } },
  { name: 'comments', forms: ['csv', 'tle', 'kvn'], text: (text) => `# a comment, of EPOCH\n${text}` },
  { name: 'indented comments', forms: ['csv', 'tle', 'kvn'], text: (text) => `  # a comment, of EPOCH\n${text}` },
  { name: 'COMMENT', forms: ['kvn'], text: (text) => `COMMENT a = b\n${text.replace('EPOCH', 'COMMENT\nEPOCH')}` },
  { name: 'quoted cells', forms: ['csv'], text: lines((line) => line && `"${line.replaceAll(',', '","')}"`) },
  { name: 'mark and quotes', forms: ['csv'], text: (text) => `\ufeff${text.replace('OBJECT_NAME', '"OBJECT_NAME"')}` },
  {
    name: 'brackets, quotes, and commas in a name',
    forms: ['json', 'kvn', 'tle', 'xml'],
    cells: named('MADE "A", UP [B=1]'),
    read: { object_name: 'MADE "A", UP [B=1]' },
  },
  { name: 'blanks behind commas', forms: ['csv'], text: (text) => text.replaceAll(',', ', ') },
  {
    name: 'lower-case keywords',
    forms: ['csv', 'json', 'kvn'],
    text: (text) => text.replace(/\b[A-Z]+_[A-Z_]+\b/g, (name) => name.toLowerCase()),
  },
  { name: 'one object a line', forms: ['json'], text: (text) => text.replace('[', '').replace(']', '') },
  { name: 'one object', forms: ['json'], text: () => JSON.stringify(madeCells) },
  { name: 'wrapped', forms: ['json'], text: (text) => `{"meta":{"ids":[1,2],"n":1},"data":${text}}` },
  {
    name: 'numbers',
    forms: ['json'],
    text: (text) => text.replace(/"(-?\d[\d.e-]*)"(?=[,}])/g, (_all, number) => String(Number(number))),
    read: { bstar: '-0.00012346', mean_anomaly: '100.5' },
  },
  {
    name: 'nested',
    forms: ['json'],
    text: () =>
      JSON.stringify({
        ndm: {
          omm: [
            {
              body: {
                segment: { metadata: { OBJECT_NAME: 'MADE UP' }, data: { ...madeCells, USER_DEFINED: { A: '1' } } },
              },
            },
          ],
        },
      }),
  },
  {
    name: "Space-Track's more columns and nulls",
    forms: ['csv', 'json'],
    cells: {
      GP_ID: '1',
      DECAY_DATE: '',
      CENTER_NAME: 'EARTH',
      REF_FRAME: 'TEME',
      TIME_SYSTEM: 'UTC',
      MEAN_ELEMENT_THEORY: 'SGP4',
      CCSDS_OMM_VERS: '3.0',
    },
  },
  { name: 'version 2', forms: ['xml', 'kvn'], text: (text) => text.replace('3.0', '2.0') },
  {
    name: 'version 4',
    forms: ['xml', 'kvn'],
    text: (text) => text.replace('3.0', '4.0'),
    rejected: 'unsupported CCSDS_OMM_VERS',
  },
  {
    name: 'units',
    forms: ['kvn'],
    text: (text) => text.replace('15.50000001', '15.50000001 [rev/day]').replace('51.6401', '51.6401   [DEG]'),
  },
  { name: 'units', forms: ['xml'], text: (text) => text.replace('<MEAN_MOTION>', '<MEAN_MOTION units="rev/day">') },
  {
    name: 'another unit',
    forms: ['kvn'],
    text: (text) => text.replace('51.6401', '51.6401 [rad]'),
    rejected: 'unsupported_unit INCLINATION',
  },
  {
    name: 'another unit',
    forms: ['xml'],
    text: (text) => text.replace('<MEAN_MOTION>', '<MEAN_MOTION units="rad/s">'),
    rejected: 'unsupported_unit MEAN_MOTION',
  },
  { name: 'USER_DEFINED', forms: ['kvn'], text: (text) => `${text}USER_DEFINED_EARTH_MODEL = WGS-84\n` },
  {
    name: 'a prefix',
    forms: ['xml'],
    text: (text) => text.replaceAll(/(<\/?)([a-zA-Z])/g, '$1ndm:$2').replace('<ndm:ndm', '<ndm:ndm xmlns:ndm="x"'),
  },
  {
    name: 'CDATA',
    forms: ['xml'],
    text: (text) => text.replace('MADE UP', '<![CDATA[MADE & UP]]>'),
    read: { object_name: 'MADE & UP' },
  },
  {
    name: 'an entity',
    forms: ['xml'],
    text: (text) => text.replace('MADE UP', 'MADE &amp; U&#80;'),
    read: { object_name: 'MADE & UP' },
  },
  {
    name: 'a message in a comment',
    forms: ['xml'],
    text: (text) => text.replace('<ndm>', '<ndm><!-- <omm><X/></omm> -->'),
  },
  {
    name: 'a keyword twice',
    forms: ['xml', 'kvn'],
    text: (text) => text.replace(/(<EPOCH>.*<\/EPOCH>|EPOCH = .*\n)/, '$1$1'),
    rejected: 'repeated EPOCH',
  },
  { name: 'epoch with Z', forms: messages, cells: { EPOCH: '2026-07-04T12:00:00.000864Z' } },
  { name: 'epoch by the day of the year', forms: messages, cells: { EPOCH: '2026-185T12:00:00.000864' } },
  { name: 'epoch by the day of the year, with Z', forms: messages, cells: { EPOCH: '2026-185T12:00:00.000864Z' } },
  { name: 'epoch with a blank', forms: messages, cells: { EPOCH: '2026-07-04 12:00:00.000864' } },
  {
    name: "microseconds of Space-Track's former class tle",
    forms: messages,
    cells: { EPOCH: '2026-07-04 12:00:00', EPOCH_MICROSECONDS: '864' },
  },
  {
    name: 'microseconds besides decimals',
    forms: messages,
    cells: { EPOCH_MICROSECONDS: '12345' },
    rejected: 'bad_date EPOCH',
  },
  {
    name: 'a keyword twice',
    forms: ['json'],
    text: (text) => text.replace('"INCLINATION"', '"INCLINATION":"1.5","INCLINATION"'),
    rejected: 'repeated INCLINATION',
  },
  {
    name: 'a keyword twice, nested',
    forms: ['json'],
    text: (text) => text.replace('"INCLINATION"', '"metadata":{"INCLINATION":"1.5"},"INCLINATION"'),
    rejected: 'repeated INCLINATION',
  },
  { name: 'epoch without decimals', forms: messages, cells: { EPOCH: '2026-07-04T12:00:00' }, read: plainEpoch },
  {
    name: 'epoch with three decimals',
    forms: messages,
    cells: { EPOCH: '2026-07-04T12:00:00.120' },
    read: { epoch: '2026-07-04T12:00:00.120000' },
  },
  { name: 'epoch with twelve decimals', forms: messages, cells: { EPOCH: '2026-07-04T12:00:00.000863999999' } },
  {
    name: 'epoch that rounds to the next day',
    forms: messages,
    cells: { EPOCH: '2026-12-31T23:59:59.9999999' },
    read: { epoch: '2027-01-01T00:00:00.000000' },
  },
  {
    name: 'epoch with an offset',
    forms: messages,
    cells: { EPOCH: '2026-07-04T12:00:00+02:00' },
    rejected: 'bad_date EPOCH',
  },
  { name: 'day 366 of 2026', forms: messages, cells: { EPOCH: '2026-366T12:00:00' }, rejected: 'bad_date EPOCH' },
  { name: 'seven decimals and a blank', forms: ['tle'], cells: { EPOCH: '26185.5000000 ' }, read: plainEpoch },
  { name: 'no checksums', forms: ['tle'], text: lines((line) => line.slice(0, 68)) },
  {
    name: 'text behind the checksum',
    forms: ['tle'],
    text: lines((line) => (/^[12] /.test(line) ? `${line} 0.0 \\` : line)),
  },
  { name: 'lower case', forms: ['tle'], text: (text) => text.replace('90001U 26001AB', '90001u 26001ab') },
  {
    name: 'lower-case values',
    forms: messages,
    cells: { OBJECT_ID: '2026-001ab', CLASSIFICATION_TYPE: 'u', EPOCH: '2026-07-04t12:00:00.000864z' },
  },
  {
    name: 'unknown designator in lower case',
    forms: messages,
    cells: { OBJECT_ID: 'unknown' },
    read: { object_id: null },
  },
  { name: 'plus signs', forms: ['tle'], text: columns(1, 34, '+') },
  { name: 'blanks in an angle', forms: ['tle'], text: columns(2, 9, ' 51.64 1') },
  {
    name: 'blanks in an angle and after a sign',
    forms: ['tle'],
    text: columns(2, 9, '-51.64 1'),
    rejected: 'out_of_range INCLINATION',
  },
  {
    name: 'a blank derivative',
    forms: ['tle'],
    text: columns(1, 34, ' .    1234'),
  },
  {
    name: 'a number to the left',
    forms: ['tle'],
    text: (text) => columns(2, 3, '12   ')(columns(1, 3, '12   ')(text)),
    read: { norad_cat_id: 12 },
  },
  { name: 'blanks in the eccentricity', forms: ['tle'], text: columns(2, 27, '   6231') },
  {
    name: 'a blank eccentricity',
    forms: ['tle'],
    text: columns(2, 27, '      0'),
    read: { eccentricity: '0.0000000' },
  },
  { name: 'blanks in B*', forms: ['tle'], text: columns(1, 54, '       0'), read: { bstar: '0' } },
  {
    name: 'blank counts',
    forms: ['tle'],
    text: (text) => columns(2, 64, '     ')(columns(1, 65, '    ')(text)),
    read: { element_set_no: 0, rev_at_epoch: 0 },
  },
  { name: 'no designator', forms: ['tle'], text: columns(1, 10, '        '), read: { object_id: null } },
  { name: 'no designator', forms: messages, cells: { OBJECT_ID: '' }, read: { object_id: null } },
  { name: 'UNKNOWN designator', forms: messages, cells: { OBJECT_ID: 'UNKNOWN' }, read: { object_id: null } },
  { name: 'leading zeros', forms: messages, cells: { NORAD_CAT_ID: '000090001' } },
  {
    name: 'no derivatives',
    forms: messages,
    cells: { MEAN_MOTION_DOT: '', MEAN_MOTION_DDOT: '' },
    read: { mean_motion_dot: '0' },
  },
  { name: 'no drag term', forms: messages, cells: { BSTAR: '' }, rejected: 'missing_value BSTAR' },
  {
    name: 'no mean motion',
    forms: messages,
    cells: { MEAN_MOTION: '', SEMI_MAJOR_AXIS: '7000' },
    rejected: 'missing_value MEAN_MOTION',
  },
  { name: 'negative inclination', cells: { INCLINATION: '-51.6401' }, rejected: 'out_of_range INCLINATION' },
  { name: 'inclination above 180', cells: { INCLINATION: '180.0001' }, rejected: 'out_of_range INCLINATION' },
  { name: 'node above 360', cells: { RA_OF_ASC_NODE: '360.0001' }, rejected: 'out_of_range RA_OF_ASC_NODE' },
  { name: 'negative pericenter', cells: { ARG_OF_PERICENTER: '-1.0000' }, rejected: 'out_of_range ARG_OF_PERICENTER' },
  { name: 'anomaly above 360', cells: { MEAN_ANOMALY: '400.0000' }, rejected: 'out_of_range MEAN_ANOMALY' },
  { name: 'letters in a number', cells: { MEAN_ANOMALY: '1O0.0000' }, rejected: 'not_a_number MEAN_ANOMALY' },
  { name: 'SGP4-XP', cells: { EPHEMERIS_TYPE: '4' }, read: { ephemeris_type: 4 } },
  ...Object.entries({
    TIME_SYSTEM: 'GPS',
    REF_FRAME: 'EME2000',
    CENTER_NAME: 'MARS',
    MEAN_ELEMENT_THEORY: 'DSST',
    BTERM: '0.02',
    AGOM: '0.01',
  }).map(
    ([keyword, value]): Habit => ({
      name: `${keyword} ${value}`,
      forms: messages,
      cells: { [keyword]: value },
      rejected: `unsupported ${keyword}`,
    }),
  ),
  {
    name: 'theory SGP/SGP4',
    forms: messages,
    cells: { MEAN_ELEMENT_THEORY: 'SGP/SGP4', REF_FRAME: 'TEME', TIME_SYSTEM: 'UTC', CENTER_NAME: 'Earth' },
  },
];

describe('every form and habit', () => {
  const table = habits.flatMap((habit) => (habit.forms ?? forms).map((form) => [form, habit.name, habit] as const));
  test.each(table)('%s: %s', async (form, _name, { cells, text, read: differing, rejected }) => {
    const plain = await read(written(form, madeCells));
    const content = written(form, { ...madeCells, ...cells });
    const { sets, rejected: reasons } = await read(text ? text(content, form) : content);
    if (rejected !== undefined) expect({ sets, reasons }).toEqual({ sets: [], reasons: [rejected] });
    else expect({ sets, reasons }).toEqual({ sets: [{ ...plain.sets[0], ...differing }], reasons: [] });
  });

  test('the plain sets of all forms are the same', async () => {
    const all = await Promise.all([]);
    for (const form of forms) all.push(...((await read(written(form, madeCells))).sets as never[]));
    expect(new Set(all.map((set) => JSON.stringify(set))).size).toBe(1);
  });
});

const [name, one, two] = written('tle', madeCells).split('\n') as [string, string, string];
/** The lines of a file, the expected names of its sets, and the expected rejects. */
const files: readonly (readonly [string, readonly string[], readonly string[], readonly string[]])[] = [
  ['an indented set', [name, one, two, '  B', `  ${one}`, `  ${two}`], ['MADE UP', 'B'], []],
  [
    'a sentence, a blank line, and no name',
    ['Here are the elements that the team sent us today:', '', one, two],
    ['UNKNOWN'],
    ['text_without_elements'],
  ],
  [
    'a sentence directly before line 1',
    ['Here are the elements that the team sent us today:', one, two],
    ['UNKNOWN'],
    ['text_without_elements'],
  ],
  [
    'a sentence without a colon',
    ['These elements are from the team', one, two],
    ['UNKNOWN'],
    ['text_without_elements'],
  ],
  [
    'a sentence with a comma and a keyword at the beginning',
    ['The elements of today, by their EPOCH:', one, two],
    ['UNKNOWN'],
    ['text_without_elements'],
  ],
  ['two names', ['OLD', 'NEW', one, two], ['NEW'], ['text_without_elements']],
  ['a comment between name and line 1', [name, '# a', one, two], ['UNKNOWN'], ['text_without_elements']],
  [
    'names like lines',
    ['2 PATHFINDER', one, two, '1998-067WV', one, two, '0 0 B', one, two, '0 ', one, two, '0', one, two],
    ['2 PATHFINDER', '1998-067WV', '0 B', 'UNKNOWN', 'UNKNOWN'],
    [],
  ],
  ['text after the last set', [one, two, '/EX'], ['UNKNOWN'], ['text_without_elements']],
  ['swapped lines', [two, one], [], ['line_without_its_first', 'line_without_its_second']],
  ['a short line', [one.slice(0, 20), two], [], ['bad_line_length']],
  ['collapsed blanks', [name, one.replace(/ +/g, ' '), two.replace(/ +/g, ' ')], [], ['bad_line_length']],
  ['a changed digit', [name, one.replace('185', '186'), two], [], ['bad_checksum']],
  ['two objects', [one, sealed(two.replace('90001', '90002'))], [], ['lines_of_two_objects']],
  [
    'a letter that Alpha-5 has not',
    [sealed(one.replace('90001', 'I0001')), sealed(two.replace('90001', 'I0001'))],
    [],
    ['bad_catalogue_number'],
  ],
  ['a file that DOS ended', [name, one, two, '\u001a'], ['MADE UP'], []],
];

test.each(files)('lines: %s', async (_name, text, names, reasons) => {
  const { sets, rejected } = await read(`${text.join('\n')}\n`);
  expect({ names: sets.map(({ object_name }) => object_name), rejected: rejected.sort() }).toEqual({
    names,
    rejected: reasons,
  });
  const { parts, form } = await checkFile(path, 'file');
  expect(form).toBe('TLE');
  expect(Object.values(parts).reduce((sum, count) => sum + count, 0)).toBe(text.length);
});

test.each([
  ['SatNOGS', { tle0: '0 MADE UP', tle1: one, tle2: two, tle_source: 'x', norad_cat_id: 90_001 }],
  ['Space-Track', { TLE_LINE0: '0 MADE UP', TLE_LINE1: one, TLE_LINE2: two }],
  ["Orbweaver's TLE", { data: { norad_cat_id: 90_001, name: 'MADE UP', line1: one, line2: two, tle: '' } }],
])('reads lines in the JSON of %s', async (_source, object) => {
  const plain = await read(written('tle', madeCells));
  expect(await read(JSON.stringify(object))).toEqual(plain);
});

test.each([
  ['{"data":{"EPOCH":["2026-07-04T12:00:00"]}}', 'not_a_value EPOCH'],
  ['[1]', 'not_an_object'],
  ['["a, ]"]', 'not_an_object'],
  ['EPOCH,MEAN_MOTION\n"a\n', 'open_quote'],
  ['[[{}]]', 'not_an_object'],
  ['CCSDS_OEM_VERS = 2.0\nOBJECT_NAME = A\n2026-07-04T12:00:00 1 2 3\n', 'not_an_omm CCSDS_OEM_VERS'],
  ['<ndm><oem id="CCSDS_OEM_VERS" version="2.0"><EPOCH>x</EPOCH></oem></ndm>', 'not_an_omm CCSDS_OEM_VERS'],
])('names what is no element set in %s', async (text, reason) => {
  expect(await read(text)).toEqual({ sets: [], rejected: [reason] });
});

test.each([
  ['', /empty/],
  ['<!DOCTYPE html><html>', /HTML/],
  ['hello', /begins with "hello"/],
  ['/* a */[{"OBJECT_NAME":"A","EPOCH":"2026-07-04T12:00:00"}]', /begins with "\/\* a/],
  ['sets = [{"NORAD_CAT_ID":"1","EPOCH":"2026-07-04T12:00:00"}]', /begins with "sets = /],
  ['The elements, by their EPOCH\nEPOCH,MEAN_MOTION\n', /begins with "The elements/],
  ['[{"EPOCH":1}', /not whole JSON/],
  ['[{"EPOCH":1]}', /brackets do not match/],
  ['<ndm><omm><EPOCH>1</EPOCH>', /not well-formed XML: line 1/],
  ['<ndm><omm><EPOCH>&bomb;</EPOCH></omm></ndm>', /not well-formed XML/],
  ['<a/>', /XML without an OMM/],
])('refuses %j as a whole, and says why', async (text, reason) => {
  await expect(read(text)).rejects.toThrow(reason);
});

test('a quoted cell of CSV that goes on in the next line loses both lines, even if the second has enough cells', async () => {
  const csv = written('csv', madeCells);
  const { sets, rejected } = await read(csv.replace('MADE UP', '"MADE\nUP"') + csv.split('\n')[1]);
  expect([sets.map(({ object_name }) => object_name), rejected]).toEqual([
    ['MADE UP'],
    ['open_quote', 'wrong_cell_count'],
  ]);
});

test('reads joined CSV files, each by its own header', async () => {
  const turned = Object.fromEntries(Object.entries(madeCells).reverse());
  const { sets, rejected } = await read(written('csv', madeCells) + written('csv', turned));
  expect([sets[0], rejected]).toEqual([sets[1], []]);
  expect((await checkFile(path, 'file')).parts).toEqual({ sets: 2, rejected: 0, blank: 0, comment: 0, header: 2 });
});

test('prints what is wrong line by line, with a sentence for every reason, and the counts', async () => {
  writeFileSync(path, `# a\n\n${name}\n${one}\n${two}\nSome text\n${one}\n${two.slice(0, 60)}\n`);
  expect(checkedText(await checkFile(path, 'a.tle'))).toBe(
    [
      `a.tle:6-8: bad_line_length ${JSON.stringify('Some text')}. A line of a TLE has 69 columns, or 68 without the checksum; this one is shorter. Copy it whole.`,
      'a.tle: TLE, utf-8; 8 lines: 3 of 1 element sets, 3 of 1 rejected rows, 1 blank, 1 comments, 0 header',
      '',
    ].join('\n'),
  );
  const reasons = [...habits.map(({ rejected }) => rejected), ...files.flatMap(([, , , rejected]) => rejected)];
  for (const reason of reasons) if (reason) expect(rejectReasons).toContain(reason.split(' ')[0]);
});

test('a thousand mutated files: no crash, and every line is in one count', async () => {
  const { wrong, whole, sets } = await checkMutated(1000, 1);
  expect(wrong).toEqual([]);
  // Enough of the files can still be read.
  expect(whole).toBeGreaterThan(300);
  expect(sets).toBeGreaterThan(100);
});
