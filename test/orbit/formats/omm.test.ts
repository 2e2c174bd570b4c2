import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import fc from 'fast-check';
import Papa from 'papaparse';
import { json2satrec, propagate, twoline2satrec } from 'satellite.js';
import { describe, expect, test } from 'vitest';
import { type Omm, ommKeywords, ommOf } from '../../../src/orbit/formats/omm.ts';
import { ommForms } from '../../../src/orbit/formats/omm-forms.ts';
import type { ElementSet } from '../../../src/schema/objects/elements.ts';
import { elementSets, sampleFolder, vanguard } from './element-sets.ts';

const CREATED = '2026-08-22T00:00:00Z';
const iss: ElementSet = {
  ...vanguard,
  norad_cat_id: 25544,
  object_name: 'ISS (ZARYA)',
  object_id: '1998-067A',
  epoch: '2026-08-21T18:32:11.425056',
  mean_motion: '15.49325670',
  eccentricity: '0.00062316',
  arg_of_pericenter: '73.8150',
  bstar: '-0.00018542',
  mean_motion_dot: '9.931e-5',
};
const hostile: ElementSet = { ...iss, object_name: '=A "B", <C> & D]]>\'\r\nÉ\u0001🛰', object_id: null };
const keywords = Object.keys(ommKeywords);

/** The order of contract §5, which is that of the standard's tables 4-1 to 4-3. */
const ORDER =
  'CCSDS_OMM_VERS CREATION_DATE ORIGINATOR OBJECT_NAME OBJECT_ID CENTER_NAME REF_FRAME TIME_SYSTEM MEAN_ELEMENT_THEORY EPOCH MEAN_MOTION ECCENTRICITY INCLINATION RA_OF_ASC_NODE ARG_OF_PERICENTER MEAN_ANOMALY EPHEMERIS_TYPE CLASSIFICATION_TYPE NORAD_CAT_ID ELEMENT_SET_NO REV_AT_EPOCH BSTAR MEAN_MOTION_DOT MEAN_MOTION_DDOT';

test('writes the keywords in the order of the standard', () => {
  expect(keywords.join(' ')).toBe(ORDER);
  expect(Object.keys(ommOf(iss, CREATED)).join(' ')).toBe(ORDER);
});

test('keeps the values of the element set, digit for digit', () => {
  expect(ommOf(iss, CREATED)).toEqual({
    CCSDS_OMM_VERS: '3.0',
    CREATION_DATE: CREATED,
    ORIGINATOR: 'ORBWEAVER',
    OBJECT_NAME: 'ISS (ZARYA)',
    OBJECT_ID: '1998-067A',
    CENTER_NAME: 'EARTH',
    REF_FRAME: 'TEME',
    TIME_SYSTEM: 'UTC',
    MEAN_ELEMENT_THEORY: 'SGP4',
    EPOCH: '2026-08-21T18:32:11.425056',
    MEAN_MOTION: '15.49325670',
    ECCENTRICITY: '0.00062316',
    INCLINATION: '34.2682',
    RA_OF_ASC_NODE: '348.7242',
    ARG_OF_PERICENTER: '73.8150',
    MEAN_ANOMALY: '19.3264',
    EPHEMERIS_TYPE: '0',
    CLASSIFICATION_TYPE: 'U',
    NORAD_CAT_ID: '25544',
    ELEMENT_SET_NO: '475',
    REV_AT_EPOCH: '41366',
    BSTAR: '-0.00018542',
    MEAN_MOTION_DOT: '9.931e-5',
    MEAN_MOTION_DDOT: '0',
  });
  expect(ommOf(iss, CREATED, 'SOMEBODY').ORIGINATOR).toBe('SOMEBODY');
});

test('writes UNKNOWN for a missing name or designator', () => {
  const omm = ommOf({ ...iss, object_name: '', object_id: null }, CREATED);
  expect([omm.OBJECT_NAME, omm.OBJECT_ID]).toEqual(['UNKNOWN', 'UNKNOWN']);
});

test('throws for a number that would break the document', () => {
  expect(ommOf({ ...iss, inclination: '-007.50' }, CREATED).INCLINATION).toBe('-7.50');
  for (const inclination of ['', 'x', '1,2', '1e+5', '.5', '5.', '0x1', '1\n'])
    expect(() => ommOf({ ...iss, inclination }, CREATED), JSON.stringify(inclination)).toThrow(TypeError);
});

