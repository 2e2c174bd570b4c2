import { releaseCoverage } from '../../../src/orbit/coverage.ts';
import { classed, type ElementRow, elementColumns } from '../../../src/orbit/formats/element-columns.ts';
import { type Event, FEED_DAYS } from '../../../src/schema/changes/event.ts';
import { atom } from '../../../src/schema/changes/event-feed.ts';
import { sqlTime } from '../../../src/schema/escaped-text.ts';
import { type Accuracy, accuracy } from '../../../src/schema/objects/accuracy.ts';
import type { Store } from '../../store.ts';
import type { ReleaseFolder } from '../folder.ts';
import type { ReleaseContext, ReleaseFacts, ReleaseName } from '../release-context.ts';

/** `/api/v1/elements`: the element sets of every active object, as arrays of one length, ascending by catalog number. */
export async function publishElements(
  store: Store,
  folder: ReleaseFolder,
  { id, generatedAt }: ReleaseName,
): Promise<void> {
  const rows = await store.rows<ElementRow>(
    'SELECT e.* FROM elements e JOIN satellites s USING (norad_cat_id) WHERE s.active ORDER BY norad_cat_id',
  );
  const omitted = await store.rows<{ norad_cat_id: number }>(
    'SELECT norad_cat_id FROM satellites WHERE active AND elements_epoch IS NULL ORDER BY 1',
  );
  const meta = {
    generated_at: generatedAt,
    release: id,
    omitted: { count: omitted.length, norad_cat_id: omitted.map((row) => row.norad_cat_id) },
  };
  await folder.text('public/api/v1/elements.json', elementColumns(rows.map(classed), meta), 'often');
}

/** `/api/v1/accuracy`: how the error of elements grows with their age. */
export async function publishAccuracy(
  folder: ReleaseFolder,
  { id, generatedAt }: ReleaseName,
  { data, objects, meta }: ReleaseFacts['accuracy'],
): Promise<void> {
  const facts = { next: null, prev: null, generated_at: generatedAt, release: id };
  const document: Accuracy = { data, objects, meta: { ...facts, ...meta } };
  await folder.text('public/api/v1/accuracy.json', `${JSON.stringify(accuracy.parse(document))}\n`);
}

/** `/api/v1/launches`: every launch, newest first. */
export async function publishLaunches(store: Store, folder: ReleaseFolder): Promise<void> {
  const [row] = await store.rows<{ n: number; list: string | null }>(
    // The rows of the table are already sorted.
    "SELECT count(*)::INTEGER AS n, string_agg(to_json(launches)::VARCHAR, ',\n' ORDER BY rowid) AS list FROM launches",
  );
  const meta = { next: null, prev: null, limit: row!.n, offset: 0, total: row!.n };
  await folder.text('public/api/v1/launches.json', `{"data":[${row!.list ?? ''}],\n"meta":${JSON.stringify(meta)}}\n`);
}

/** `/api/v1/events` (the last 30 days, JSON and Atom) and one archive for each month that has events. */
export async function publishEvents(
  store: Store,
  folder: ReleaseFolder,
  context: Pick<ReleaseContext, 'now' | 'base' | 'releases'>,
): Promise<void> {
  const now = context.now.getTime();
  const since = now - FEED_DAYS * 86_400_000;
  const covered = (from: number, to: number) =>
    releaseCoverage([...context.releases, now], { from, to: Math.min(to, now) });
  const recent = await events(store, `listed_at >= ${sqlTime(since)}`);
  const months = (
    await store.rows<{ month: string }>(
      "SELECT DISTINCT strftime(listed_at, '%Y-%m') AS month FROM events ORDER BY month DESC",
    )
  ).map((row) => row.month);
  const url = (month: string | undefined) => (month ? `${context.base}/api/v1/events/${month}` : null);
  const coverage = covered(since, now);
  const meta = { next: null, prev: url(months[0]), total: recent.length, days: FEED_DAYS, months, coverage };
  await folder.text('public/api/v1/events.json', list(recent, meta));
  const feed = {
    updated: context.now,
    base: context.base,
    self: '/api/v1/events.atom',
    json: '/api/v1/events',
    coverage,
  };
  await folder.text('public/api/v1/events.atom', atom(recent, feed));
  for (const [index, month] of months.entries()) {
    const rows = await events(store, `strftime(listed_at, '%Y-%m') = '${month}'`);
    // The page after the newest archive is the feed.
    const next = index === 0 ? `${context.base}/api/v1/events` : url(months[index - 1]);
    await folder.text(
      `public/api/v1/events/${month}.json`,
      list(rows, {
        next,
        prev: url(months[index + 1]),
        total: rows.length,
        month,
        coverage: covered(Date.parse(`${month}-01`), monthAfter(month)),
      }),
    );
  }
}

/** The end of a month, milliseconds since 1970. */
const monthAfter = (month: string) => Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1);

async function events(store: Store, where: string): Promise<Event[]> {
  const rows = await store.rows<{ json: string }>(
    `SELECT to_json({id: id, type: type, norad_cat_id: norad_cat_id, cospar_id: cospar_id, name: name, object_class: object_class,
        occurred_at: strftime(occurred_at, '%Y-%m-%dT%H:%M:%SZ'), detected_at: strftime(detected_at, '%Y-%m-%dT%H:%M:%SZ'), sources: sources, details: details})::VARCHAR AS json
      FROM events WHERE ${where} ORDER BY listed_at DESC, occurred_at DESC, type, norad_cat_id, id`,
  );
  return rows.map((row) => JSON.parse(row.json) as Event);
}

function list(rows: readonly unknown[], meta: object): string {
  return `{"data":[${rows.map((row) => JSON.stringify(row)).join(',\n')}],\n"meta":${JSON.stringify(meta)}}\n`;
}
