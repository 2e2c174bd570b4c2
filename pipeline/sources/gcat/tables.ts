import { z } from 'zod';
import type { LaunchCode, LaunchFact } from '../../../src/schema/objects/launch.ts';
import type { LaunchOutcome } from '../../../src/schema/vocabulary.ts';
import { launchId } from '../../codes/cospar.ts';
import type { Country } from '../../codes/country.ts';
import { gcatState } from '../../codes/gcat/gcat-states.ts';
import { gcatSite } from '../../codes/launch-sites.ts';
import { vehicleKeys } from '../../codes/names.ts';
import { type GcatOperator, type GcatOrg, gcatOperators, gcatOwners, operator, slug } from '../../codes/operators.ts';
import { vagueDate } from '../../codes/vague-date.ts';
import { launchSpaces } from '../catalog-claims.ts';
import { text, unread, vague } from '../cells.ts';
import {
  type Cells,
  type ClaimWriter,
  type LaunchText,
  type Lookup,
  type OperatorFacts,
  type OwnText,
  sourceFile,
} from '../source.ts';

/** A table of GCAT by its path: its file has the name that the path ends with. */
export const gcatTable = (path: `/tsv/${string}`) => ({
  path,
  matches: new RegExp(`^${path.split('/').at(-1)!.replace('.', '\\.')}$`),
  format: 'gcat-tsv' as const,
});

/** The tables to which GCAT's object catalogs refer. They are read first, and stored as lookups. */
export const gcatOrgs: Lookup<GcatOrg> = { name: 'org' };
export const gcatOperatorsByCode: Lookup<GcatOperator> = { name: 'operator' };
export const gcatLaunches: Lookup<LaunchText> = { name: 'launch' };
const siteNames: Lookup<string> = { name: 'site' };
const knownVehicles: Lookup<true> = { name: 'vehicle' };

/** Text that may be missing. */
const words = z.string().default('');

const org = z.object({
  Code: z.string().min(1, 'no_code'),
  UCode: z.string(),
  StateCode: words,
  Type: words,
  Class: words,
  TStart: words,
  TStop: words,
  ShortName: words,
  Name: words,
  Parent: words,
  ShortEName: words,
  EName: words,
  UName: words,
  ...unread('Location Longitude Latitude Error', 'the place of the organization'),
});

/** Organizations: owners, operators, manufacturers, launch agencies. */
export const orgs = sourceFile({
  ...gcatTable('/tsv/tables/orgs.tsv'),
  row: org,
  key: ['Code', 'UCode'],
  expected: 3_500,
  read: (row, writer) => writer.setLookup(gcatOrgs, row.Code, { ...row, fileTime: writer.updated }),
  finish(writer) {
    const rows = [...writer.lookup(gcatOrgs).values()];
    const operators = gcatOperators(rows);
    for (const [code, operator] of operators) writer.setLookup(gcatOperatorsByCode, code, operator);
    // Shows the name from which the slug was made, not that of a former code.
    for (const { slug: code, name } of operators.values()) {
      const known = operator(name);
      if (known?.slug === code) writer.name('operator', code, known.name);
    }
    for (const { country, ...facts } of operatorFacts(rows, operators)) {
      if (country) writer.name('country', country.code, country.name);
      writer.operator({ ...facts, country: country?.code ?? null });
    }
  },
});

/**
 * The facts about each operator. Of several rows with one slug, the one whose name matches the slug takes precedence:
 * Satellogic is Argentine, its factory Uruguayan.
 */
function operatorFacts(
  rows: readonly GcatOrg[],
  operators: ReadonlyMap<string, GcatOperator>,
): (Omit<OperatorFacts, 'country'> & { country: Country | null })[] {
  const ownFirst = rows.toSorted((a, b) => Number(named(b)) - Number(named(a)));
  function named(org: GcatOrg): boolean {
    return [org.EName, org.Name, org.ShortName ?? ''].some((text) => slug(text) === operators.get(org.Code)!.slug);
  }
  const ends = new Map<string, string | null>();
  for (const org of rows) {
    const code = operators.get(org.Code)!.slug;
    const [known, end] = [ends.get(code), vagueDate(org.TStop.trim())?.to ?? null];
    // The slug of several rows has ended if each of them has, and with the last one.
    ends.set(code, known === null || end === null ? null : known !== undefined && known > end ? known : end);
  }
  return ownFirst.map((org) => {
    const { slug: code, branch_of, successor } = operators.get(org.Code)!;
    const country = gcatState(org.StateCode)?.country;
    return {
      slug: code,
      country: country && country.kind !== 'unknown' ? country : null,
      parent_slug: branch_of,
      successor_slug: successor,
      ended: ends.get(code) ?? null,
    };
  });
}

