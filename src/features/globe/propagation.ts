import type { Revolution } from '../../orbit/formats/bulk.ts';
import type { Catalog } from './catalog.ts';
import { type Keyframe, spanAround } from './motion.ts';

/** Positions of every object over time, computed in a worker. */
export interface Propagation {
  readonly catalog: Catalog;
  /** The keyframes around a time, `seconds` apart; null while they are computed. `ahead` also computes the next keyframe. */
  around(time: number, seconds: number, ahead: boolean): readonly [Keyframe, Keyframe] | null;
  /** One revolution of an object from a time on. */
  path(row: number, time: number): Promise<Revolution | null>;
  close(): void;
}

/** Number of cached keyframes: those around now, the next one, and the ones that the scrubber just left. */
const KEPT_KEYFRAMES = 5;

/**
 * Starts the worker on the elements at an address. `onKeyframe` is called with each new keyframe. Rejects if the elements cannot be loaded.
 */
export function openPropagation(worker: Worker, address: string, onKeyframe: () => void): Promise<Propagation> {
  const keyframes = new Map<number, Keyframe>();
  const spares: ArrayBuffer[] = [];
  const paths = new Map<number, (path: Revolution | null) => void>();
  let pending: number | null = null;
  /** The keyframes returned last: they are being drawn, so their arrays are not reused. */
  let used: readonly Keyframe[] = [];
  const ask = (question: Question, transfer: Transferable[] = []) => worker.postMessage(question, transfer);

  function want(time: number): boolean {
    if (keyframes.has(time)) return true;
    if (pending !== null) return false;
    pending = time;
    const spare = spares.pop() ?? null;
    ask({ kind: 'keyframe', time, spare }, spare ? [spare] : []);
    return false;
  }

  function keep(keyframe: Keyframe): void {
    pending = null;
    keyframes.set(keyframe.time, keyframe);
    for (const [time, { states }] of keyframes) {
      if (keyframes.size <= KEPT_KEYFRAMES) break;
      if (used.some((keyframe) => keyframe.time === time)) continue;
      keyframes.delete(time);
      spares.push(states.buffer);
    }
  }

  const propagation = (catalog: Catalog): Propagation => ({
    catalog,
    around(time, seconds, ahead) {
      const { from, to } = spanAround(time, seconds);
      const complete = want(from) && want(to);
      if (!complete) return null;
      if (ahead) want(to + seconds * 1000);
      const pair = [keyframes.get(from)!, keyframes.get(to)!] as const;
      used = pair;
      return pair;
    },
    path(row, time) {
      ask({ kind: 'path', row, time });
      return new Promise((resolve) => paths.set(row, resolve));
    },
    close: () => worker.terminate(),
  });

  return new Promise((resolve, reject) => {
    worker.onerror = () => reject(new Error('the worker cannot be started'));
    worker.onmessage = ({ data: answer }: MessageEvent<Answer>) => {
      if (answer.kind === 'opened') resolve(propagation(answer.catalog));
      else if (answer.kind === 'failed') reject(new Error(answer.reason));
      else if (answer.kind === 'path') {
        paths.get(answer.row)?.(answer.path);
        paths.delete(answer.row);
      } else {
        keep(answer);
        onKeyframe();
      }
    };
    ask({ kind: 'open', address });
  });
}

/** Messages from the page to the worker. */
export type Question =
  | { readonly kind: 'open'; readonly address: string }
  /** `spare` is an array to fill again, transferred back to the worker. */
  | { readonly kind: 'keyframe'; readonly time: number; readonly spare: ArrayBuffer | null }
  | { readonly kind: 'path'; readonly row: number; readonly time: number };

/** Messages from the worker to the page. */
export type Answer =
  | { readonly kind: 'opened'; readonly catalog: Catalog }
  | ({ readonly kind: 'keyframe' } & Keyframe)
  | { readonly kind: 'path'; readonly row: number; readonly path: Revolution | null }
  | { readonly kind: 'failed'; readonly reason: string };
