import { fetchJson } from '../../dom/fetch-json.ts';
import { BulkOrbits } from '../../orbit/formats/bulk.ts';
import { accuracyRegime } from '../../orbit/position-error.ts';
import { epochOf } from '../../orbit/propagate.ts';
import { type ElementColumns, elementsOf } from '../../orbit/sgp4-record.ts';
import { STATE_SIZE } from '../../orbit/vector.ts';
import { fetchReentryEnds } from '../sky/page/reentry-ends.ts';
import type { Catalog } from './catalog.ts';
import type { Answer, Question } from './propagation.ts';

/** The part of `/api/v1/elements` that is used here. */
interface Elements {
  readonly data: ElementColumns & {
    readonly norad_cat_id: readonly number[];
    readonly object_name: readonly string[];
    readonly orbit_class: Catalog['classes'];
  };
  readonly meta: { readonly generated_at: string };
}

/** Steps of one revolution's drawing. */
const pathSteps = 240;

const scope = self as unknown as {
  onmessage: (event: MessageEvent<Question>) => void;
  postMessage(message: Answer, transfer?: Transferable[]): void;
};
let orbits: BulkOrbits | undefined;

async function open(address: string): Promise<void> {
  const [{ data, meta }, ends] = await Promise.all([fetchJson<Elements>(address), fetchReentryEnds()]);
  orbits = await BulkOrbits.open(
    elementsOf(data).map((set, row) => ({ ...set, until: ends.get(data.norad_cat_id[row]!) })),
  );
  const catalog: Catalog = {
    ids: Int32Array.from(data.norad_cat_id),
    names: data.object_name,
    classes: data.orbit_class,
    regimes: data.mean_motion.map((mean_motion, row) =>
      accuracyRegime({ mean_motion, eccentricity: data.eccentricity[row]! }),
    ),
    epochs: Float64Array.from(data.epoch, (epoch) => epochOf({ epoch }).getTime()),
    generated: Date.parse(meta.generated_at),
  };
  scope.postMessage({ kind: 'opened', catalog });
}

function keyframe(time: number, spare: ArrayBuffer | null): void {
  if (!orbits) return;
  const states = spare ? new Float32Array(spare) : new Float32Array(orbits.count * STATE_SIZE);
  orbits.statesAt(time, states);
  scope.postMessage({ kind: 'keyframe', time, states }, [states.buffer]);
}

scope.onmessage = ({ data: question }) => {
  if (question.kind === 'keyframe') keyframe(question.time, question.spare);
  else if (question.kind === 'path') {
    const { row, time } = question;
    scope.postMessage({ kind: 'path', row, path: orbits?.revolution(row, time, pathSteps) ?? null });
  } else
    open(question.address).catch((error: unknown) => {
      scope.postMessage({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
    });
};
