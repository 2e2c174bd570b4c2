import { expect, test } from 'vitest';
import { columnChoices, columnsOf, defaultColumns, satelliteRows } from '../../src/components/lists/satellite-rows.ts';
import { frequent, type Launch, launchDay, launchName } from '../../src/features/launches/components/launches.ts';
import { cleanQuery, type ListRow } from '../../src/http/pages/page-list.ts';

const launch = (launch_id: string, values: Partial<Launch>): Launch => ({
  launch_id,
  launch_date: null,
  launch_site: null,
  launch_vehicle: null,
  provider: null,
  provider_slug: null,
  name: null,
  objects: 1,
  payloads: 1,
  rocket_bodies: 0,
  debris: 0,
  unknown: 0,
  on_orbit: 1,
  decayed: 0,
  uncertain: [],
  outcome: null,
  launch_pad: null,
  launch_platform: null,
  vehicle_variant: null,
  flight_id: null,
  flight_code: null,
  failure_code: null,
  ...values,
});
const launches = [
  launch('2025-002', {
    launch_vehicle: 'Falcon 9',
    launch_site: 'Cape Canaveral',
    provider: 'SpaceX',
    outcome: 'SUCCESS',
  }),
  launch('2024-007', {
    launch_vehicle: 'Falcon Heavy',
    provider: 'SpaceX',
    provider_slug: 'spacex',
    outcome: 'PARTIAL',
  }),
  launch('2024-001', { launch_vehicle: 'Soyuz-2-1B', launch_site: 'Baïkonur Cosmodrome', outcome: 'FAILURE' }),
  launch('1957-001', {}),
];
test('a launch without a date has the days between which it was', () => {
  const days = { from: '2026-07-11', to: '2026-08-22' };
  expect(launchDay('2026-07-01', days)).toBe('2026-07-01');
  expect(launchDay(null, days)).toBe('between 2026-07-11 and 2026-08-22');
  expect(launchDay(null, { from: '2026-07-11', to: '2026-07-11' })).toBe('2026-07-11');
  expect(launchDay(null, undefined)).toBeNull();
  const columns = columnsOf(['launch_date'], false);
  const cells = (launched?: typeof days) =>
    satelliteRows([{ norad_cat_id: 1, name: 'A', launch_date: null, launched } as unknown as ListRow], columns);
  expect(cells(days).replaceAll(/<[^>]+>/g, '')).toBe('1Abetween 2026-07-11 and 2026-08-22');
  expect(cells()).toContain('absent">—</td>');
});

test('debris has the date of the launch that it comes from, and was not launched itself', () => {
  const row = {
    norad_cat_id: 1,
    name: 'A DEB',
    object_class: 'DEBRIS',
    launch_date: '1999-05-10',
  } as unknown as ListRow;
  const cells = satelliteRows([row], columnsOf(['launch_date'], false));
  // The style sheet writes “launch of” before the date.
  expect(cells).toContain('<td class="time later launched of">1999-05-10</td>');
});

test('lists the most frequent values first', () => {
  expect(frequent(launches, ({ provider }) => provider, 5)).toEqual(['SpaceX']);
  expect(frequent(launches, ({ launch_vehicle }) => launch_vehicle, 2)).toEqual(['Falcon 9', 'Falcon Heavy']);
});

test('joins the selected columns of a form into one parameter', () => {
  expect(cleanQuery('columns=rcs_m2&q=a&columns=purpose&columns=')).toBe('columns=rcs_m2%2Cpurpose&q=a');
});

test('renders the selected columns in their fixed order, escaped and with a dash for missing values', () => {
  const row = {
    norad_cat_id: 5,
    name: '<VANGUARD>',
    cospar_id: '1958-002B',
    purpose: null,
    launch_mass_kg: 1470.5,
  } as ListRow;
  const columns = columnsOf(['name', 'launch_mass_kg', 'purpose', 'cospar_id'], true);
  expect(columns.map(({ label }) => label)).toEqual(['Launch mass, kg', 'Purpose', 'COSPAR designator']);
  expect(satelliteRows([row], columns)).toBe(
    '<tr><td class="number id aside">5</td><th scope="row"><a href="/satellites/5">&lt;VANGUARD&gt;</a></th>' +
      '<td class="number extra later" data-head="Launch mass">1,470.5</td><td class="extra later absent" data-head="Purpose">—</td>' +
      '<td class="extra later" data-head="COSPAR designator">1958-002B</td></tr>',
  );
});

test('offers every default column for selection', () => {
  expect(defaultColumns.filter((name) => !columnChoices.includes(name))).toEqual([]);
});

test('a launch with the name of one payload is not called after it alone', () => {
  const named = (values: Partial<Launch>) => launchName(launch('2026-225', values), new Set(['2026-225']));
  expect(named({ name: 'STARLINK-40083', payloads: 27 })).toBe('STARLINK-40083 and 26 other payloads');
  expect(named({ name: 'STARLINK-40083', payloads: 2 })).toBe('STARLINK-40083 and 1 other payload');
  expect(named({ name: 'USA 708', payloads: 1 })).toBe('USA 708');
  expect(named({ name: null, payloads: 3 })).toBeNull();
  expect(launchName(launch('1998-067', { name: 'Zarya', payloads: 2 }), new Set(['2026-225']))).toBe('Zarya');
});
