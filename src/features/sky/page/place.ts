import { type City, cities } from './cities.ts';
import { STORAGE_KEY } from './place-key.ts';

/** A place on the Earth at sea level: degrees (WGS-84), north and east positive. */
export interface Place {
  /** The name that the person typed or chose; null if only the coordinates are known. */
  readonly name: string | null;
  readonly lat: number;
  readonly lon: number;
}

const degrees = (value: number) => Math.round(value * 10_000) / 10_000;
const onEarth = (lat: number, lon: number, name: string | null = null): Place | null =>
  Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { name, lat: degrees(lat), lon: degrees(lon) } : null;

/** Names without accents and case: `sao paulo` is São Paulo. */
const folded = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replace(/[^a-z]+/g, ' ')
    .trim();

/** Parses a typed place: a known city, coordinates (`52.5, 13.4`, `33.9° S 151.2° E`, `52°31′N 13°24′E`) or a locator (`JO62qm`). */
export function parsePlace(text: string): Place | null {
  const trimmed = text.trim();
  return parseLocator(trimmed) ?? parseCoordinates(trimmed) ?? cityNamed(trimmed);
}

/** A city by its name, or by a prefix that only one city has; a prefix with digits never matches: it is mistyped coordinates. */
function cityNamed(text: string): City | null {
  const name = folded(text);
  if (name === '') return null;
  const exact = cities.find((city) => folded(city.name) === name);
  if (exact || /\d/.test(text)) return exact ?? null;
  const begun = cities.filter((city) => folded(city.name).startsWith(name));
  return begun.length === 1 ? begun[0]! : null;
}

const angle =
  /([NSEW])?\s*([+-]?\d+(?:\.\d+)?)\s*°?\s*(?:(\d+(?:\.\d+)?)\s*['′]\s*)?(?:(\d+(?:\.\d+)?)\s*["″]\s*)?([NSEW])?/;
const pair = new RegExp(`^${angle.source}(?:\\s*[,;/]\\s*|\\s+|(?<=[NSEW]))${angle.source}$`, 'i');

function parseCoordinates(text: string): Place | null {
  // 52,5 13,4: decimal commas, if white space or a semicolon separates the numbers.
  const plain = text.replaceAll('−', '-').replace(/^([+-]?\d+),(\d+)([\s;]+)([+-]?\d+),(\d+)$/, '$1.$2$3$4.$5');
  const found = pair.exec(plain);
  if (!found) return null;
  const [first, second] = [readAngle(found.slice(1, 6)), readAngle(found.slice(6, 11))];
  if (!first || !second) return null;
  const isLongitude = ({ letter }: { letter: string }) => letter === 'E' || letter === 'W';
  const isLatitude = ({ letter }: { letter: string }) => letter === 'N' || letter === 'S';
  if (isLongitude(first) && isLatitude(second)) return onEarth(second.value, first.value);
  if (isLongitude(first) || isLatitude(second)) return null;
  return onEarth(first.value, second.value);
}

/** One angle of a pair; null if it has 60 or more minutes or seconds, or two letters. */
function readAngle(parts: readonly (string | undefined)[]): { value: number; letter: string } | null {
  const [before, whole, minutes = '0', seconds = '0', after] = parts;
  if (before && after) return null;
  if (Number(minutes) >= 60 || Number(seconds) >= 60) return null;
  const letter = (before ?? after ?? '').toUpperCase();
  const size = Math.abs(Number(whole)) + Number(minutes) / 60 + Number(seconds) / 3600;
  const negative = whole!.startsWith('-') !== (letter === 'S' || letter === 'W');
  return { value: negative ? -size : size, letter };
}

/** The middle of the field of a Maidenhead locator of 4, 6 or 8 characters; null if the text is not a locator. */
function parseLocator(text: string): Place | null {
  if (!/^[A-R]{2}\d{2}([A-X]{2}(\d{2})?)?$/i.test(text)) return null;
  const code = text.toUpperCase();
  const letter = (index: number) => code.charCodeAt(index) - 65;
  const digit = (index: number) => Number(code[index]);
  let [lon, lat] = [letter(0) * 20 + digit(2) * 2 - 180, letter(1) * 10 + digit(3) - 90];
  let [width, height] = [2, 1];
  if (code.length >= 6) {
    [width, height] = [width / 24, height / 24];
    lon += letter(4) * width;
    lat += letter(5) * height;
  }
  if (code.length === 8) {
    [width, height] = [width / 10, height / 10];
    lon += digit(6) * width;
    lat += digit(7) * height;
  }
  const name = code.slice(0, 4) + code.slice(4).toLowerCase();
  return onEarth(lat + height / 2, lon + width / 2, name);
}

/** The Maidenhead locator of a place, six characters. */
export function locatorOf({ lat, lon }: Pick<Place, 'lat' | 'lon'>): string {
  const [east, north] = [Math.min(lon + 180, 359.999_999), Math.min(lat + 90, 179.999_999)];
  const letter = (value: number, of: string) => String.fromCharCode(of.charCodeAt(0) + Math.floor(value));
  return [
    letter(east / 20, 'A'),
    letter(north / 10, 'A'),
    Math.floor((east % 20) / 2),
    Math.floor(north % 10),
    letter((east % 2) * 12, 'a'),
    letter((north % 1) * 24, 'a'),
  ].join('');
}

/** `52.52° N, 13.41° E`. */
export function coordinateWords({ lat, lon }: Pick<Place, 'lat' | 'lon'>): string {
  const part = (value: number, positive: string, negative: string) =>
    `${Math.abs(value).toFixed(2)}° ${value < 0 ? negative : positive}`;
  return `${part(lat, 'N', 'S')}, ${part(lon, 'E', 'W')}`;
}

/** The place that was chosen in this browser; null if there is none, or if the browser has no local storage. */
export function storedPlace(): Place | null {
  try {
    const { name, lat, lon } = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as Place;
    if (typeof lat !== 'number' || typeof lon !== 'number') return null;
    return onEarth(lat, lon, typeof name === 'string' ? name : null);
  } catch {
    return null;
  }
}

/** Stores the place in this browser; null removes it. */
export function storePlace(place: Place | null): void {
  try {
    if (place) localStorage.setItem(STORAGE_KEY, JSON.stringify(place));
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without local storage, the place is lost when the page is left.
  }
}
