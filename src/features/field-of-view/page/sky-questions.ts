import { fetchJson } from '../../../dom/fetch-json.ts';
import { measuredErrors } from '../../../orbit/position-error.ts';
import type { Accuracy } from '../../../schema/objects/accuracy.ts';
import type { ObjectColumns } from '../object-columns.ts';
import type { FieldRequest, FieldResponse } from './field-worker.ts';

type Question = Exclude<FieldRequest, { kind: 'open' }>;
/** A question without its number. */
type Asked = Question extends infer Q ? (Q extends Question ? Omit<Q, 'number'> : never) : never;
export type FieldAnswer = Exclude<FieldResponse, { kind: 'opened' }>;

/**
 * Sends questions about the whole sky to a worker, which loads it on the first one. No request contains a place, a
 * time, or an image.
 */
export class SkyQuestions {
  #opened: Promise<Worker> | null = null;
  #number = 0;

  /** Throws if the elements cannot be loaded or the worker fails; the next question then starts a new one. */
  async ask<K extends Asked['kind']>(
    question: Extract<Asked, { kind: K }>,
  ): Promise<Extract<FieldAnswer, { kind: K | 'refused' }>> {
    this.#opened ??= open();
    try {
      const worker = await this.#opened;
      this.#number += 1;
      const number = this.#number;
      const response = await responseTo(worker, { ...question, number } as unknown as Question);
      return response as Extract<FieldAnswer, { kind: K | 'refused' }>;
    } catch (error) {
      this.#opened = null;
      throw error;
    }
  }
}

async function open(): Promise<Worker> {
  const [elements, objects, accuracy] = await Promise.all([
    fetch('/api/v1/elements/all', { headers: { Accept: 'application/json' } }).then((response) => {
      if (!response.ok) throw new Error(`no elements: HTTP ${response.status}`);
      return response.arrayBuffer();
    }),
    fetchJson<ObjectColumns>('/identify/objects.json'),
    fetchJson<Accuracy>('/api/v1/accuracy'),
  ]);
  const worker = new Worker(new URL('./field-worker.ts', import.meta.url), { type: 'module' });
  await responseTo(worker, { kind: 'open', elements, objects, measured: measuredErrors(accuracy) }, [elements]);
  return worker;
}

function responseTo(worker: Worker, request: FieldRequest, transfer: Transferable[] = []): Promise<FieldResponse> {
  return new Promise((resolve, reject) => {
    worker.onerror = () => reject(new Error('the worker failed'));
    worker.onmessage = ({ data }: MessageEvent<FieldResponse>) => {
      // The response to an earlier question is obsolete.
      if (data.kind === 'opened' || request.kind === 'open' || data.number === request.number) resolve(data);
    };
    worker.postMessage(request, transfer);
  });
}
