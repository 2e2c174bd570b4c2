import { element } from '../../../../dom/element.ts';
import { isMarked } from '../../../../orbit/observation/pass-brightness.ts';
import { compassPoint } from '../../../../orbit/observation/pass-calendar.ts';
import type { PassMoment } from '../../../../orbit/observation/passes.ts';
import type { TimeWords } from '../pass-words.ts';
import { type Clock, direction, magnitudeWords, table, visibleSpans } from '../sky-tables.ts';
import type { DrawnPass } from './pass-search.ts';

/** Contents of a table of passes, and the callback for a chosen pass. */
export interface PassTable {
  readonly passes: readonly DrawnPass[];
  readonly words: TimeWords;
  /** The window that was searched: a pass cut off by it has no rise or set there. */
  readonly window: { readonly from: number; readonly to: number };
  readonly caption: string;
  readonly chosen: DrawnPass | null;
  choose(pass: DrawnPass): void;
}

/** Passes by day, a row each. The first cell is the button that shows the pass on the chart. */
export function passTable({ passes, words, window, caption, chosen, choose }: PassTable): HTMLTableElement {
  const clock = secondsClock(words);
  const days = Map.groupBy(passes, ({ rise }) => words.day(rise.at));
  const bodies = [...days].map(([day, ofDay]) => {
    const head = element('tr', { class: 'day' }, element('th', { colspan: '4', scope: 'rowgroup' }, day));
    return element('tbody', {}, head, ...ofDay.map(rowOf));
  });
  return table(caption, ['Rises', 'Highest', 'Sets', 'Visible'], ...bodies);

  function rowOf(pass: DrawnPass): HTMLTableRowElement {
    const { rise, culmination, set } = pass;
    const pressed = pass === chosen;
    const begun = rise.at <= window.from;
    const button = element(
      'button',
      { type: 'button', 'aria-pressed': String(pressed), title: 'Show on the chart' },
      begun ? 'up already' : clock(rise.at),
    );
    const row = element(
      'tr',
      { class: isMarked(pass) ? 'seen' : null, 'data-at': String(rise.at) },
      element('td', {}, button, ...direction(rise)),
      element('td', {}, clock(culmination.at), ' ', height(culmination)),
      element('td', {}, ...(set.at >= window.to ? ['still up'] : [clock(set.at), ...direction(set)])),
      element('td', { class: 'light' }, ...lightOf(pass, clock)),
    );
    row.addEventListener('click', () => choose(pass));
    return row;
  }
}

/** Formats times with seconds, which narrow screens hide. */
const secondsClock = (words: TimeWords) => (at: number) => {
  const text = words.time(at);
  return element(
    'time',
    { datetime: new Date(at).toISOString() },
    text.slice(0, 5),
    element('span', { class: 'seconds' }, text.slice(5)),
  );
};
const height = ({ azimuth_deg, elevation_deg }: PassMoment) =>
  element(
    'span',
    { class: 'direction' },
    element('b', {}, `${Math.round(elevation_deg)}°`),
    ` ${compassPoint(azimuth_deg)}`,
  );

/** When a pass is visible and how bright it is, or why it is not visible. */
function lightOf({ visible, eclipse, culmination, magnitude }: DrawnPass, clock: Clock): (Node | string)[] {
  if (visible.length > 0)
    return [
      ...visibleSpans(visible, clock),
      ' ',
      element('span', { class: 'magnitude' }, `mag ${magnitude === null ? 'unknown' : magnitudeWords(magnitude)}`),
    ];
  const shadowed = eclipse.some(({ from, to }) => from <= culmination.at && culmination.at <= to);
  return [shadowed ? 'in shadow' : 'daylight'];
}