const site = z.object({
  Site: z.string().min(1, 'no_code'),
  Name: words,
  ...unread(
    'Code UCode Type StateCode TStart TStop ShortName Location Longitude Latitude Error Parent ShortEName EName Group UName',
    'sites are shown by name; codes, states, and places are in tables of Orbweaver’s own',
  ),
});

/** Launch sites by code. */
export const sites = sourceFile({
  ...gcatTable('/tsv/tables/sites.tsv'),
  row: site,
  key: ['Site'],
  expected: 600,
  read: (row, writer) => writer.setLookup(siteNames, row.Site, row.Name),
});

const vehicle = z.object({
  LV_Name: z.string().min(1, 'no_code'),
  ...unread(
    'LV_Family LV_Manufacturer LV_Variant LV_Alias LV_Min_Stage LV_Max_Stage Length LFlag Diameter DFlag Launch_Mass MFlag LEO_Capacity GTO_Capacity TO_Thrust Class Apogee Range',
    'facts about the vehicle, not about a launch or an object',
  ),
});

/** Launch vehicles: the names that launch.tsv may use. */
export const lv = sourceFile({
  ...gcatTable('/tsv/tables/lv.tsv'),
  row: vehicle,
  key: ['LV_Name'],
  expected: 1_500,
  read: (row, writer) => writer.setLookup(knownVehicles, row.LV_Name, true),
});

const launch = z.object({
  Launch_Tag: z.string().min(1, 'no_launch_tag'),
  Launch_JD: z.string().default(''),
  Launch_Date: vague,
  LV_Type: text,
  Flight: text,
  Mission: text,
  Launch_Site: text,
  Ascent_Site: z.string().default('-'),
  Agency: text,
  LaunchCode: words,
  Variant: text,
  Flight_ID: text,
  FlightCode: text,
  Platform: text,
  Launch_Pad: text,
  FailCode: text,
  ...unread('Ascent_Pad', 'the point at which an aircraft drops the rocket: Launch_Pad has the runway'),
  ...unread('Apogee Apoflag Range RangeFlag Dest', 'the trajectory of suborbital flights'),
  ...unread('OrbPay Group Category', 'the mass and the kind of the payload together'),
  ...unread('LTCite Cite Notes', 'citations and notes'),
});

/** Orbital launches. Those without a COSPAR designator (failures) are valid rows, but have no launch record. */
export const launches = sourceFile({
  ...gcatTable('/tsv/launch/launch.tsv'),
  row: launch,
  key: ['Launch_Tag'],
  expected: 6_000,
  read: readLaunch,
});

/** The launch catalog is the authority on launches: its date, site and vehicle take precedence over SATCAT's. */
const FIRST = -2;
/** Uncertain facts rank below SATCAT's. */
const AFTER = 1;

type LaunchRow = Cells<typeof launch, 'Launch_Tag'>;

/** A row being read: its name, and its uncertain facts so far. */
interface Reading {
  readonly row: LaunchRow;
  readonly record: string;
  readonly writer: ClaimWriter;
  readonly uncertain: Set<LaunchFact>;
}

function readLaunch(row: LaunchRow, writer: ClaimWriter): void {
  const id = launchId(row.Launch_Tag);
  if (id === undefined) {
    writer.reject('bad_launch_tag', 'Launch_Tag', row.Launch_Tag);
    return;
  }
  const reading: Reading = { row, record: `launch.tsv ${row.Launch_Tag}`, writer, uncertain: new Set() };
  const known: LaunchText = {
    launch_id: id ?? '',
    record: reading.record,
    url: 'https://planet4589.org/space/gcat/data/launch/launch.html',
    date: launchDay(reading),
    site: launchSite(reading),
    vehicle: launchVehicle(reading),
    ...aboutLaunch(reading),
    uncertain: [...reading.uncertain],
    file_time: writer.updated,
  };
  writer.setLookup(gcatLaunches, row.Launch_Tag, known);
  if (id !== null) writer.launch(known);
}

const DAY_MS = 86_400_000;
const JULIAN_1970 = 2_440_587.5;
/** Launch_JD is rounded to two decimals of a day: a launch at 23:59 has that of the next day. */
const JD_STEP = 0.011 * DAY_MS;

