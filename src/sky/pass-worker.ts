import { NoPosition, Observer, Satellite } from '../orbit/observer.ts';
import type { PassMoment } from '../orbit/passes.ts';
import type { Sgp4Elements } from '../orbit/sgp4-record.ts';
import { type FoundPasses, type PassQuestion, searchPasses } from './pass-search.ts';
import type { Place } from './place.ts';

/** What the page sends. `number` comes back with the response. */
export type PassRequest =
  | { readonly kind: 'passes'; readonly number: number; readonly question: PassQuestion }
  | {
      readonly kind: 'look';
      readonly number: number;
      readonly set: Sgp4Elements;
      readonly place: Place;
      readonly time: number;
    };

/** What comes back. */
export type PassResponse =
  | { readonly kind: 'passes'; readonly number: number; readonly found: FoundPasses }
  | { readonly kind: 'look'; readonly number: number; readonly look: PassMoment }
  | { readonly kind: 'failed'; readonly number: number; readonly decayed: boolean };

const scope = self as unknown as {
  onmessage: (event: MessageEvent<PassRequest>) => void;
  postMessage(message: PassResponse): void;
};

function respond(request: PassRequest): PassResponse {
  const { number } = request;
  if (request.kind === 'passes') return { kind: 'passes', number, found: searchPasses(request.question) };
  const { set, place, time } = request;
  const look = new Observer(place).look(new Satellite(set).itrf(time));
  return { kind: 'look', number, look: { at: time, ...look } };
}

scope.onmessage = ({ data: request }) => {
  try {
    scope.postMessage(respond(request));
  } catch (error) {
    scope.postMessage({ kind: 'failed', number: request.number, decayed: error instanceof NoPosition });
  }
};
