import { parentPort, workerData } from 'node:worker_threads';
import type { Sgp4Elements } from '../../orbit/sgp4-record.ts';
import { SkyStates } from '../../orbit/sky-states.ts';
import { screen } from './screen.ts';

/** The inputs that each thread receives once. */
export interface ScreeningWork {
  readonly sets: readonly Sgp4Elements[];
  /** 1 for active payloads. */
  readonly primary: Uint8Array;
  /** The moment of second 0, milliseconds since 1970, UTC. */
  readonly start: number;
  readonly threshold_km: number;
}

/** One part of a run, seconds. */
export interface ScreeningPart {
  readonly part: number;
  readonly from: number;
  readonly to: number;
}

const { sets, primary, start, threshold_km } = workerData as ScreeningWork;
const states = new SkyStates(sets, start);
const sky = { count: states.count, stateOf: states.stateOf, periods: states.periods, primary };

parentPort!.on('message', ({ part, from, to }: ScreeningPart) => {
  parentPort!.postMessage({ part, approaches: screen(sky, from, to, threshold_km) });
});
