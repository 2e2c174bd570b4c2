import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Catalog, openCatalog } from '../../src/catalog/catalog.ts';
import { makeHome, publish, removeHome } from '../server/release-folder.ts';

let home: string;
let catalog: Catalog;

beforeAll(async () => {
  home = await makeHome();
  const id = await publish(home, 1);
  catalog = await openCatalog(join(home, 'releases', id));
});
afterAll(async () => {
  catalog.close();
  await removeHome(home);
});

test('the newest events come newest first, as the schema says they are', async () => {
  const events = await catalog.newestEvents(3);
  expect(events).toHaveLength(3);
  expect(events[0]).toEqual({
    id: 'new_object-90001',
    type: 'new_object',
    norad_cat_id: 90_001,
    cospar_id: '2026-100A',
    name: 'TEST OBJECT 0 OF RELEASE 1',
    object_class: 'PAYLOAD',
    occurred_at: '2026-08-21T00:30:00Z',
    detected_at: '2026-08-22T00:00:00Z',
    sources: ['celestrak', 'gcat'],
    details: { launch_date: '2026-08-19' },
  });
  expect(events.map(({ occurred_at }) => occurred_at)).toEqual(
    events
      .map(({ occurred_at }) => occurred_at)
      .sort()
      .reverse(),
  );
});

test('many questions at once', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => catalog.newestEvents(14)));
  expect(new Set(answers.map((events) => JSON.stringify(events))).size).toBe(1);
});

test('a file that is not there is an error, and is not made', async () => {
  await expect(openCatalog(join(home, 'releases', 'none'))).rejects.toThrow();
});
