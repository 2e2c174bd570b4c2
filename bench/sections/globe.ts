import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { propagate } from 'satellite.js';
import { hermiteWeights, type Keyframe, spanSeconds } from '../../src/globe/motion.ts';
import { BulkOrbits, type ElementColumns } from '../../src/orbit/bulk.ts';
import { sgp4Record } from '../../src/orbit/sgp4-record.ts';
import { STATE_SIZE } from '../../src/orbit/state-size.ts';
import type { Section } from '../bench.ts';
import { figure, least, median } from '../figure.ts';
import { serveRelease } from '../measure/served.ts';

/** As many objects as are active today. */
const fullSize = 16_400;
/** The epoch of elements that are made here. */
const epoch = '2026-08-22T00:00:00.000000';

/** Element sets of a sky like today's: of twenty objects one is in a deep-space orbit, whose SGP4 is another. */
function madeElements(): ElementColumns {
  const rows = Array.from({ length: fullSize }, (_, row) => row);
  const deep = (row: number) => row % 20 === 0;
  const angle = (factor: number) => rows.map((row) => (row * factor) % 360);
  return {
    epoch: rows.map(() => epoch),
    mean_motion: rows.map((row) => (deep(row) ? 1.0027 : 14.2 + (row % 1400) / 1000)),
    eccentricity: rows.map((row) => 0.0001 + (row % 50) / 10_000),
    inclination: rows.map((row) => (deep(row) ? 0.1 + (row % 15) : [43, 53, 70, 97.6][row % 4]!)),
    ra_of_asc_node: angle(137.5),
    arg_of_pericenter: angle(61.8),
    mean_anomaly: angle(222.5),
    bstar: rows.map((row) => (deep(row) ? 0 : 0.0001)),
    mean_motion_dot: rows.map(() => 0.00001),
    mean_motion_ddot: rows.map(() => 0),
  };
}

/** Milliseconds for one keyframe of all objects: the worker's way, and a plain loop over the same records. */
async function propagation(columns: ElementColumns, start: number, rounds: number) {
  const bulk = await BulkOrbits.open(columns);
  const states = new Float32Array(bulk.count * STATE_SIZE);
  const records = recordsOf(columns);
  const timed = (run: () => void) => {
    const before = performance.now();
    run();
    return performance.now() - before;
  };
  const [fast, plain]: [number[], number[]] = [[], []];
  for (let round = 0; round < 10 * rounds + 5; round += 1) {
    const time = start + round * 60_000;
    const times = [
      timed(() => bulk.statesAt(time, states)),
      timed(() => {
        for (const [row, record] of records.entries()) {
          const state = propagate(record, new Date(time));
          if (!state) continue;
          const { position: p, velocity: v } = state;
          states.set([p.x, p.y, p.z, v.x, v.y, v.z], row * STATE_SIZE);
        }
      }),
    ] as const;
    // The first rounds are compiled while they run.
    if (round < 5) continue;
    fast.push(times[0]);
    plain.push(times[1]);
  }
  return { objects: bulk.count, worker_ms: fast, plain_ms: plain };
}

/** The globe's fastest speed, and how many frames a second are drawn of it here. */
const [speed, framesSecond] = [600, 30];

/**
 * Milliseconds for the places of all objects in one frame at the globe's fastest speed: its share of a propagated
 * keyframe, and Hermite's cubic between two of them in plain JavaScript (the page leaves that to the graphics card), beside
 * a plain loop that propagates every object for every frame; and how far both are apart, km.
 */
async function frameCost(columns: ElementColumns, start: number, rounds: number) {
  const bulk = await BulkOrbits.open(columns);
  const records = recordsOf(columns);
  const seconds = spanSeconds(speed);
  const frames = (seconds * framesSecond) / speed;
  const keyframe = (time: number): Keyframe => {
    const states = new Float32Array(bulk.count * STATE_SIZE);
    bulk.statesAt(time, states);
    return { time, states };
  };
  const [ours, plain, apart]: [number[], number[], number[]] = [[], [], []];
  const places = new Float32Array(bulk.count * 3);
  // What the vertex shader computes.
  const interpolate = ({ states: a }: Keyframe, { states: b }: Keyframe, share: number) => {
    const [w0, w1, w2, w3] = hermiteWeights(share, seconds);
    for (let row = 0; row < bulk.count; row += 1)
      for (let axis = 0; axis < 3; axis += 1) {
        const at = row * STATE_SIZE + axis;
        places[row * 3 + axis] = w0 * a[at]! + w1 * a[at + 3]! + w2 * b[at]! + w3 * b[at + 3]!;
      }
  };
  let first = keyframe(start);
  for (let round = 0; round < 3 * rounds + 2; round += 1) {
    const began = performance.now();
    const second = keyframe(first.time + seconds * 1000);
    for (let frame = 0; frame < frames; frame += 1) interpolate(first, second, frame / frames);
    const ended = performance.now();
    const exact = records.map((record) => propagate(record, new Date(first.time + seconds * 500))?.position);
    const looped = performance.now() - ended;
    // Half-way they are farthest apart.
    interpolate(first, second, 0.5);
    const known = [first, second];
    first = second;
    // The first rounds are compiled while they run.
    if (round < 2) continue;
    ours.push((ended - began) / frames);
    plain.push(looped);
    for (const [row, position] of exact.entries()) {
      if (!position || known.some(({ states }) => states[row * STATE_SIZE] === 0)) continue;
      const [x, y, z] = places.subarray(row * 3, row * 3 + 3) as unknown as [number, number, number];
      const away = Math.hypot(x - position.x, y - position.y, z - position.z);
      if (Number.isFinite(away)) apart.push(away);
    }
  }
  apart.sort((a, b) => a - b);
  return {
    frame_ms: ours,
    plain_frame_ms: plain,
    apart_km: { median: median(apart), p999: apart[Math.floor(apart.length * 0.999)]!, worst: apart.at(-1)! },
  };
}

