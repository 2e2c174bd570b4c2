/** A sequence of numbers that depends only on its seed (mulberry32). */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Pick = (below: number) => number;

/** Text that upstream files should not have, and that readers must handle. */
const pieces = [
  ...[
    '"',
    '""',
    '\n',
    '\r',
    '\r\n',
    '"\n"',
    ',',
    '\t',
    '\u0000',
    '\u202e',
    '\ufeff',
    '\u2028',
    "'",
    '\\',
    '{',
    '[',
    ']',
    '}',
  ],
  ...[
    '-',
    '?',
    'NaN',
    'Infinity',
    '1e999',
    '-1',
    '0',
    '999999999999',
    '2026-02-30',
    '9999-12-31',
    'null',
    '<b>',
    '=1+1',
  ],
  ...['\u{1f6f0}', 'é', 'x'.repeat(300), '9'.repeat(400), '../', '$1', '%', '; DROP TABLE claims', '\ud800'],
];

const replaced = (text: string, at: number, length: number, by: string) =>
  text.slice(0, at) + by + text.slice(at + length);

/** Changes of a file's text, by name. */
const mutations: Readonly<Record<string, (text: string, pick: Pick) => string>> = {
  'inserts a piece': (text, pick) => replaced(text, pick(text.length), 0, pieces[pick(pieces.length)]!),
  'inserts ten pieces': (text, pick) => {
    let changed = text;
    for (let count = 0; count < 10; count++)
      changed = replaced(changed, pick(changed.length), 0, pieces[pick(pieces.length)]!);
    return changed;
  },
  'replaces a cell': (text, pick) => {
    const start = pick(text.length);
    const at = text.slice(start).search(/[,\t"]/);
    const end = text.slice(start + at + 1).search(/[,\t"\r\n]/);
    return at < 0 || end < 0 ? text : replaced(text, start + at + 1, end, pieces[pick(pieces.length)]!);
  },
  'replaces one value everywhere': (text, pick) => {
    const cell = /[,\t"]([\w.+-]{2,12})(?=[,\t"\r\n])/.exec(text.slice(pick(text.length)))?.[1];
    return cell === undefined ? text : text.replaceAll(cell, pieces[pick(pieces.length)]!);
  },
  'removes bytes': (text, pick) => replaced(text, pick(text.length), 1 + pick(2000), ''),
  'cuts the end off': (text, pick) => text.slice(0, pick(text.length)),
  'repeats a part': (text, pick) => {
    const at = pick(text.length);
    return replaced(text, at, 0, text.slice(at, at + 1 + pick(5000)));
  },
  'repeats the file': (text) => text + text,
  'swaps two header cells': (text, pick) => {
    const end = text.indexOf('\n');
    const mark = text.startsWith('#') ? '\t' : ',';
    const cells = text.slice(0, end).split(mark);
    const [one, other] = [pick(cells.length), pick(cells.length)];
    [cells[one], cells[other]] = [cells[other]!, cells[one]!];
    return cells.join(mark) + text.slice(end);
  },
  'ends half of the lines with CRLF': (text) => {
    const middle = text.indexOf('\n', text.length / 2);
    return text.slice(0, middle).replaceAll(/\r?\n/g, '\r\n') + text.slice(middle).replaceAll(/\r?\n/g, '\n');
  },
  'ends lines with CR': (text) => text.replaceAll(/\r?\n/g, '\r'),
  'is empty': () => '',
  'is a web page': () => '<!DOCTYPE html><html><body>Busy</body></html>\n',
  'moves every date': (text) => text.replaceAll(/\b20(\d\d)-/g, '21$1-'),
  'negates every number': (text) => text.replaceAll(/([,\t])(\d)/g, '$1-$2'),
};
const names = Object.keys(mutations);

/** One mutation of a file's text, and its name. */
export function mutated(text: string, pick: Pick): { readonly how: string; readonly text: string } {
  const how = names[pick(names.length)]!;
  return { how, text: mutations[how]!(text, pick) };
}
