import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export const any = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!;
const length = 20_000;

/** What is asked of a release, 20,000 paths of each kind: random objects, random filters, searches that seldom repeat. */
export function askedOf(home: string) {
  const records = new DatabaseSync(join(home, 'current', 'records.sqlite'), { readOnly: true });
  const ids = (where: string) =>
    records
      .prepare(`SELECT norad_cat_id FROM objects ${where}`)
      .all()
      .map((row) => row['norad_cat_id'] as number);
  const all = ids('');
  const withElements = ids('WHERE elements IS NOT NULL');
  const names = records
    .prepare("SELECT summary ->> 'name' AS name FROM objects WHERE norad_cat_id % 13 = 0")
    .all()
    .map((row) => String(row['name']));
  records.close();
  const paths = (from: readonly number[], end: string) =>
    Array.from({ length }, () => `/api/v1/satellites/${any(from)}${end}`);
  return {
    records: (end: string) => paths(all, end),
    elements: (end: string) => paths(withElements, end),
    pages: () => Array.from({ length }, () => `/satellites/${any(all)}`),
    lists: () => Array.from({ length }, randomList),
    searches: () => Array.from({ length }, () => `/api/v1/search?q=${encodeURIComponent(randomSearch(all, names))}`),
  };
}

function randomList(): string {
  const query = new URLSearchParams();
  const maybe = (name: string, values: readonly (string | number)[]) => {
    if (Math.random() < 0.4) query.set(name, String(any(values)));
  };
  maybe('orbit_class', ['LEO', 'MEO', 'GEO', 'HEO']);
  maybe('status', ['OPERATIONAL', 'NONOPERATIONAL', 'DECAYED', 'UNKNOWN']);
  maybe('object_class', ['PAYLOAD', 'ROCKET_BODY', 'DEBRIS']);
  maybe('country', ['US', 'RU', 'CN', 'FR', 'JP']);
  maybe('active', ['true', 'false']);
  maybe('min_inclination_deg', [10, 45.5, 51.6, 70, 97.2]);
  maybe('launched_after', ['1970-01-01', '1999-05-06', '2019-05-24', '2024-02-29']);
  maybe('sort', ['name', '-launch_date', 'apogee_km', '-updated_at']);
  query.set('offset', String(Math.floor(Math.random() * 2000)));
  return `/api/v1/satellites?${query}`;
}

/** As people search: a number, a whole name, its beginning, one of its words, and one in five of the texts misspelt. */
function randomSearch(ids: readonly number[], names: readonly string[]): string {
  if (Math.random() < 0.2) return String(any(ids));
  const name = any(names).toLowerCase();
  const words = name.split(' ');
  const typed = any([name, words.slice(0, 2).join(' '), any(words), name.slice(0, 3 + Math.floor(Math.random() * 6))]);
  if (Math.random() >= 0.2 || typed.length < 5) return typed;
  const at = 1 + Math.floor(Math.random() * (typed.length - 2));
  return typed.slice(0, at) + typed.slice(at + 1);
}
