import { launches } from './famous-launches.ts';
import { gcatDate, gcatFile } from './format.ts';
import { orgs, sites, vehicles } from './gcat-tables.ts';
import { cell, type Row, type SatcatObject } from './model.ts';
import {
  columns,
  LAUNCHES,
  launchRow,
  ORGS,
  orgRow,
  SITES,
  siteRow,
  VEHICLES,
  vehicleRow,
} from './write-gcat-tables.ts';

const UPDATED = '2026 Aug 20 1200:00';
const SATCAT = columns(
  'JCAT Satcat Launch_Tag Piece Type Name PLName LDate Parent SDate Primary DDate Status Dest Owner State Manufacturer Bus Motor Mass MassFlag DryMass DryFlag TotMass TotFlag Length LFlag Diameter DFlag Span SpanFlag Shape ODate Perigee PF Apogee AF Inc IF OpOrbit OQUAL AltNames',
);
const PSATCAT = columns(
  'JCAT Piece Name LDate TLast TOp TDate TF Program Plane Att Mvr Class Category Result Control Discipline UNState UNReg UNPeriod UNPerigee UNApogee UNInc DispEpoch DispPeri DispApo DispInc Comment',
);

const PRIMARY: Record<string, string> = {
  MO: 'Moon',
  SU: 'Sun',
  EL: 'Sun',
  EL1: 'Sun',
  SS: 'Sun',
  VE: 'Venus',
  MA: 'Mars',
  JU: 'Jupiter',
  AS: 'Asteroid',
};

const jcatOf = (id: string): string => (/^\d+$/.test(id) ? `S${id.padStart(5, '0')}` : id);
const launchDay = (tag: string): string => {
  const date = cell(launches.find((row) => cell(row, 'tag') === tag) ?? {}, 'date');
  return date.split(/\s+/).length > 3 ? date.slice(0, 11) : date;
};

function satcatRow(row: Row, object: SatcatObject | undefined): Row {
  const id = cell(row, 'id');
  const tag = cell(row, 'tag');
  const launch = launchDay(tag);
  const [length = '', diameter = '', span = ''] = cell(row, 'size').split('/');
  const orbit = object?.orbit;
  const decay = object?.decay ?? '';
  return {
    JCAT: jcatOf(id),
    Satcat: cell(row, 'satcat') || id.padStart(5, '0'),
    Launch_Tag: tag,
    Piece: cell(row, 'piece'),
    Type: cell(row, 'type'),
    Name: cell(row, 'name'),
    PLName: cell(row, 'plname'),
    LDate: launch,
    Parent: cell(row, 'parent'),
    SDate: cell(launches.find((entry) => cell(entry, 'tag') === tag) ?? {}, 'date'),
    Primary: PRIMARY[object?.center ?? 'EA'] ?? 'Earth',
    DDate: cell(row, 'end') || (decay === '' ? '' : gcatDate(decay)),
    Status: cell(row, 'status'),
    Dest: cell(row, 'dest'),
    Owner: cell(row, 'owner'),
    State: cell(row, 'state'),
    Manufacturer: cell(row, 'maker'),
    Bus: cell(row, 'bus'),
    Mass: cell(row, 'mass'),
    MassFlag: cell(row, 'massflag'),
    DryMass: cell(row, 'drymass'),
    DryFlag: cell(row, 'dryflag'),
    Length: length,
    Diameter: diameter,
    Span: span,
    Shape: cell(row, 'shape'),
    ODate: orbit === undefined && cell(row, 'perigee') === '' ? '' : launch,
    Perigee: cell(row, 'perigee') || String(orbit?.perigee ?? ''),
    Apogee: cell(row, 'apogee') || String(orbit?.apogee ?? ''),
    Inc: cell(row, 'inc') || (orbit?.inclination.toFixed(2) ?? ''),
    OpOrbit: cell(row, 'orbit'),
    AltNames: cell(row, 'alt'),
  };
}

function psatcatRow(row: Row, comment: string): Row {
  const top = cell(row, 'top');
  return {
    JCAT: jcatOf(cell(row, 'id')),
    Piece: cell(row, 'piece'),
    Name: cell(row, 'name'),
    LDate: launchDay(cell(row, 'tag')),
    TLast: top === '*' ? '*' : top,
    TOp: top,
    TDate: top,
    Program: cell(row, 'program'),
    Plane: cell(row, 'plane'),
    Att: cell(row, 'att'),
    Mvr: cell(row, 'mvr'),
    Class: cell(row, 'class'),
    Category: cell(row, 'category'),
    Result: cell(row, 'result') || 'S',
    UNState: cell(row, 'unstate'),
    UNReg: cell(row, 'unreg'),
    Remark2: comment,
  };
}

const SATCAT_PADS = {
  JCAT: 7,
  Piece: 12,
  Type: 6,
  LDate: 12,
  SDate: 16,
  DDate: 17,
  Mass: -8,
  DryMass: -8,
  TotMass: -8,
  Length: -6,
  Diameter: -6,
  Span: -6,
  ODate: 12,
  Perigee: -8,
  Apogee: -8,
  Inc: -7,
  OpOrbit: 7,
};
const PSATCAT_PADS = {
  Piece: 12,
  LDate: 12,
  UNPeriod: -7,
  UNPerigee: -8,
  UNApogee: -8,
  UNInc: -5,
  DispPeri: -8,
  DispApo: -8,
  DispInc: -6,
};

const catalogueNumber = (row: Row): number => Number(cell(row, 'id').replace(/^S/, '')) || 999999;

/** GCAT's eight files, by name. */
export function gcatFiles(rows: Row[], objects: SatcatObject[]): Map<string, string> {
  const byId = new Map(objects.map((object) => [object.id, object]));
  const sorted = rows.toSorted((left, right) => catalogueNumber(left) - catalogueNumber(right));
  const files = new Map<string, string>();
  for (const [suffix, low, high] of [
    ['', 0, 99999],
    ['100k', 100000, 1e9],
  ] as const) {
    const part = sorted.filter((row) => catalogueNumber(row) >= low && catalogueNumber(row) <= high);
    const payloads = part.filter((row) => cell(row, 'class') !== '' && /^P/.test(cell(row, 'type')));
    const extra = suffix === '' ? [] : ['Remark2'];
    files.set(
      `satcat${suffix}.tsv`,
      gcatFile(
        SATCAT,
        UPDATED,
        part.map((row) => satcatRow(row, byId.get(catalogueNumber(row)))),
        SATCAT_PADS,
      ),
    );
    files.set(
      `psatcat${suffix}.tsv`,
      gcatFile(
        [...PSATCAT, ...extra],
        UPDATED,
        payloads.map((row) => psatcatRow(row, 'unknown column')),
        PSATCAT_PADS,
      ),
    );
  }
  files.set('orgs.tsv', gcatFile(ORGS, UPDATED, orgs.map(orgRow), {}));
  files.set('sites.tsv', gcatFile(SITES, UPDATED, sites.map(siteRow), {}));
  files.set(
    'lv.tsv',
    gcatFile(VEHICLES, UPDATED, vehicles.map(vehicleRow), {
      Length: -5,
      Diameter: -5,
      Launch_Mass: -8,
      LEO_Capacity: -8,
      GTO_Capacity: -8,
      TO_Thrust: -8,
      Apogee: -6,
      Range: -6,
    }),
  );
  files.set(
    'launch.tsv',
    gcatFile(LAUNCHES, UPDATED, launches.map(launchRow), { Launch_JD: 10, Apogee: -6, Range: -6 }),
  );
  return files;
}