const recordsOf = (columns: ElementColumns) =>
  columns.epoch.map((_, row) =>
    sgp4Record(
      Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column[row]])) as unknown as Parameters<
        typeof sgp4Record
      >[0],
    ),
  );

/** Counts frames that are drawn, and keeps how long the worker took for each keyframe. */
const counting = `
  window.globe_frames = 0;
  window.globe_worker = [];
  const clear = WebGLRenderingContext.prototype.clear;
  WebGLRenderingContext.prototype.clear = function (mask) { window.globe_frames += 1; clear.call(this, mask); };
  const Before = window.Worker;
  window.Worker = class extends Before {
    constructor(...of) {
      super(...of);
      this.addEventListener('message', ({ data }) => data.kind === 'keyframe' && window.globe_worker.push(data.milliseconds));
    }
  };`;

/** Frames a second of the real page in headless Chromium's software renderer, at 600 times the world's speed. */
async function frames(home: string, seconds: number) {
  const server = await serveRelease(home);
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(counting);
    await page.goto(server.base);
    await page.locator('.globe').scrollIntoViewIfNeeded();
    await page.locator('.globe[data-globe="live"]').waitFor({ timeout: 60_000 });
    await page.getByText('600×').click();
    await page.waitForTimeout(2000);
    const read = () => page.evaluate('[window.globe_frames, performance.now()]') as Promise<[number, number]>;
    const [before, since] = await read();
    await page.waitForTimeout(seconds * 1000);
    const [after, until] = await read();
    const worker = (await page.evaluate('window.globe_worker')) as number[];
    const { width, height } = (await page.locator('.globe canvas').boundingBox())!;
    return {
      frames_s: ((after - before) * 1000) / (until - since),
      worker_ms: median(worker),
      keyframes: worker.length,
      pixels: `${Math.round(width)} × ${Math.round(height)}`,
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** The globe: one keyframe of every object by the worker's SGP4 in WebAssembly, beside a plain loop over the same records. */
export const globe: Section = {
  name: 'globe',
  about: 'the globe’s keyframes beside satellite.js in a plain loop; frames a second of the page in Chromium',
  needs: ['chromium'],
  async run(bench) {
    const { sample } = bench.release;
    const { data, meta } = JSON.parse(
      await readFile(join(bench.home, 'current/public/api/v1/elements.json'), 'utf8'),
    ) as { data: ElementColumns; meta: { generated_at: string } };
    const [columns, start] = sample ? [madeElements(), Date.parse(`${epoch}Z`)] : [data, Date.parse(meta.generated_at)];
    const { objects, worker_ms, plain_ms } = await propagation(columns, start, bench.rounds);
    const { frame_ms, plain_frame_ms, apart_km } = await frameCost(columns, start, bench.rounds);
    const perSecond = (times: readonly number[]) => times.map((milliseconds) => 1000 / milliseconds);
    const of = `of ${objects.toLocaleString('en-US')} objects${sample ? ', made here' : ''}`;
    const rival = 'satellite.js, plain loop';
    const apart = `the places are ${apart_km.median.toFixed(2)} km from SGP4’s (median), ${apart_km.worst.toFixed(2)} km at worst`;
    const figures = [
      figure({
        what: `places ${of} for a frame at ${speed}×`,
        unit: 'a second',
        ours: perSecond(frame_ms),
        rival,
        theirs: perSecond(plain_frame_ms),
        asked: least(3),
        note: apart,
      }),
      figure({
        what: `keyframe ${of}`,
        unit: 'a second',
        ours: perSecond(worker_ms),
        rival,
        theirs: perSecond(plain_ms),
      }),
    ];
    if (bench.short) return { figures };
    const drawn = await frames(bench.home, bench.seconds);
    const note = `headless Chromium, drawn by the processor, ${drawn.pixels} pixels, 600 times the world’s speed`;
    figures.push(
      figure({ what: 'the page draws', unit: 'frames a second', ours: drawn.frames_s, asked: least(30, 'ours'), note }),
      figure({ what: 'its keyframe in the page', unit: 'ms', ours: drawn.worker_ms }),
    );
    return { figures };
  },
};
