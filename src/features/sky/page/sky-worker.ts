import { type BrightnessCounts, countBrightness, isMarked } from '../../../orbit/observation/pass-brightness.ts';
import type { Computed } from './not-computed.ts';
import type { Place } from './place.ts';
import { type Above, type ElementsFile, type NightPass, type NightSearch, SkyObjects } from './sky-objects.ts';

/** Which passes of the night to list. */
export interface NightList {
  readonly visibleOnly: boolean;
  readonly order: 'time' | 'height' | 'brightness';
  /** Only passes that get at least this bright; null: all of them, including those of unknown brightness. */
  readonly brighterThan: number | null;
  /** Maximum number of passes to list. */
  readonly most: number;
  /** Passes that have set before this are left out, milliseconds, UTC. */
  readonly after: number;
}

/** Messages from the page. `set` names a set of objects. */
export type SkyRequest =
  | {
      readonly kind: 'open';
      readonly set: string;
      readonly body: ArrayBuffer;
      /** Ends of the windows of predicted reentries by catalog number, milliseconds, UTC. */
      readonly ends: ReadonlyMap<number, number>;
      readonly now: number;
    }
  | {
      readonly kind: 'above';
      readonly set: string;
      readonly place: Place;
      readonly time: number;
      readonly minElevation: number;
    }
  | { readonly kind: 'night'; readonly set: string; readonly search: NightSearch; readonly list: NightList }
  /** The passes of some objects, whether they can be seen or not. The response has the same number. */
  | { readonly kind: 'radio'; readonly set: string; readonly number: number; readonly search: NightSearch }
  | { readonly kind: 'magnitudes'; readonly magnitudes: ReadonlyMap<number, number> }
  | { readonly kind: 'list'; readonly list: NightList };

/** Messages to the page. */
export type SkyResponse =
  | { readonly kind: 'opened'; readonly set: string; readonly count: number }
  | { readonly kind: 'above'; readonly set: string; readonly above: Above }
  | ({ readonly kind: 'night'; readonly set: string } & NightSoFar)
  | {
      readonly kind: 'radio';
      readonly set: string;
      readonly number: number;
      readonly passes: readonly NightPass[];
      readonly searched: Computed;
    }
  | { readonly kind: 'failed'; readonly set: string };

/** The passes of a night that have been computed so far. */
export interface NightSoFar {
  readonly passes: readonly NightPass[];
  /** The brightest visible passes, at most one of each object. */
  readonly best: readonly NightPass[];
  /** How many passes match the list, and how many there are in all. */
  readonly wanted: number;
  /** Passes that match the list, counted by their brightness to the eye. */
  readonly counts: BrightnessCounts;
  readonly all: number;
  /** Objects that the search includes, and objects that it leaves out. */
  readonly searched: Computed;
  /** Objects searched so far, and objects to search. */
  readonly done: number;
  readonly count: number;
  /** Time that the worker has spent on the search, milliseconds. */
  readonly milliseconds: number;
}

/** How long the search runs before other requests are handled, milliseconds. */
const SLICE_MS = 40;
/** How many of the brightest passes are named. */
const BEST = 3;
/** How often the passes found so far are sent, milliseconds. */
const REPORT_MS = 700;

const scope = self as unknown as {
  onmessage: (event: MessageEvent<SkyRequest>) => void;
  postMessage(message: SkyResponse): void;
};
const sets = new Map<string, SkyObjects>();
/** Brightness at 1,000 km, half lit, by catalog number, as far as sizes are known. */
let magnitudes: ReadonlyMap<number, number> = new Map();

interface Night {
  readonly set: string;
  readonly searched: Computed;
  readonly count: number;
  readonly rest: Iterator<readonly NightPass[]>;
  readonly passes: NightPass[];
  list: NightList;
  done: number;
  finished: boolean;
  milliseconds: number;
  reported: number;
}
let night: Night | null = null;

/** A macrotask between slices, so that waiting messages are handled. */
const pause = new MessageChannel();
pause.port1.onmessage = () => goOn();

function goOn(): void {
  if (!night || night.finished) return;
  const begin = performance.now();
  let now = begin;
  while (now - begin < SLICE_MS) {
    const next = night.rest.next();
    if (next.done) {
      night.finished = true;
      break;
    }
    night.passes.push(...next.value);
    night.done += 1;
    now = performance.now();
  }
  night.milliseconds += performance.now() - begin;
  if (night.finished || now - night.reported > REPORT_MS) report(night);
  if (!night.finished) pause.port2.postMessage(null);
}

const byBrightness = (a: NightPass, b: NightPass) => (a.magnitude ?? 99) - (b.magnitude ?? 99) || a.rise.at - b.rise.at;

function report(of: Night): void {
  const { visibleOnly, order, brighterThan, most, after } = of.list;
  const wanted = of.passes.filter(
    ({ visible, set, magnitude }) =>
      set.at > after &&
      (!visibleOnly || visible.length > 0) &&
      (brighterThan === null || (magnitude !== null && magnitude <= brighterThan)),
  );
  if (order === 'brightness') wanted.sort(byBrightness);
  else if (order === 'time') wanted.sort((a, b) => a.rise.at - b.rise.at);
  else wanted.sort((a, b) => b.culmination.elevation_deg - a.culmination.elevation_deg);
  of.reported = performance.now();
  const best: NightPass[] = [];
  const bright = of.passes.filter((pass) => pass.set.at > after && isMarked(pass));
  for (const pass of bright.sort(byBrightness)) {
    if (best.length < BEST && !best.some(({ id }) => id === pass.id)) best.push(pass);
  }
  scope.postMessage({
    kind: 'night',
    set: of.set,
    searched: of.searched,
    passes: wanted.slice(0, most),
    best: best.sort((a, b) => a.rise.at - b.rise.at),
    wanted: wanted.length,
    counts: countBrightness(wanted),
    all: of.passes.length,
    done: of.done,
    count: of.count,
    milliseconds: of.milliseconds,
  });
}

function respond(request: SkyRequest): void {
  if (request.kind === 'list') {
    if (!night) return;
    night.list = request.list;
    report(night);
    return;
  }
  if (request.kind === 'magnitudes') {
    magnitudes = request.magnitudes;
    return;
  }
  const { set } = request;
  if (request.kind === 'open') {
    const file = JSON.parse(new TextDecoder().decode(request.body)) as ElementsFile;
    const objects = new SkyObjects(file, request.now, request.ends);
    sets.set(set, objects);
    scope.postMessage({ kind: 'opened', set, count: objects.count });
    return;
  }
  const objects = sets.get(set);
  if (!objects) return;
  if (request.kind === 'above') {
    const above = objects.above(request.place, request.time, request.minElevation);
    scope.postMessage({ kind: 'above', set, above });
    return;
  }
  if (request.kind === 'radio') {
    const passes = [...objects.passes(request.search)].flat();
    passes.sort((a, b) => a.rise.at - b.rise.at);
    const searched = objects.searched(request.search.only);
    scope.postMessage({ kind: 'radio', set, number: request.number, passes, searched });
    return;
  }
  night = {
    set,
    searched: objects.searched(),
    count: objects.count,
    rest: objects.passes(request.search, magnitudes),
    passes: [],
    list: request.list,
    done: 0,
    finished: false,
    milliseconds: 0,
    reported: performance.now(),
  };
  goOn();
}

scope.onmessage = ({ data: request }) => {
  try {
    respond(request);
  } catch {
    if ('set' in request) scope.postMessage({ kind: 'failed', set: request.set });
  }
};
