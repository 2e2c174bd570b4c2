import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { isoCountries } from '../../../pipeline/codes/country.ts';
import { gcatOrbit } from '../../../pipeline/codes/gcat/gcat-orbit.ts';
import { gcatState } from '../../../pipeline/codes/gcat/gcat-states.ts';
import { gcatManeuvers, gcatStatus } from '../../../pipeline/codes/gcat/gcat-status.ts';
import { gcatType } from '../../../pipeline/codes/gcat/gcat-type.ts';
import { gcatSite, satcatSite } from '../../../pipeline/codes/launch-sites.ts';
import { OPERATORS } from '../../../pipeline/codes/operator-spellings.ts';
import { type GcatOrg, gcatOperators, gcatOwners } from '../../../pipeline/codes/operators.ts';
import { gcatPurpose, gcatUsers } from '../../../pipeline/codes/purpose.ts';
import * as satcat from '../../../pipeline/codes/satcat.ts';
import { satcatOwner } from '../../../pipeline/codes/satcat-owners.ts';
import { isoDate, vagueDate } from '../../../pipeline/codes/vague-date.ts';

/** Complete upstream files next to the repository, if they exist; they are never copied into it. */
const upstream = new URL('../../../../shared/upstream/', import.meta.url);
/** Snapshots, newest first. Not every one has every file. */
const snapshots = existsSync(upstream) ? readdirSync(upstream).sort().reverse() : [];
const newestFile = (file: string): URL | undefined =>
  snapshots.map((name) => new URL(`${name}/${file}`, upstream)).find((url) => existsSync(url));
const available = newestFile('gcat/orgs.tsv') !== undefined;

type Row = Record<string, string>;
type Decoder = (text: string) => unknown;

/** Reads a table by splitting at every separator: enough for columns of codes, as no quoted column precedes them. */
function rows(file: string, separator: '\t' | ','): Row[] {
  const lines = readFileSync(newestFile(file) as URL, 'utf8').split(/\r?\n/);
  const names = (lines[0] as string)
    .replace(/^#/, '')
    .split(separator)
    .map((name) => name.trim());
  return lines
    .slice(1)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(separator))
    .filter((cells) => cells.length === names.length)
    .map((cells) => Object.fromEntries(names.map((name, n) => [name, cells[n] as string])));
}

function unknownCodes(table: Row[], decoders: Record<string, Decoder>): string[] {
  expect(table.length).toBeGreaterThan(500);
  return Object.entries(decoders).flatMap(([column, decode]) =>
    [...new Set(table.map((row) => row[column] as string))]
      .filter((code) => decode(code) === undefined)
      .map((code) => `${column}=${code}`),
  );
}

describe.skipIf(!available)('every code in the real files decodes', () => {
  let orgs: GcatOrg[] = [];
  beforeAll(() => {
    orgs = rows('gcat/orgs.tsv', '\t') as unknown as GcatOrg[];
  });

  test('satcat.csv', () => {
    const decoders: Record<string, Decoder> = {
      OBJECT_TYPE: satcat.objectClass,
      OPS_STATUS_CODE: satcat.operationalStatus,
      OWNER: satcatOwner,
      LAUNCH_DATE: (text) => isoDate(text),
      LAUNCH_SITE: satcatSite,
      DECAY_DATE: (text) => isoDate(text),
      DATA_STATUS_CODE: satcat.dataStatus,
      ORBIT_CENTER: satcat.orbitCenter,
      ORBIT_TYPE: satcat.satcatOrbitType,
    };
    expect(unknownCodes(rows('celestrak/satcat.csv', ','), decoders)).toEqual([]);
  });

  test('satcat.tsv', () => {
    const decoders = {
      Type: gcatType,
      Status: gcatStatus,
      OpOrbit: gcatOrbit,
      State: gcatState,
      LDate: vagueDate,
      SDate: vagueDate,
      DDate: vagueDate,
      ODate: vagueDate,
    };
    const table = rows('gcat/satcat.tsv', '\t');
    expect(unknownCodes(table, decoders)).toEqual([]);
    const operators = gcatOperators(orgs);
    // These codes occur only in reconstructed rows of the shared file, not in GCAT's own: they need no rule.
    expect(new Set(table.flatMap((row) => gcatOwners(row.Owner as string, operators)?.unknown ?? []))).toEqual(
      new Set(['PLANET', 'AMAZON']),
    );
  });

  test('psatcat.tsv', () => {
    const decoders = {
      Class: gcatUsers,
      Category: gcatPurpose,
      UNState: gcatState,
      Mvr: gcatManeuvers,
      TLast: vagueDate,
      TOp: vagueDate,
      TDate: vagueDate,
      DispEpoch: vagueDate,
    };
    // One payload is of class N, which GCAT's documentation does not list.
    expect(unknownCodes(rows('gcat/psatcat.tsv', '\t'), decoders)).toEqual(['Class=N']);
  });

  test('launch.tsv and sites.tsv', () => {
    const knownSite: Decoder = (code) => gcatSite(code)?.known ?? undefined;
    expect(unknownCodes(rows('gcat/launch.tsv', '\t'), { Launch_Site: knownSite, Launch_Date: vagueDate })).toEqual([]);
    expect(
      unknownCodes(rows('gcat/sites.tsv', '\t'), { StateCode: gcatState, TStart: vagueDate, TStop: vagueDate }),
    ).toEqual([]);
  });

  test('orgs.tsv: decodes every state, and only deliberate synonyms share a slug', () => {
    expect(unknownCodes(orgs as unknown as Row[], { StateCode: gcatState })).toEqual([]);
    const operators = gcatOperators(orgs);
    const holders = new Map<string, Set<string>>();
    for (const org of orgs) {
      const { slug } = operators.get(org.Code.trim())!;
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      holders.set(slug, (holders.get(slug) ?? new Set()).add(org.UCode.trim()));
    }
    const shared = [...holders].filter(([slug, ucodes]) => ucodes.size > 1 && !Object.hasOwn(OPERATORS, slug));
    expect(shared).toEqual([]);
  });

  test('SatNOGS', () => {
    const satellites = JSON.parse(readFileSync(newestFile('satnogs/satellites.json') as URL, 'utf8')) as Row[];
    const decoders = {
      countries: isoCountries,
      launched: isoDate,
      decayed: isoDate,
      deployed: isoDate,
      updated: isoDate,
    } as unknown as Record<string, Decoder>;
    const unary = Object.fromEntries(
      Object.entries(decoders).map(([name, decode]) => [name, (text: string) => decode(text)]),
    );
    expect(unknownCodes(satellites, unary)).toEqual([]);
  });
});
