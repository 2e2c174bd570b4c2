import { element } from '../../../dom/element.ts';
import { plural, withMinus, withSign } from '../../../schema/plain-text.ts';
import { computedOf, nothingComputed } from '../../sky/page/not-computed.ts';
import { count, stackedTable } from '../../sky/page/sky-tables.ts';
import { candidatesNote, nothingComparedNote } from '../identified.ts';
import type { Wcs } from '../wcs.ts';
import { fieldChart, trackWords } from './field-chart.ts';
import type { NamedCandidate, PageTrack } from './field-worker.ts';
import type { FieldAnswer } from './sky-questions.ts';

/** Never 0 or 100 %, because the result is never certain. */
function percent(value: number): string {
  if (value < 0.001) return '< 0.1 %';
  if (value > 0.999) return '> 99.9 %';
  return `${(100 * value).toFixed(value < 0.1 || value > 0.9 ? 1 : 0)} %`;
}
const timeText = (time: number) => new Date(Math.round(time)).toISOString().slice(11, 22);
const link = (id: number, name: string) => element('a', { href: `/satellites/${id}` }, name);
const magnitudeText = (magnitude: number | null) => (magnitude === null ? '—' : withMinus(magnitude.toFixed(1)));

/** The number of objects that were not searched, as a sentence. */
const leftOut = (tooOld: number, withoutPosition: number) =>
  `Not compared: ${plural(tooOld, 'object')} with elements that are too old for this time, ${count(withoutPosition)} whose elements are no orbit then, and whatever has no elements.`;

/** The candidates for a streak, with their residuals. */
export function streakAnswer({ found, none, candidates }: FieldAnswer & { kind: 'streak' }): Node[] {
  const { compared, tooOld, withoutPosition } = found;
  const omitted = leftOut(tooOld.length, withoutPosition.length);
  if (none === null)
    return [
      element('h2', {}, 'Candidates'),
      element('p', { class: 'identify-none' }, element('b', {}, nothingComparedNote)),
      element('p', { class: 'soft' }, omitted),
    ];
  const timed = found.streak.speed_arcsec_s !== null;
  const row = ({ id, name, probability, near, facts, magnitude }: NamedCandidate) =>
    element(
      'tr',
      {},
      element('td', { class: 'name' }, link(id, name)),
      element('td', { class: 'number', 'data-head': 'probability' }, percent(probability)),
      element('td', { class: 'number', 'data-head': 's late' }, withSign(near.late / 1000, 2)),
      element('td', { class: 'number', 'data-head': '″ beside' }, withSign(near.cross_deg * 3600, 0)),
      element('td', { class: 'number', 'data-head': '° turned' }, withSign(near.turn_deg, 2)),
      ...(timed
        ? [element('td', { class: 'number', 'data-head': 'speed ratio' }, (near.speed_ratio ?? Number.NaN).toFixed(3))]
        : []),
      element('td', { class: 'number', 'data-head': 'days old' }, facts.age_days.toFixed(1)),
      element('td', { 'data-head': 'light' }, near.sunlit ? 'sunlit' : 'shadow'),
      element('td', { class: 'number', 'data-head': 'magnitude' }, magnitudeText(magnitude)),
    );
  const heads = [
    'Object',
    ['Probability', 'number'],
    ['Late, s', 'number'],
    ['Beside, ″', 'number'],
    ['Turned, °', 'number'],
    ...(timed ? [['Speed ratio', 'number'] as const] : []),
    ['Elements, days', 'number'],
    'Light',
    ['Magnitude', 'number'],
  ] as const;
  return [
    element('h2', {}, 'Candidates'),
    element(
      'p',
      { class: 'identify-none' },
      element('b', {}, `${percent(none)} that none of the objects with elements made it.`),
      ` ${count(compared)} came near the streak around that time.`,
    ),
    ...(candidates.length > 0
      ? [
          element(
            'div',
            { class: 'sky-table' },
            stackedTable('Candidates, the most probable first', heads, candidates.map(row)),
          ),
        ]
      : []),
    element(
      'p',
      { class: 'soft' },
      'Late: how much later the object was at the middle of the streak. Beside: its distance from the middle then, positive if the streak is to the left of its motion. Turned: its direction less that of the streak. Elements: how old its elements were; the older, the farther off it may be.',
    ),
    element('p', { class: 'soft' }, `${candidatesNote} ${omitted}`),
  ];
}

