import { renameSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { type SharedOrbits, SkyStates } from '../../orbit/observation/sky-states.ts';
import { screen } from './screen.ts';

/** The inputs that each thread receives once. */
export interface ScreeningWork {
  readonly orbits: SharedOrbits;
  /** 1 for active payloads. */
  readonly primary: Uint8Array;
  readonly threshold_km: number;
}

/** One part of a run, seconds, and the file for its approaches. */
export interface ScreeningPart {
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

const { orbits, primary, threshold_km } = workerData as ScreeningWork;
const { count, stateOf, periods } = new SkyStates(orbits);
const sky = { count, stateOf, periods, primary };

parentPort!.on('message', ({ file, from, to }: ScreeningPart) => {
  writeFileSync(`${file}.tmp`, JSON.stringify(screen(sky, from, to, threshold_km)));
  renameSync(`${file}.tmp`, file);
  parentPort!.postMessage('done');
});
