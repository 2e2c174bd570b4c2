/** What the sample's writers consume: rows with upstream's own column names, as text. */
export type Row = Record<string, string>;

export const FIRST = '2026-08-21T22:41:00Z';
export const SECOND = '2026-08-22T13:01:00Z';

/** A reason for an object's elements to differ from the propagated ones in the second snapshot. */
export interface Manoeuvre {
  raiseKm?: number;
  tiltDeg?: number;
}

export interface Orbit {
  apogee: number;
  perigee: number;
  inclination: number;
}

export interface Gp {
  files: ('active' | 'stations' | 'cosmos-2251-debris')[];
  /** Sub-satellite longitude, for geosynchronous objects. */
  longitude?: number;
  /** Takes the elements of another object (docked modules). */
  like?: number;
  bstar?: number;
  argp?: number;
  /** Age of the first epoch in days; otherwise 2 to 22 hours. */
  ageDays?: number;
  second?: 'newer' | 'same' | 'gone' | 'added';
  manoeuvre?: Manoeuvre;
}

export interface SatcatObject {
  id: number;
  cospar: string;
  name: string;
  type: string;
  ops: string;
  owner: string;
  launch: string;
  site: string;
  decay?: string;
  orbit?: Orbit;
  rcs?: string;
  data?: string;
  center?: string;
  orbitType?: string;
  gp?: Gp;
  /** What the second snapshot says otherwise; `added` rows are absent from the first. */
  second?: Partial<SatcatObject>;
  added?: boolean;
}

export interface SatnogsSeed {
  satId: string;
  norad: number | null;
  name: string;
  names?: string;
  status: string;
  operator?: string;
  countries?: string;
  website?: string;
  image?: string;
  launched?: string;
  decayed?: string;
  deployed?: string;
  follow?: number;
  citation?: string;
}

/** Reads a table written with `|` between columns; the first line names them. */
export function table(text: string): Row[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const names = (lines[0] ?? '').split('|').map((name) => name.trim());
  return lines.slice(1).map((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    if (cells.length !== names.length)
      throw new Error(`table row of ${cells.length} cells, not ${names.length}: ${line}`);
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  });
}

/** A cell of a table row; '' where the table has no such column. */
export const cell = (row: Row, name: string): string => row[name] ?? '';

/** A number of [0, 1) that depends on nothing but its key: adding an object moves no other. */
export function random(key: string): number {
  let hash = 2166136261;
  for (const char of key) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909) >>> 0;
  return ((hash ^ (hash >>> 16)) >>> 0) / 4294967296;
}

export const between = (key: string, low: number, high: number): number => low + (high - low) * random(key);
