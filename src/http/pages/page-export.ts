import type { Catalog } from '../../query/catalog.ts';
import type { UndatedLaunches } from '../../query/satellite-lists.ts';
import { csvRow } from '../../schema/escaped-text.ts';
import { columns } from '../../schema/field.ts';
import { satelliteSummary } from '../../schema/objects/satellite.ts';
import { metaOfUndated } from '../api/paging.ts';
import { nextTurn } from '../in-turn.ts';

/** The parts of the release that an export reads. */
export interface ExportSource {
  readonly catalog: Pick<Catalog, 'summary'>;
  readonly release: string;
  readonly sources: readonly string[];
  /** How many objects without a launch date may match a filter by launch day; null without such a filter. */
  readonly undated?: UndatedLaunches | null;
}

export type ExportForm = 'csv' | 'json';

const summaryColumns = columns(satelliteSummary);
/** Number of objects written at a time: about 100 kB, in a few milliseconds. */
const portion = 250;

/** Some objects as one file, in their order, streamed at the client's pace. */
export function exportStream(source: ExportSource, ids: Int32Array, form: ExportForm): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const parts = form === 'csv' ? csv(source, ids) : json(source, ids);
  return new ReadableStream(
    {
      async pull(controller) {
        // A fast reader pulls again immediately: yield to other requests between two portions.
        await nextTurn();
        const { value, done } = parts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
    },
    // Nothing is computed before it is requested.
    { highWaterMark: 0 },
  );
}

function* csv({ catalog }: ExportSource, ids: Int32Array): Generator<string, void> {
  yield csvRow(summaryColumns.map(({ name }) => name));
  for (const texts of portions(catalog, ids)) {
    const rows = texts.map((text) => {
      const summary = JSON.parse(text) as Record<string, unknown>;
      return csvRow(summaryColumns.map(({ name }) => cell(summary[name])));
    });
    yield rows.join('');
  }
}

function* json({ catalog, release, sources, undated = null }: ExportSource, ids: Int32Array): Generator<string, void> {
  yield '{"data":[';
  let first = true;
  for (const texts of portions(catalog, ids)) {
    yield `${first ? '' : ','}\n${texts.join(',\n')}`;
    first = false;
  }
  yield `\n],"meta":${JSON.stringify({ total: ids.length, ...metaOfUndated(undated), release, license: 'ODbL-1.0', sources })}}\n`;
}

function* portions(catalog: ExportSource['catalog'], ids: Int32Array): Generator<string[]> {
  for (let start = 0; start < ids.length; start += portion) {
    const part = ids.subarray(start, start + portion);
    yield Array.from(part, (id) => catalog.summary(id)).filter((text) => text !== null);
  }
}

const cell = (value: unknown) => (Array.isArray(value) ? value.join('; ') : value);
