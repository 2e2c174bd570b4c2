import { z } from 'zod';
import { isOneLine } from '../../../src/schema/escaped-text.ts';
import { isoCountry } from '../../codes/country.ts';
import { vehicleKeys } from '../../codes/names.ts';
import { operator, operatorKeys } from '../../codes/operators.ts';
import { isoDate, type VagueDate } from '../../codes/vague-date.ts';
import { addCountry } from '../catalog-claims.ts';
import { catalogNumber, coded, designator, number, text, unread, webAddress } from '../cells.ts';
import { addName } from '../names.ts';
import { type Cells, type ClaimWriter, type Source, sourceFile, usualFetchPolicy } from '../source.ts';
import { addDisposition, addStatus } from '../statuses.ts';
import { publisher } from './publisher.ts';
import { wikidataQueries } from './queries.ts';

const country = coded((code) => (code === '' ? null : isoCountry(code)));
const precision = z
  .string()
  .regex(/^(\d{1,2})?$/, 'unknown_code')
  .default('');

/** The variables of Orbweaver's SPARQL query; SPARQL's own JSON results form, one binding a row. */
const row = z.object({
  item: z.string().regex(/^https?:\/\/www\.wikidata\.org\/entity\/Q[1-9]\d*$/, 'bad_item'),
  itemLabel: text,
  altLabels: z.string().default('').refine(isOneLine, 'control_character'),
  scn: catalogNumber,
  cospar: designator,
  operatorLabel: text,
  countryCode: country,
  manufacturerLabel: text,
  manufacturerCountryCode: country,
  launchDate: z.string().default(''),
  launchDatePrecision: precision,
  decayDate: z.string().default(''),
  decayDatePrecision: precision,
  vehicleLabel: text,
  massKg: number(0, 1e6),
  image: webAddress,
  website: webAddress,
  ...unread('operator manufacturer', 'items: their labels are read'),
  ...unread('siteLabel', 'sites of Wikidata are of every size, from a pad to a country'),
});

const satellites = sourceFile({
  matches: /^satellites\.json$/,
  path: '/sparql',
  format: 'sparql-json',
  row,
  key: ['item', 'scn'],
  expected: 2_000,
  read,
});

function read(satellite: Cells<typeof row, 'item' | 'scn'>, writer: ClaimWriter): void {
  const id = satellite.item.slice(satellite.item.lastIndexOf('/') + 1);
  writer.beginRecord(satellite.scn, {
    record: id,
    url: `https://www.wikidata.org/wiki/${id}`,
    observedAt: null,
    createsObject: false,
  });
  // A label that is only the item's own number means that the item has no name in any requested language.
  const label = /^Q\d+$/.test(satellite.itemLabel ?? '') ? null : satellite.itemLabel;
  addName(writer, [label, ...satellite.altLabels.split('|').map((name) => name.trim() || null)]);
  writer.addClaim('common_name', label, label ?? '');
  writer.addClaim('wikidata_id', id, satellite.item);
  writer.addClaim('cospar_id', satellite.cospar, satellite.cospar ?? '', { weight: 3 });
  addDate(writer, 'launch_date', satellite.launchDate, satellite.launchDatePrecision);
  addDate(writer, 'decay_date', satellite.decayDate, satellite.decayDatePrecision);
  const { countryCode, manufacturerCountryCode: makerCountry, massKg } = satellite;
  if (countryCode) addCountry(writer, 'country', countryCode.value, countryCode.raw);
  if (makerCountry) addCountry(writer, 'manufacturer_country', makerCountry.value, makerCountry.raw);
  writer.addClaim('launch_mass_kg', massKg?.value || null, massKg?.raw ?? '');
  const vehicle = satellite.vehicleLabel;
  if (vehicle) writer.addClaim('launch_vehicle', vehicle, vehicle, vehicleKeys(vehicle));
  writer.addClaim('image', satellite.image, satellite.image ?? '');
  writer.addClaim('website', satellite.website, satellite.website ?? '');
  const maker = satellite.manufacturerLabel;
  if (maker) writer.addClaim('manufacturer', maker, maker, { keys: operatorKeys(maker) });
  const known = operator(satellite.operatorLabel);
  if (!known) return;
  writer.name('operator', known.slug, known.name);
  writer.addClaim('operator', known.slug, satellite.operatorLabel ?? '', {
    keys: operatorKeys(satellite.operatorLabel ?? ''),
  });
}

function addDate(writer: ClaimWriter, field: 'launch_date' | 'decay_date', raw: string, unit: string): void {
  const date: VagueDate | null | undefined = isoDate(raw, unit === '' ? undefined : Number(unit));
  if (date === undefined) writer.reject('bad_date', field === 'launch_date' ? 'launchDate' : 'decayDate', raw, 'value');
  else writer.addClaim(field, date, raw);
  if (field !== 'decay_date' || !date) return;
  addStatus(writer, 'DECAYED', raw, date);
  addDisposition(writer, 'REENTERED', raw, date);
}

export const source: Source = {
  ...publisher,
  downloads: [
    { file: 'satellites.json', path: satellites.path, schedule: publisher.times.all, queries: wikidataQueries },
  ],
  // Wikidata allows 60 s of computation in any 60 s: the pause restores the allowance before the next query.
  fetchPolicy: { ...usualFetchPolicy, pause: 30_000, retries: 2, contact: true },
  files: [satellites],
};
