/** What a program takes from one element set; angles in degrees, the mean motion in revolutions a day. */
export interface ReadSet {
  readonly norad_cat_id: number;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly epoch: number;
  readonly mean_motion: number;
  readonly eccentricity: number;
  readonly inclination: number;
  readonly mean_anomaly: number;
}

/** A text in columns of a line, counted from 0, as a number; throws if it is none, as `stod` and `toDouble` do. */
function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value)) throw new Error(`not a number: ${text}`);
  return value;
}

function integer(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw new Error(`not an integer: ${text}`);
  return Number(text);
}

function readable(read: () => ReadSet): ReadSet[] {
  try {
    return [read()];
  } catch {
    return [];
  }
}

/**
 * Look4Sat (`DataParser.kt` of 2026-09): every line but the first is split at commas, and read by position. The fraction of the second
 * has exactly six digits. A line that cannot be read is left out without a word.
 */
export function look4sat(text: string): ReadSet[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines.slice(1).flatMap((line) =>
    readable(() => {
      const cells = line.split(',');
      const epoch = cells[2]!;
      const part = (from: number, to: number) => integer(epoch.slice(from, to));
      const microseconds = epoch.slice(20, 26);
      if (microseconds.length < 6) throw new Error(`no microseconds: ${epoch}`);
      number(cells[14]!);
      return {
        name: cells[0]!,
        epoch:
          Date.UTC(part(0, 4), part(5, 7) - 1, part(8, 10), part(11, 13), part(14, 16), part(17, 19)) +
          integer(microseconds) / 1000,
        mean_motion: number(cells[3]!),
        eccentricity: number(cells[4]!),
        inclination: number(cells[5]!),
        mean_anomaly: number(cells[8]!),
        norad_cat_id: integer(cells[11]!),
      };
    }),
  );
}

/** SatDump 2 (`kepler_utils.cpp` of 2026-08): only lines that have exactly 17 cells between commas are read, by position. */
export function satdump2(text: string): ReadSet[] {
  return text.split('\n').flatMap((line) =>
    readable(() => {
      const cells = line.split(',');
      if (cells.length !== 17) throw new Error('not 17 cells');
      const time = /^(\d{1,4})-(\d\d?)-(\d\d?)T(\d\d?):(\d\d?):(\d+(?:\.\d+)?)/.exec(cells[2]!);
      if (!time) throw new Error(`no time: ${cells[2]}`);
      const [year, month, day, hour, minute, second] = time.slice(1).map(Number) as [
        number,
        ...[number, number, number, number, number],
      ];
      for (const place of [6, 7, 12, 13, 14, 15, 16]) number(cells[place]!);
      return {
        name: cells[0]!,
        epoch: Date.UTC(year, month - 1, day, hour, minute) + second * 1000,
        mean_motion: number(cells[3]!),
        eccentricity: number(cells[4]!),
        inclination: number(cells[5]!),
        mean_anomaly: number(cells[8]!),
        norad_cat_id: number(cells[11]!),
      };
    }),
  );
}

/** The set in two lines of a TLE. Years before 57 are of this century. */
function ofLines(name: string, line1: string, line2: string): ReadSet {
  const year = integer(line1.slice(18, 20));
  const start = Date.UTC((year < 57 ? 2000 : 1900) + year, 0, 1);
  return {
    name,
    norad_cat_id: integer(line1.slice(2, 7).trim()),
    epoch: start + (number(line1.slice(20, 32)) - 1) * 86_400_000,
    inclination: number(line2.slice(8, 16)),
    eccentricity: number(`0.${line2.slice(26, 33)}`),
    mean_anomaly: number(line2.slice(43, 51)),
    mean_motion: number(line2.slice(52, 63)),
  };
}

const checksum = (line: string) =>
  [...line.slice(0, -1)].reduce((sum, one) => sum + (one === '-' ? 1 : Number(/\d/.test(one) && one)), 0) % 10;

/**
 * SatDump 1 (`tle.cpp`): lines without blanks at their ends, empty ones left out; three of them are a set if the second and third begin
 * with their number and end with their checksum.
 */
export function satdump1(text: string): ReadSet[] {
  const sets: ReadSet[] = [];
  let window: string[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    window.push(line);
    if (window.length < 3) continue;
    const isSet = [1, 2].every((place) => {
      const one = window[place]!;
      return one.startsWith(String(place)) && /\d$/.test(one) && checksum(one) === Number(one.at(-1));
    });
    if (isSet) sets.push(ofLines(window[0]!, window[1]!, window[2]!));
    window = isSet ? [] : window.slice(1);
  }
  return sets;
}

/** KeepTrack (`catalog-loader.ts` of 2026-09): after one empty line at the end is dropped, every three lines are a set, whatever they say. */
export function keeptrack(text: string): ReadSet[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const plain = lines.map((line) => line.replace('\r', ''));
  if (!plain[1]?.startsWith('1 ')) throw new Error('not in the right form');
  const sets: ReadSet[] = [];
  for (let place = 0; place < plain.length; place += 3)
    sets.push(ofLines(plain[place]!.trim(), plain[place + 1]!, plain[place + 2]!));
  return sets;
}
