import { element } from '../../../dom/element.ts';
import { megahertz, passFrequencies } from '../../../orbit/observation/doppler.ts';
import type { Interval } from '../../../orbit/observation/passes.ts';
import type { Transmitter } from '../../../schema/objects/transmitter.ts';
import type { TimeWords } from '../../sky/page/pass-words.ts';
import type { NightPass } from '../../sky/page/sky-objects.ts';
import { clockIn, highestCell, riseCell, stackedTable } from '../../sky/page/sky-tables.ts';

/** Transmitters of an object that a row has room for. */
const MAX_TRANSMITTERS = 4;

/** Passes of objects with transmitters in the chosen bands, with the frequencies from rise to set. */
export function radioTable(
  passes: readonly NightPass[],
  heard: ReadonlyMap<number, readonly Transmitter[]>,
  span: Interval,
  words: TimeWords,
): HTMLTableElement {
  const clock = clockIn(words);
  const rows = passes.map((pass) => {
    const { id, name, rise, culmination, set } = pass;
    const transmitters = heard.get(id) ?? [];
    const left = transmitters.length - MAX_TRANSMITTERS;
    return element(
      'tr',
      { 'data-id': String(id), 'data-at': String(rise.at) },
      riseCell(rise, span, clock),
      element('td', { class: 'name' }, element('a', { href: `/satellites/${id}#radio` }, name)),
      highestCell(culmination, clock),
      element('td', { class: 'wide' }, set.at < span.to ? clock(set.at) : 'still up'),
      element(
        'td',
        { class: 'frequencies whole' },
        ...transmitters.slice(0, MAX_TRANSMITTERS).map((one) => frequencyLine(one, pass)),
        ...(left > 0 ? [element('p', {}, `and ${left} more`)] : []),
      ),
    );
  });
  const heads = ['Rises', 'Object', 'Highest', ['Sets', 'wide'], 'Listen at (MHz), from rise to set'] as const;
  return stackedTable(`Passes that can be heard, times in ${words.zone}`, heads, rows);
}

/** `145.8036 → 145.7964 FM, Voice repeater` */
function frequencyLine(transmitter: Transmitter, pass: NightPass): HTMLElement {
  const { rise, set } = passFrequencies(transmitter, pass);
  const { mode, description, downlink_high_hz } = transmitter;
  const about = [mode, description, downlink_high_hz === null ? null : 'middle of the band'].filter(Boolean).join(', ');
  return element(
    'p',
    {},
    element('span', { class: 'code' }, `${megahertz(rise.downlink_hz!)} → ${megahertz(set.downlink_hz!)}`),
    ' ',
    element('small', { class: 'soft' }, about),
  );
}
