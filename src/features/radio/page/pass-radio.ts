import { element } from '../../../dom/element.ts';
import { frequencyPair, megahertz, passFrequencies, wholeFrequencies } from '../../../orbit/observation/doppler.ts';
import type { Pass, PassMoment } from '../../../orbit/observation/passes.ts';
import type { PassData } from '../../sky/page/passes/pass-data.ts';
import { table } from '../../sky/page/sky-tables.ts';

type PassTransmitter = PassData['transmitters'][number];

const directions = [
  { link: 'downlink_hz', head: 'Listen (MHz)', words: 'listen at' },
  { link: 'uplink_hz', head: 'Send (MHz)', words: 'send at' },
] as const;

/** The frequencies to listen and send at: at the rise, the highest point and the set of a pass. */
export function frequencyTable({ link, source }: PassTransmitter, pass: Pass): Node[] {
  const frequencies = passFrequencies(link, pass);
  const used = directions.filter((one) => frequencies.rise[one.link] !== null);
  const rows = (['rise', 'culmination', 'set'] as const).map((moment) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, { rise: 'Rise', culmination: 'Highest', set: 'Set' }[moment]),
      ...used.map((one) => element('td', { class: 'code' }, megahertz(frequencies[moment][one.link]!))),
    ),
  );
  const heads = ['Moment', ...used.map(({ head }) => head)];
  return [
    table('Frequencies, corrected for the Doppler shift', heads, element('tbody', {}, ...rows)),
    element('small', { class: 'soft' }, source),
  ];
}

/** `, listen at 145.9512 MHz, send at 432.1465 MHz`: the current frequencies. */
export function tunedWords({ link }: PassTransmitter, { range_rate_km_s }: PassMoment): string {
  const now = wholeFrequencies(frequencyPair(link), link, range_rate_km_s);
  return directions
    .map((one) => (now[one.link] === null ? '' : `, ${one.words} ${megahertz(now[one.link]!)} MHz`))
    .join('');
}