/** Launch_Date; marked uncertain if Launch_JD falls on another day. */
function launchDay({ row: { Launch_Date: date, Launch_JD: jd }, record, uncertain }: Reading): LaunchText['date'] {
  if (!date) return null;
  const time = (Number(jd) - JULIAN_1970) * DAY_MS;
  const other =
    /^\d+(\.\d+)?$/.test(jd) &&
    (time < Date.parse(date.from) - JD_STEP || time > Date.parse(date.to) + DAY_MS + JD_STEP);
  if (date.uncertain || other) uncertain.add('launch_date');
  return {
    value: date,
    raw: `${record} Launch_Date=${date.text}`,
    spaces: launchSpaces(null),
    weight: date.uncertain || other ? AFTER : FIRST,
  };
}

function launchSite({ row, record, writer, uncertain }: Reading): LaunchText['site'] {
  const raw = row.Launch_Site ?? '';
  const place = gcatSite(raw, row.Ascent_Site, writer.lookup(siteNames).get(raw.replace(/\?$/, '')));
  if (!place) return null;
  if (place.uncertain) uncertain.add('launch_site');
  return {
    value: place.name,
    raw: `${record} Launch_Site=${raw}`,
    keys: place.keys,
    near: place.near,
    spaces: launchSpaces(null),
    known: place.known,
    weight: place.known && !place.uncertain ? FIRST : AFTER,
  };
}

function launchVehicle({ row: { LV_Type: raw }, record, writer, uncertain }: Reading): LaunchText['vehicle'] {
  if (raw === null) return null;
  const vehicles = writer.lookup(knownVehicles);
  const value = raw.replace(/\s*\?$/, '');
  if (vehicles.size > 0 && !vehicles.has(value)) {
    writer.reject('unknown_code', 'LV_Type', raw, 'value');
    return null;
  }
  if (value !== raw) uncertain.add('launch_vehicle');
  return { value, raw: `${record} LV_Type=${raw}`, ...vehicleKeys(value), weight: FIRST };
}

/**
 * `OS` is an orbital success, `OF` a failure; a number after it is the percentage of the mission that was achieved:
 * `OS75`, `OF40`. Null for any other code.
 */
function launchOutcome(code: string): LaunchOutcome | null {
  const [, letter, share] = /^[A-Z]([A-Z])(\d{1,3})?$/.exec(code.trim()) ?? [];
  if (letter !== 'S' && letter !== 'F') return null;
  if (share !== undefined && Number(share) > 0 && Number(share) < 100) return 'PARTIAL';
  return letter === 'S' ? 'SUCCESS' : 'FAILURE';
}

/** The first launch agency. */
function launchProvider({ row, writer, uncertain }: Reading) {
  const agency = gcatOwners(row.Agency ?? '', writer.lookup(gcatOperatorsByCode));
  const [lead] = agency?.operators ?? [];
  if (lead && agency?.uncertain) uncertain.add('provider');
  return lead;
}

/** The columns with codes that a launch carries as they are written. */
const codeColumns = {
  launch_pad: 'Launch_Pad',
  launch_platform: 'Platform',
  vehicle_variant: 'Variant',
  flight_id: 'Flight_ID',
  flight_code: 'FlightCode',
  failure_code: 'FailCode',
} as const satisfies Record<LaunchCode, keyof LaunchRow>;

/** The statements of the row about the launch itself. A `?` at the end of a code marks it as uncertain; alone it is no code. */
function aboutLaunch(reading: Reading): Pick<LaunchText, 'provider_slug' | 'own'> {
  const { row, record, uncertain } = reading;
  const own: OwnText[] = [];
  const add = (field: OwnText['field'], value: string | null | undefined, raw: string) => {
    if (value) own.push({ field, value, raw: `${record} ${raw}` });
  };
  const provider = launchProvider(reading);
  add('provider', provider?.name, `Agency=${row.Agency}`);
  add('name', launchName(reading), `Flight=${row.Flight ?? '-'} Mission=${row.Mission ?? '-'}`);
  add('outcome', launchOutcome(row.LaunchCode), `LaunchCode=${row.LaunchCode}`);
  for (const [field, column] of Object.entries(codeColumns) as [LaunchCode, keyof LaunchRow][]) {
    const code = String(row[column] ?? '').replace(/\s+/g, ' ');
    const value = code.replace(/\s*\?+$/, '');
    if (value !== '' && value !== code) uncertain.add(field);
    add(field, value, `${column}=${row[column]}`);
  }
  return { provider_slug: provider?.slug ?? null, own };
}

/** The public name of the flight (`Zarya`), else the mission (`77KM No. 17501`), without GCAT's notes in square brackets. */
function launchName({ row, uncertain }: Reading): string | null {
  for (const text of [row.Flight, row.Mission]) {
    const plain = (text ?? '')
      .replace(/\[[^\]]*\]?/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    const name = plain.replaceAll('?', '').trim();
    if (name === '' || name === '-') continue;
    if (name !== plain) uncertain.add('name');
    return name;
  }
  return null;
}