describe('JSON', () => {
  test('writes numbers as number tokens with every digit', () => {
    expect(ommForms.json.mediaType).toBe('application/json; charset=utf-8');
    expect(ommForms.json.write(ommOf(iss, CREATED))).toBe(
      '{"data":{"CCSDS_OMM_VERS":"3.0","CREATION_DATE":"2026-08-22T00:00:00Z","ORIGINATOR":"ORBWEAVER","OBJECT_NAME":"ISS (ZARYA)","OBJECT_ID":"1998-067A","CENTER_NAME":"EARTH","REF_FRAME":"TEME","TIME_SYSTEM":"UTC","MEAN_ELEMENT_THEORY":"SGP4","EPOCH":"2026-08-21T18:32:11.425056","MEAN_MOTION":15.49325670,"ECCENTRICITY":0.00062316,"INCLINATION":34.2682,"RA_OF_ASC_NODE":348.7242,"ARG_OF_PERICENTER":73.8150,"MEAN_ANOMALY":19.3264,"EPHEMERIS_TYPE":0,"CLASSIFICATION_TYPE":"U","NORAD_CAT_ID":25544,"ELEMENT_SET_NO":475,"REV_AT_EPOCH":41366,"BSTAR":-0.00018542,"MEAN_MOTION_DOT":9.931e-5,"MEAN_MOTION_DDOT":0}}\n',
    );
  });

  test('preserves any text', () => {
    expect(JSON.parse(ommForms.json.write(ommOf(hostile, CREATED))).data.OBJECT_NAME).toBe(hostile.object_name);
  });

  test('can be read by satellite.js', () => {
    const { data } = JSON.parse(ommForms.json.write(ommOf(vanguard, CREATED)));
    const read = json2satrec(data);
    const lines = twoline2satrec(
      '1 00005U 58002B   00179.78495062  .00000023  00000-0  28098-4 0  4753',
      '2 00005  34.2682 348.7242 1859667 331.7664  19.3264 10.82419157413667',
    );
    for (const key of ['ecco', 'inclo', 'nodeo', 'argpo', 'mo', 'no', 'bstar', 'ndot'] as const)
      expect(read[key], key).toBeCloseTo(lines[key], 14);
    const at = new Date('2000-06-28T18:50:19.733Z');
    const [a, b] = [read, lines].map((record) => propagate(record, at)!.position);
    expect(Math.hypot(a!.x - b!.x, a!.y - b!.y, a!.z - b!.z)).toBeLessThan(0.012); // its clock is cut to milliseconds
  });
});

describe('KVN', () => {
  const parsed = (kvn: string) => kvn.split('\n').map((line) => /^([A-Z_]+) = (\S.*)$/.exec(line)?.slice(1));

  test('writes one keyword per line, in order, with its value unchanged', () => {
    const lines = parsed(ommForms.kvn.write(ommOf(iss, CREATED)));
    expect(lines.pop()).toBeUndefined(); // the end of the last line
    expect(lines).toEqual(Object.entries(ommOf(iss, CREATED)));
    expect(ommForms.kvn.mediaType).toBe('text/plain; charset=utf-8');
  });

  test('keeps names on one line and in ASCII', () => {
    const kvn = ommForms.kvn.write(ommOf(hostile, CREATED));
    expect(kvn).toMatch(/^[ -~\n]+$/);
    expect(kvn.split('\n')[3]).toBe(`OBJECT_NAME = =A "B", <C> & D]]>' E ?`);
    expect(kvn.split('\n').length).toBe(keywords.length + 1);
  });
});

