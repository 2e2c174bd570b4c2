import { element } from '../../../dom/element.ts';
import { plural } from '../../../schema/plain-text.ts';
import { computedOf, nothingComputed, partNotComputed } from '../../sky/page/not-computed.ts';
import { heightWords, type TimeWords } from '../../sky/page/pass-words.ts';
import { count, magnitudeWords } from '../../sky/page/sky-tables.ts';
import { sightingLimits } from '../explain-sighting.ts';
import { alternatives, type Reason } from '../sighting-words.ts';
import type { PlanetSeen } from '../sightings.ts';
import type { SightingCandidate } from './field-worker.ts';
import type { FieldAnswer } from './sky-questions.ts';

const link = ({ id, name }: { id: number; name: string }) => element('a', { href: `/satellites/${id}#passes` }, name);

/** The answer to a sighting: a sentence for the status, and the candidates with the reasons for and against each. */
export function sightingAnswer(
  found: Extract<FieldAnswer, { kind: 'sighting' }>,
  words: TimeWords,
): { summary: string; content: Node[] } {
  const { candidates, fitting, planets, sun_deg, faintest, count: all, tooOld, withoutPosition } = found;
  const computed = computedOf(all, tooOld, withoutPosition);
  const nothing = nothingComputed(computed);
  const fittingPlanets = planets.filter(({ fits }) => fits);
  const light =
    sun_deg > 0
      ? 'It was day: only what is as bright as Venus can be seen then.'
      : `The Sun was ${Math.abs(sun_deg).toFixed(0)}° below your horizon; fainter than magnitude ${magnitudeWords(faintest)} was not considered.`;
  return {
    summary:
      fitting === 0
        ? `${nothing ?? 'Nothing in the catalog of known size fits this description'}.${nothing ? '' : partNotComputed(computed)} ${light}`
        : `${plural(fitting, 'cataloged object fits', 'cataloged objects fit')}${fitting > candidates.length ? `; the best ${candidates.length} are listed` : ''}. ${light}`,
    content: [
      ...(candidates.length > 0
        ? [element('ol', { class: 'sightings' }, ...candidates.map((one) => candidateItem(one, words)))]
        : []),
      element('h3', {}, candidates.length > 0 ? 'Or it was none of these' : 'What it may have been'),
      element(
        'ul',
        {},
        ...fittingPlanets.map((planet) => element('li', {}, planetWords(planet))),
        ...alternatives.map((text) => element('li', {}, text)),
      ),
      element(
        'p',
        { class: 'soft' },
        `${sightingLimits}. Not considered here: ${plural(found.unknownMagnitude, 'sunlit object')} of unknown size above the horizon, ${count(found.tooOld)} with elements that are too old for this time, ${count(found.withoutPosition)} whose elements are no orbit then. `,
        element('a', { href: '/docs/field-of-view/#what-did-i-see' }, 'Method and limits'),
      ),
    ],
  };
}

const planetWords = (planet: PlanetSeen): Node =>
  element(
    'b',
    {},
    `${planet.name}: ${heightWords(planet)} at that time, magnitude ${magnitudeWords(planet.magnitude)}, if the light stayed in its place`,
  );

function candidateItem(one: SightingCandidate, words: TimeWords): HTMLElement {
  return element(
    'li',
    {},
    element('h3', {}, link(one)),
    element(
      'p',
      {},
      `${words.time(one.at)}, ${heightWords(one)}, ${count(Math.round(one.range_km))} km away, magnitude about ${magnitudeWords(one.magnitude)}`,
    ),
    ...(one.docked.length > 0
      ? [
          element(
            'p',
            { class: 'soft' },
            'One light to the eye with what is docked to it by its elements: ',
            ...one.docked.flatMap((other, n) => [...(n > 0 ? [', '] : []), link(other)]),
          ),
        ]
      : []),
    element('ul', { class: 'reasons' }, ...one.reasons.map(reasonItem)),
  );
}

const marks = new Map<boolean | null, readonly [sign: string, word: string]>([
  [true, ['✓', 'fits: ']],
  [false, ['✗', 'does not fit: ']],
  [null, ['·', '']],
]);

function reasonItem({ agrees, text }: Reason): HTMLElement {
  const [sign, word] = marks.get(agrees)!;
  return element(
    'li',
    { class: agrees === false ? 'against' : agrees ? 'for' : null },
    element('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
    ' ',
    ...(word === '' ? [] : [element('span', { class: 'unseen' }, word)]),
    text,
  );
}
