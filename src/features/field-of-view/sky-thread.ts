import { parentPort } from 'node:worker_threads';
import { type AboveQuestion, objectsAbove, type ScannedSky } from '../../orbit/observation/objects-above.ts';
import { SkyScan } from '../../orbit/observation/sky-scan.ts';
import { BadField } from './field.ts';
import { type Exposure, type FoundTracks, findTracks } from './find-tracks.ts';
import { type FoundObjects, nearStreak, type Streak } from './identify.ts';
import { type FoundSightings, findSightings, type Sighting } from './sightings.ts';

/** The objects of a whole sky, and the time by which each is expected to have reentered; NaN if that is unknown. */
export interface SkySets extends Pick<ScannedSky, 'sets' | 'magnitudes'> {
  readonly until: Float64Array;
}

/** The questions that a thread answers, and its answers. */
export interface SkyQuestions {
  readonly tracks: { readonly question: Exposure; readonly answer: FoundTracks };
  readonly streak: { readonly question: Streak; readonly answer: FoundObjects };
  readonly sighting: { readonly question: Sighting; readonly answer: FoundSightings };
  /** The answer is JSON: a thousand objects would be copied for longer than they are computed. */
  readonly above: { readonly question: AboveQuestion; readonly answer: string };
}
type Kind = keyof SkyQuestions;

export type ToThread =
  | { readonly kind: 'open'; readonly key: string; readonly sky: SkySets }
  | { [K in Kind]: { readonly kind: K; readonly key: string; readonly question: SkyQuestions[K]['question'] } }[Kind];

export type FromThread =
  | { readonly kind: 'opened' }
  | { readonly kind: 'unknown_sky' }
  | { readonly kind: 'bad_field'; readonly parameter: string; readonly message: string }
  | { readonly kind: 'answer'; readonly answer: SkyQuestions[Kind]['answer'] };

/** Maximum number of skies that a thread keeps: that of the served release, and the last one of another time. */
const MOST_SKIES = 2;
const skies = new Map<string, ScannedSky>();

async function respond(message: ToThread): Promise<FromThread> {
  if (message.kind === 'open') {
    const { sets, magnitudes, until } = message.sky;
    for (const old of [...skies.keys()].slice(0, Math.max(0, skies.size - MOST_SKIES + 1))) skies.delete(old);
    const scan = await SkyScan.open(sets, (row) => (Number.isNaN(until[row]) ? null : until[row]));
    skies.set(message.key, { sets, magnitudes, scan });
    return { kind: 'opened' };
  }
  const sky = skies.get(message.key);
  if (!sky) return { kind: 'unknown_sky' };
  // Keeps the last used one.
  skies.delete(message.key);
  skies.set(message.key, sky);
  const { scan } = sky;
  try {
    if (message.kind === 'tracks') return { kind: 'answer', answer: await findTracks(scan, message.question) };
    if (message.kind === 'streak') return { kind: 'answer', answer: await nearStreak(scan, message.question) };
    if (message.kind === 'above')
      return { kind: 'answer', answer: JSON.stringify(await objectsAbove(sky, message.question)) };
    return { kind: 'answer', answer: await findSightings(scan, message.question) };
  } catch (error) {
    if (error instanceof BadField) return { kind: 'bad_field', parameter: error.parameter, message: error.message };
    throw error;
  }
}

parentPort!.on('message', (message: ToThread) => {
  respond(message).then(
    (answer) => parentPort!.postMessage(answer),
    (error: unknown) => {
      // Rethrown, so that the server gets it as an error of this thread.
      queueMicrotask(() => {
        throw error;
      });
    },
  );
});