describe('CSV', () => {
  const CELESTRAK =
    'OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,EPHEMERIS_TYPE,CLASSIFICATION_TYPE,NORAD_CAT_ID,ELEMENT_SET_NO,REV_AT_EPOCH,BSTAR,MEAN_MOTION_DOT,MEAN_MOTION_DDOT';

  test('has CelesTrak’s columns, with every digit', () => {
    expect(ommForms.csv.mediaType).toBe('text/csv; charset=utf-8');
    expect(ommForms.csv.write(ommOf(iss, CREATED))).toBe(
      `${CELESTRAK}\r\nISS (ZARYA),1998-067A,2026-08-21T18:32:11.425056,15.49325670,0.00062316,34.2682,348.7242,73.8150,19.3264,0,U,25544,475,41366,-0.00018542,9.931e-5,0\r\n`,
    );
  });

  test('is quoted by RFC 4180 and safe in a spreadsheet', () => {
    const { data, errors } = Papa.parse<Record<string, string>>(ommForms.csv.write(ommOf(hostile, CREATED)), {
      header: true,
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    expect(data.length).toBe(1);
    expect(data[0]!.OBJECT_NAME).toBe(`'${hostile.object_name}`);
    expect(data[0]!.BSTAR).toBe('-0.00018542');
    for (const first of ['=', '+', '-', '@', '\t', '\r'])
      expect(ommForms.csv.write(ommOf({ ...iss, object_name: `${first}X` }, CREATED)).split('\n')[1]).toMatch(/^"?'/);
  });
});

const sax = join(import.meta.dirname, '../../../node_modules/sax');

interface Sax {
  parser(strict: true): {
    onerror: (error: Error) => void;
    onopentag: (tag: { name: string; attributes: Record<string, string> }) => void;
    ontext: (text: string) => void;
    onclosetag: (name: string) => void;
    write(text: string): { close(): void };
  };
}

/** Every element of a document with its path and text, by a strict XML parser. Throws if it is not well-formed. */
function elements(document: string): { path: string; text: string; attributes: Record<string, string> }[] {
  const parser = (createRequire(import.meta.url)(sax) as Sax).parser(true);
  const open: { path: string; text: string; attributes: Record<string, string> }[] = [];
  const all: typeof open = [];
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    const element = { path: `${open.at(-1)?.path ?? ''}/${name}`, text: '', attributes };
    open.push(element);
    all.push(element);
  };
  parser.ontext = (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.onclosetag = () => open.pop();
  parser.write(document).close();
  return all;
}

const sectionPath: Record<string, string> = {
  header: '/ndm/omm/header',
  metadata: '/ndm/omm/body/segment/metadata',
  meanElements: '/ndm/omm/body/segment/data/meanElements',
  tleParameters: '/ndm/omm/body/segment/data/tleParameters',
};

describe.skipIf(!existsSync(sax))('XML (needs node_modules/sax)', () => {
  const leaves = (omm: Omm) =>
    Object.entries(omm)
      .slice(1)
      .map(([keyword, text]) => [`${sectionPath[ommKeywords[keyword as keyof Omm].part]}/${keyword}`, text]);
  const read = (omm: Omm) =>
    elements(ommForms.xml.write(omm))
      .filter(({ path }) => /\/[A-Z_]+$/.test(path))
      .map(({ path, text }) => [path, text]);

  test('nests omm in ndm, with each keyword once, in its section', () => {
    const all = elements(ommForms.xml.write(ommOf(iss, CREATED)));
    expect(all.filter(({ path }) => !/\/[A-Z_]+$/.test(path)).map(({ path }) => path)).toEqual([
      '/ndm',
      '/ndm/omm',
      sectionPath.header,
      '/ndm/omm/body',
      '/ndm/omm/body/segment',
      sectionPath.metadata,
      '/ndm/omm/body/segment/data',
      sectionPath.meanElements,
      sectionPath.tleParameters,
    ]);
    expect(all[1]!.attributes).toEqual({ id: 'CCSDS_OMM_VERS', version: '3.0' });
    expect(read(ommOf(iss, CREATED))).toEqual(leaves(ommOf(iss, CREATED)));
    expect(ommForms.xml.mediaType).toBe('application/xml; charset=utf-8');
  });

  test('escapes any name and replaces only characters that XML cannot represent', () => {
    const omm = ommOf(hostile, CREATED);
    expect(read(omm)).toEqual(leaves({ ...omm, OBJECT_NAME: omm.OBJECT_NAME.replace('\u0001', '\uFFFD') }));
    for (const text of [']]>', '\u0001']) expect(ommForms.xml.write(omm)).not.toContain(text);
  });

  test('is well-formed for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('\uD800', '\uFFFE', '\u0000', '<![CDATA['), (a, b) => {
        const omm = ommOf({ ...iss, object_name: `${a}${b}`, classification_type: '&' }, CREATED);
        expect(read(omm).length).toBe(23);
        expect(ommForms.xml.write(omm).isWellFormed()).toBe(true);
      }),
    );
  });
});

test('writes every element set of the sample in every format', () => {
  for (const set of elementSets(sampleFolder)) {
    const omm = ommOf(set, CREATED);
    const { data } = JSON.parse(ommForms.json.write(omm));
    for (const keyword of keywords as (keyof Omm)[])
      expect(String(data[keyword])).toBe(ommKeywords[keyword].number ? String(Number(omm[keyword])) : omm[keyword]);
    expect(ommForms.csv.write(omm).split('\r\n').length).toBe(3);
    expect(ommForms.kvn.write(omm).split('\n').length).toBe(25);
  }
});
