import { element } from '../../../dom/element.ts';
import { isMarked } from '../../../orbit/observation/pass-brightness.ts';
import { compassPoint } from '../../../orbit/observation/pass-calendar.ts';
import type { Interval, PassMoment } from '../../../orbit/observation/passes.ts';
import { withMinus } from '../../../schema/plain-text.ts';
import { heightWords, type TimeWords } from './pass-words.ts';
import type { Above, NightPass } from './sky-objects.ts';

export const count = (value: number) => value.toLocaleString('en-US');
/** The head of a column: a text, or a text and the class of the column. */
type Head = string | readonly [text: string, column: string];

export function table(caption: string, heads: readonly Head[], ...bodies: HTMLTableSectionElement[]): HTMLTableElement {
  const cells = heads.map((head) => {
    const [text, column = null] = typeof head === 'string' ? [head] : head;
    return element('th', { scope: 'col', class: column }, text);
  });
  return element(
    'table',
    {},
    element('caption', { class: 'unseen' }, caption),
    element('thead', {}, element('tr', {}, ...cells)),
    ...bodies,
  );
}

/** A table whose rows are blocks of lines on a small screen. */
export function stackedTable(caption: string, heads: readonly Head[], rows: readonly HTMLTableRowElement[]) {
  const made = table(caption, heads, element('tbody', {}, ...rows));
  made.className = 'stacked';
  return made;
}

const objectLink = (id: number, name: string) => element('a', { href: `/satellites/${id}#passes` }, name);

/** The current position of an object as text: `64° in the S, 820 km away, in sunlight`. */
export function rowWords({ azimuth_deg, elevation_deg, range_km, sunlit }: Above, row: number): string {
  const where = heightWords({ azimuth_deg: azimuth_deg[row]!, elevation_deg: elevation_deg[row]! });
  return `${where}, ${count(Math.round(range_km[row]!))} km away, ${sunlit[row] ? 'in sunlight' : 'in shadow'}`;
}

/** The highest objects now. */
export function aboveTable(above: Above, most: number): HTMLTableElement {
  const rows = above.ids
    .slice(0, most)
    .map((id, row) =>
      element(
        'tr',
        { class: above.sunlit[row] && above.sun <= -6 ? 'seen' : null },
        element('td', { class: 'name' }, objectLink(id, above.names[row]!)),
        element('td', { class: 'number' }, `${Math.round(above.elevation_deg[row]!)}°`),
        element('td', {}, compassPoint(above.azimuth_deg[row]!)),
        element('td', { class: 'number', 'data-head': 'km' }, count(Math.round(above.range_km[row]!))),
        element('td', { class: 'light' }, above.sunlit[row] ? 'sunlit' : 'shadow'),
      ),
    );
  const heads = ['Object', ['Height', 'number'], 'Azimuth', ['km', 'number'], 'Light'] as const;
  return stackedTable('Objects above you now, the highest first', heads, rows);
}

/** Writes times as elements: `21:04`. */
export const clockIn = (words: TimeWords) => (at: number) =>
  element('time', { datetime: new Date(at).toISOString() }, words.time(at).slice(0, 5));
export type Clock = (at: number) => HTMLElement;

/** `21:04–21:07, 21:09–21:10`: when a pass is visible. */
export const visibleSpans = (visible: readonly Interval[], clock: Clock): (Node | string)[] =>
  visible.flatMap(({ from, to }, index) => [...(index > 0 ? [', '] : []), clock(from), '–', clock(to)]);

/** `−1.8` */
export const magnitudeWords = (magnitude: number): string => withMinus(magnitude.toFixed(1));

/** ` SSW` */
export const direction = ({ azimuth_deg }: PassMoment): [string, Node] => [
  ' ',
  element('span', { class: 'direction' }, compassPoint(azimuth_deg)),
];

/** Time and direction of an object's rise; empty if the object is up at the beginning of the window. */
export const riseCell = (rise: PassMoment, { from }: Interval, clock: Clock) =>
  rise.at > from
    ? element('td', { 'data-head': 'rises' }, clock(rise.at), ...direction(rise))
    : element('td', {}, 'up', ...direction(rise));

/** The highest point of a pass. */
export const highestCell = (top: PassMoment, clock: Clock) =>
  element(
    'td',
    { 'data-head': 'highest' },
    clock(top.at),
    ' ',
    element('b', {}, `${Math.round(top.elevation_deg)}°`),
    ...direction(top),
  );

/**
 * The brightest passes of a night: `21:02–21:06 ISS (ZARYA), highest 64° in the S, magnitude about −3.5`. The times are those when it is
 * visible.
 */
export const bestList = (passes: readonly NightPass[], words: TimeWords): HTMLElement[] =>
  passes.map(({ id, name, culmination, visible, magnitude }) =>
    element(
      'li',
      {},
      ...visibleSpans(visible, clockIn(words)),
      ' ',
      objectLink(id, name),
      `, highest ${heightWords(culmination)}, magnitude about ${magnitudeWords(magnitude!)}`,
    ),
  );

/** Passes of a night; a pass that is in progress when the night begins or ends has no rise or set there. */
export function nightTable(passes: readonly NightPass[], night: Interval, words: TimeWords): HTMLTableElement {
  const clock = clockIn(words);
  const rows = passes.map(({ id, name, docked, rise, culmination, set, visible, magnitude }) =>
    element(
      'tr',
      { class: isMarked({ visible, magnitude }) ? 'seen' : null, 'data-id': String(id), 'data-at': String(rise.at) },
      riseCell(rise, night, clock),
      element('td', { class: 'name' }, objectLink(id, name), ...(docked > 0 ? [` with ${docked} docked`] : [])),
      highestCell(culmination, clock),
      element('td', { class: 'wide' }, set.at < night.to ? clock(set.at) : 'still up', ...direction(set)),
      element(
        'td',
        { class: 'number', 'data-head': 'magnitude' },
        magnitude === null ? (visible.length > 0 ? 'unknown' : '—') : magnitudeWords(magnitude),
      ),
      element('td', { class: 'light' }, ...(visible.length === 0 ? ['not visible'] : visibleSpans(visible, clock))),
    ),
  );
  const heads = ['Rises', 'Object', 'Highest', ['Sets', 'wide'], ['Mag.', 'number'], 'Visible'] as const;
  return stackedTable(`Passes of the night, times in ${words.zone}`, heads, rows);
}
