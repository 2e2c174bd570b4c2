import { LONGEST_MIN, USUAL_MIN } from '../explain-sighting.ts';
import type { Stated } from '../sighting-words.ts';

type Feature = 'direction' | 'height' | 'brightness' | 'light' | 'speed' | 'heading';
type Word<F extends Feature> = NonNullable<Stated[F]>;

/** A question of the form about a feature: its label, and a label for each possible answer. */
interface Choice {
  readonly name: Feature;
  readonly label: string;
  readonly words: readonly (readonly [word: string, label: string])[];
}

const compass: Readonly<Record<Word<'direction'>, string>> = {
  N: 'north',
  NE: 'northeast',
  E: 'east',
  SE: 'southeast',
  S: 'south',
  SW: 'southwest',
  W: 'west',
  NW: 'northwest',
};
const heights: Readonly<Record<Word<'height'>, string>> = {
  low: 'low, above the roofs',
  middle: 'halfway up',
  high: 'high',
  overhead: 'overhead',
};
const brightnesses: Readonly<Record<Word<'brightness'>, string>> = {
  brilliant: 'brilliant, as Venus',
  bright: 'bright, as Sirius',
  medium: 'as a bright star',
  faint: 'faint, barely noticed',
};
const lights: Readonly<Record<Word<'light'>, string>> = { steady: 'steady', flashing: 'flashing' };
const speeds: Readonly<Record<Word<'speed'>, string>> = {
  still: 'it stayed in its place',
  slow: 'across the sky in more than ten minutes',
  moderate: 'across the sky in two to ten minutes',
  fast: 'across the sky in less than two minutes',
};

export const sightingChoices: readonly Choice[] = [
  { name: 'direction', label: 'Direction', words: Object.entries(compass) },
  { name: 'height', label: 'Height', words: Object.entries(heights) },
  { name: 'brightness', label: 'Brightness', words: Object.entries(brightnesses) },
  { name: 'speed', label: 'Speed', words: Object.entries(speeds) },
  { name: 'heading', label: 'It moved toward the', words: Object.entries(compass) },
  { name: 'light', label: 'Light', words: Object.entries(lights) },
];

/** Minutes before and after a sighting that the form offers, and whether they are preselected. */
export const sightingMargins = [1, USUAL_MIN, 15, LONGEST_MIN].map((minutes) => ({
  minutes,
  selected: minutes === USUAL_MIN,
}));
