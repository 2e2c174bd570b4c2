import { z } from 'zod';
import { launchId } from '../../codes/cospar.ts';
import { gcatSite, type LaunchSite } from '../../codes/launch-sites.ts';
import { type GcatOperator, type GcatOrg, gcatOperators, gcatOwners, operator } from '../../codes/operators.ts';
import { text, unread } from '../cells.ts';
import { type Book, sourceFile } from '../source.ts';

/** The tables that GCAT's object catalogues point into. Each is read before them and remembered. */

/** Text that may be missing. */
const words = z.string().default('');

const org = z.object({
  Code: z.string().min(1, 'no_code'),
  UCode: z.string(),
  StateCode: words,
  Type: words,
  Class: unread,
  TStart: words,
  TStop: words,
  ShortName: words,
  Name: words,
  Location: unread,
  Longitude: unread,
  Latitude: unread,
  Error: unread,
  Parent: words,
  ShortEName: words,
  EName: words,
  UName: words,
});

/** Organisations: owners, operators, manufacturers, launch agencies. */
export const orgs = sourceFile({
  matches: /^orgs\.tsv$/,
  path: '/tsv/tables/orgs.tsv',
  format: 'gcat-tsv',
  row: org,
  key: ['Code', 'UCode'],
  expected: 3_500,
  read: (row, book) => book.remember<GcatOrg>('org', row.Code, { ...row, observedAt: book.updated }),
  finish(book) {
    const rows = [...book.shelf<GcatOrg>('org').values()];
    const operators = gcatOperators(rows);
    for (const [code, operator] of operators) book.remember('operator', code, operator);
    // The name shown is the one that the slug was made from, not that of a former code.
    for (const { slug: code, name } of operators.values()) {
      const known = operator(name);
      if (known?.slug === code) book.name('operator', code, known.name);
    }
  },
});

const site = z.object({
  Site: z.string().min(1, 'no_code'),
  Code: unread,
  UCode: unread,
  Type: unread,
  StateCode: unread,
  TStart: unread,
  TStop: unread,
  ShortName: unread,
  Name: words,
  Location: unread,
  Longitude: unread,
  Latitude: unread,
  Error: unread,
  Parent: unread,
  ShortEName: unread,
  EName: unread,
  Group: unread,
  UName: unread,
});

/** Launch sites by code. */
export const sites = sourceFile({
  matches: /^sites\.tsv$/,
  path: '/tsv/tables/sites.tsv',
  format: 'gcat-tsv',
  row: site,
  key: ['Site'],
  expected: 600,
  read: (row, book) => book.remember('site', row.Site, row.Name),
});

const vehicle = z.object({
  LV_Name: z.string().min(1, 'no_code'),
  LV_Family: unread,
  LV_Manufacturer: unread,
  LV_Variant: unread,
  LV_Alias: unread,
  LV_Min_Stage: unread,
  LV_Max_Stage: unread,
  Length: unread,
  LFlag: unread,
  Diameter: unread,
  DFlag: unread,
  Launch_Mass: unread,
  MFlag: unread,
  LEO_Capacity: unread,
  GTO_Capacity: unread,
  TO_Thrust: unread,
  Class: unread,
  Apogee: unread,
  Range: unread,
});

/** Launch vehicles: the names that launch.tsv may use. */
export const lv = sourceFile({
  matches: /^lv\.tsv$/,
  path: '/tsv/tables/lv.tsv',
  format: 'gcat-tsv',
  row: vehicle,
  key: ['LV_Name'],
  expected: 1_500,
  read: (row, book) => book.remember('vehicle', row.LV_Name, true),
});

const launch = z.object({
  Launch_Tag: z.string().min(1, 'no_launch_tag'),
  Launch_JD: unread,
  Launch_Date: unread,
  LV_Type: text,
  Variant: unread,
  Flight_ID: unread,
  Flight: text,
  Mission: text,
  FlightCode: unread,
  Platform: unread,
  Launch_Site: text,
  Launch_Pad: unread,
  Ascent_Site: z.string().default('-'),
  Ascent_Pad: unread,
  Apogee: unread,
  Apoflag: unread,
  Range: unread,
  RangeFlag: unread,
  Dest: unread,
  OrbPay: unread,
  Agency: text,
  LaunchCode: unread,
  FailCode: unread,
  Group: unread,
  Category: unread,
  LTCite: unread,
  Cite: unread,
  Notes: unread,
});

/** What the objects of a launch take from it. */
export interface GcatLaunch {
  readonly vehicle: string | null;
  readonly site: LaunchSite | null;
  readonly rawSite: string;
  /** When launch.tsv was made: what is taken from it was said then. */
  readonly observedAt: string | null;
}

/** Orbital launches. Those without a COSPAR designator (failures) are known, and belong to no launch record. */
export const launches = sourceFile({
  matches: /^launch\.tsv$/,
  path: '/tsv/launch/launch.tsv',
  format: 'gcat-tsv',
  row: launch,
  key: ['Launch_Tag'],
  expected: 6_000,
  read: readLaunch,
});

function readLaunch(row: z.infer<typeof launch>, book: Book): void {
  const id = launchId(row.Launch_Tag);
  if (id === undefined) {
    book.holdOut('bad_launch_tag', 'Launch_Tag', row.Launch_Tag);
    return;
  }
  const vehicles = book.shelf('vehicle');
  const named = row.LV_Type === null || vehicles.size === 0 || vehicles.has(row.LV_Type.replace(/\?$/, ''));
  if (!named) book.holdOut('unknown_code', 'LV_Type', row.LV_Type, 'value');
  const rawSite = row.Launch_Site ?? '';
  const name = book.recall<string>('site', rawSite.replace(/\?$/, ''));
  const place = gcatSite(rawSite, row.Ascent_Site, name);
  const known: GcatLaunch = { vehicle: named ? row.LV_Type : null, site: place, rawSite, observedAt: book.updated };
  book.remember('launch', row.Launch_Tag, known);
  if (id === null) return;
  const agency = gcatOwners(row.Agency ?? '', book.shelf<GcatOperator>('operator'));
  book.launch({
    launch_id: id,
    launch_site: place?.name ?? null,
    launch_vehicle: known.vehicle,
    operator: agency?.operators[0]?.name ?? null,
    name: row.Mission ?? row.Flight,
  });
}
