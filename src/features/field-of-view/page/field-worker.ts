import type { MeasuredErrors } from '../../../orbit/position-error.ts';
import { type Explained, explained, MOST_CANDIDATES } from '../explain-sighting.ts';
import { BadField } from '../field.ts';
import { type Exposure, findTracks, lightOf, type Sight } from '../find-tracks.ts';
import { type Candidate, candidatesOf, LONGEST_DEG, SHORTEST_DEG, type StreakSearch } from '../identified.ts';
import { type FoundObjects, nearStreak, type Streak } from '../identify.ts';
import type { ObjectColumns } from '../object-columns.ts';
import type { Stated } from '../sighting-words.ts';
import { type FoundSightings, findSightings, type Sighting } from '../sightings.ts';
import { type ElementsFile, PageSky } from './page-sky.ts';

/** Messages from the page. The response to a message has the same number. */
export type FieldRequest =
  | {
      readonly kind: 'open';
      readonly elements: ArrayBuffer;
      readonly objects: ObjectColumns;
      readonly measured: MeasuredErrors;
    }
  | { readonly kind: 'streak'; readonly number: number; readonly streak: Streak; readonly search: StreakSearch }
  | { readonly kind: 'tracks'; readonly number: number; readonly exposure: Exposure }
  | {
      readonly kind: 'sighting';
      readonly number: number;
      readonly sighting: Omit<Sighting, 'standard'>;
      readonly stated: Stated;
    };

interface Named {
  readonly id: number;
  readonly name: string;
}
export type NamedCandidate = Candidate & Named;
export type SightingCandidate = Omit<Explained, 'docked'> & Named & { readonly docked: readonly Named[] };

/** A track as the page shows it. */
export interface PageTrack extends Named {
  readonly sights: readonly Sight[];
  readonly speed_arcsec_s: number;
  readonly magnitude: number | null;
  readonly sunlit: boolean;
  readonly age_days: number;
  /** Null if it is not measured. */
  readonly uncertainty_arcsec: number | null;
}

/** Messages to the page. `count` is the number of objects with elements; `tooOld` and `withoutPosition` are parts of it. */
export type FieldResponse =
  | { readonly kind: 'opened'; readonly count: number }
  | {
      readonly kind: 'streak';
      readonly number: number;
      readonly found: Omit<FoundObjects, 'objects'> & { readonly compared: number };
      readonly none: number | null;
      readonly candidates: readonly NamedCandidate[];
    }
  | {
      readonly kind: 'tracks';
      readonly number: number;
      readonly tracks: readonly PageTrack[];
      readonly count: number;
      readonly tooOld: number;
      readonly withoutPosition: number;
    }
  | ({
      readonly kind: 'sighting';
      readonly number: number;
      readonly fitting: number;
      readonly count: number;
      readonly tooOld: number;
      readonly withoutPosition: number;
      readonly candidates: readonly SightingCandidate[];
    } & Pick<FoundSightings, 'planets' | 'unknownMagnitude' | 'sun_deg' | 'faintest'>)
  /** The question cannot be computed; the reason is a text for people. */
  | { readonly kind: 'refused'; readonly number: number; readonly message: string };

const scope = self as unknown as {
  onmessage: (event: MessageEvent<FieldRequest>) => void;
  postMessage(message: FieldResponse): void;
};
let sky: PageSky | null = null;

async function streakAnswer(open: PageSky, request: FieldRequest & { kind: 'streak' }): Promise<FieldResponse> {
  const { number, streak, search } = request;
  const { objects, ...found } = await nearStreak(open, streak);
  const { length_deg } = found.streak;
  if (!(length_deg >= SHORTEST_DEG && length_deg <= LONGEST_DEG))
    return {
      kind: 'refused',
      number,
      message: `The ends are ${Number(length_deg.toFixed(4))}° apart; it may be ${SHORTEST_DEG}° to ${LONGEST_DEG}°.`,
    };
  const { candidates, none } = candidatesOf({ ...found, objects }, search, (row) => open.known(row, streak.at));
  return {
    kind: 'streak',
    number,
    found: { ...found, compared: objects.length },
    none,
    candidates: candidates.map((one) => {
      const { id, name } = open.at(one.near.row);
      return { id, name, ...one };
    }),
  };
}

async function tracksAnswer(open: PageSky, { number, exposure }: FieldRequest & { kind: 'tracks' }) {
  const { tracks, tooOld, withoutPosition } = await findTracks(open, exposure);
  const shown = tracks.map((track): PageTrack => {
    const { sights, speed_arcsec_s, arcsec_per_km } = track;
    const { id, name, standard, facts } = open.at(track.row);
    const { age_days, position_uncertainty_km } = facts((sights[0]!.at + sights.at(-1)!.at) / 2);
    const uncertainty_arcsec = position_uncertainty_km === null ? null : position_uncertainty_km * arcsec_per_km;
    return { id, name, sights, speed_arcsec_s, age_days, uncertainty_arcsec, ...lightOf(track, standard) };
  });
  shown.sort((a, b) => a.sights[0]!.at - b.sights[0]!.at || a.id - b.id);
  return {
    kind: 'tracks',
    number,
    tracks: shown,
    count: open.count,
    tooOld: tooOld.length,
    withoutPosition: withoutPosition.length,
  } as const;
}

async function sightingAnswer(open: PageSky, request: FieldRequest & { kind: 'sighting' }): Promise<FieldResponse> {
  const { number, sighting, stated } = request;
  const found = await findSightings(open, { ...sighting, standard: open.standards });
  const ranked = explained(found, stated, sighting.at, (row) => open.at(row));
  const named = (row: number): Named => {
    const { id, name } = open.at(row);
    return { id, name };
  };
  const { planets, unknownMagnitude, sun_deg, faintest } = found;
  return {
    kind: 'sighting',
    number,
    fitting: ranked.length,
    count: open.count,
    tooOld: found.tooOld.length,
    withoutPosition: found.withoutPosition.length,
    candidates: ranked
      .slice(0, MOST_CANDIDATES)
      .map((one) => ({ ...one, ...named(one.row), docked: one.docked.map(named) })),
    planets,
    unknownMagnitude,
    sun_deg,
    faintest,
  };
}

async function respond(request: FieldRequest): Promise<FieldResponse> {
  if (request.kind === 'open') {
    const elements = JSON.parse(new TextDecoder().decode(request.elements)) as ElementsFile;
    sky = new PageSky(elements, request.objects, request.measured);
    return { kind: 'opened', count: sky.count };
  }
  if (!sky) return { kind: 'refused', number: request.number, message: 'The elements are not loaded yet.' };
  try {
    if (request.kind === 'streak') return await streakAnswer(sky, request);
    return request.kind === 'tracks' ? await tracksAnswer(sky, request) : await sightingAnswer(sky, request);
  } catch (error) {
    if (error instanceof BadField) return { kind: 'refused', number: request.number, message: error.message };
    throw error;
  }
}

scope.onmessage = ({ data: request }) => {
  respond(request).then(
    (response) => scope.postMessage(response),
    (error: unknown) => {
      // Rethrown, so that the page gets it as an error of this worker.
      queueMicrotask(() => {
        throw error;
      });
    },
  );
};