/** The tracks in an image, as a chart and as a table. */
export function tracksAnswer(
  { tracks, count: all, tooOld, withoutPosition }: FieldAnswer & { kind: 'tracks' },
  wcs: Wcs,
): Node[] {
  const nothing = nothingComputed(computedOf(all, tooOld, withoutPosition));
  const caption = element('p', { role: 'status' });
  const idle =
    tracks.length === 0
      ? `${nothing ?? 'No object with elements crosses the image'}.`
      : 'Point at a track, or tap it, for its name.';
  caption.textContent = idle;
  const rows = tracks.map((track, n) => {
    const [entry, exit] = [track.sights[0]!, track.sights.at(-1)!];
    return element(
      'tr',
      { 'data-row': String(n) },
      element('td', { class: 'number' }, String(n + 1)),
      element('td', { class: 'name' }, link(track.id, track.name)),
      element('td', { class: 'time', 'data-head': 'in' }, timeText(entry.at)),
      element('td', { class: 'time', 'data-head': 'out' }, timeText(exit.at)),
      element('td', { class: 'number', 'data-head': '″/s' }, count(Math.round(track.speed_arcsec_s))),
      element('td', { class: 'number', 'data-head': '± ″' }, uncertaintyText(track)),
      element('td', { class: 'number', 'data-head': 'days old' }, track.age_days.toFixed(1)),
      element('td', { 'data-head': 'light' }, track.sunlit ? 'sunlit' : 'shadow'),
      element('td', { class: 'number', 'data-head': 'magnitude' }, magnitudeText(track.magnitude)),
    );
  });
  const show = (n: number | null) => {
    for (const [at, row] of rows.entries()) row.classList.toggle('seen', at === n);
    if (n === null) caption.textContent = idle;
    else caption.replaceChildren(...trackWords(tracks[n]!, wordsOf(tracks[n]!)));
  };
  const heads = [
    ['No.', 'number'],
    'Object',
    'In, UTC',
    'Out, UTC',
    ['″/s', 'number'],
    ['± ″', 'number'],
    ['Elements, days', 'number'],
    'Light',
    ['Magnitude', 'number'],
  ] as const;
  return [
    element('h2', {}, plural(tracks.length, 'track')),
    element('figure', { class: 'field-figure' }, fieldChart(wcs, tracks, show), element('figcaption', {}, caption)),
    ...(tracks.length > 0
      ? [element('div', { class: 'sky-table' }, stackedTable('Tracks, by time of entry', heads, rows))]
      : []),
    element(
      'p',
      { class: 'soft' },
      'Right ascensions and declinations are ICRS, topocentric, with light time; aberration is left out, so a track may lie up to 21″ from its place among catalog stars. The error along a track (±) is what two of three positions of this age do not exceed, by the object’s own earlier elements or by those of objects like it: often more than the image is wide. A dash means that it is not measured, not that it is exact. An object in shadow leaves no streak.',
    ),
    element(
      'p',
      { class: 'soft' },
      `Computed, not observed. Aircraft, balloons, and meteors are not considered. ${leftOut(tooOld, withoutPosition)}`,
    ),
  ];
}

const uncertaintyText = ({ uncertainty_arcsec }: PageTrack) =>
  uncertainty_arcsec === null ? '—' : count(Number(uncertainty_arcsec.toPrecision(2)));

function wordsOf(track: PageTrack): string {
  const [entry, exit] = [track.sights[0]!, track.sights.at(-1)!];
  const light = track.sunlit ? 'sunlit' : 'in the shadow of the Earth';
  return `${timeText(entry.at)} to ${timeText(exit.at)} UTC, ${count(Math.round(track.speed_arcsec_s))}″/s, ${light}`;
}
