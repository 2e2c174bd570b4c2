import { z } from 'zod';
import { isoCountries } from '../../codes/country.ts';
import { operator, operatorKeys } from '../../codes/operators.ts';
import type { OperationalStatus } from '../../codes/satcat.ts';
import { addCountry } from '../catalog-claims.ts';
import { coded, day, instantOrNone, pathBelow, text, unread, webAddress } from '../cells.ts';
import { addName } from '../names.ts';
import { type Cells, type ClaimWriter, type Source, sourceFile, usualFetchPolicy } from '../source.ts';
import { addDisposition, addStatus } from '../statuses.ts';
import { publisher } from './publisher.ts';
import { catalogedNumber, satnogsNames, transmitters } from './transmitters.ts';

/** `future` is a satellite that is not up yet: it has no status. */
const statuses: Record<string, OperationalStatus | null> = {
  alive: 'OPERATIONAL',
  dead: 'NONOPERATIONAL',
  're-entered': 'DECAYED',
  future: null,
  unknown: null,
  '': null,
};

/** Base URL of SatNOGS' pictures. */
const MEDIA = 'https://db.satnogs.org/media/';

const row = z.object({
  sat_id: z.string().regex(/^[A-Z]{4}-\d{4}-\d{4}-\d{4}-\d{4}$/, 'bad_id'),
  norad_cat_id: z.string(),
  name: text,
  names: z.string().default(''),
  image: pathBelow(MEDIA),
  status: coded((code) => (Object.hasOwn(statuses, code) ? statuses[code] : undefined)),
  decayed: day,
  launched: day,
  deployed: day,
  website: webAddress,
  operator: text,
  countries: coded(isoCountries),
  updated: instantOrNone,
  ...unread('norad_follow_id associated_satellites', 'other records of the same or a neighboring object'),
  ...unread('telemetries', 'decoders of telemetry'),
  ...unread('citation', 'where the row comes from, as free text'),
  ...unread('is_frequency_violator', 'said of each transmitter, too'),
});

const satellites = sourceFile({
  matches: /^satellites\.json$/,
  path: '/api/satellites/?format=json',
  format: 'json',
  row,
  key: ['sat_id', 'norad_cat_id'],
  observed: 'updated',
  expected: 2_000,
  read,
});

function read(satellite: Cells<typeof row, 'sat_id' | 'norad_cat_id'>, writer: ClaimWriter): void {
  // Transmitters refer to their object only by this id.
  if (satellite.name) writer.setLookup(satnogsNames, satellite.sat_id, satellite.name);
  const number = catalogedNumber(satellite.norad_cat_id, writer);
  if (number === null) return;
  writer.beginRecord(number, {
    record: satellite.sat_id,
    url: `https://db.satnogs.org/satellite/${satellite.sat_id}`,
    observedAt: satellite.updated ?? null,
    createsObject: false,
  });
  const { status, countries, decayed } = satellite;
  addName(writer, [satellite.name, ...satellite.names.split(/[\n\r,;]+/).map((name) => name.trim() || null)]);
  writer.addClaim('satnogs_id', satellite.sat_id, satellite.sat_id);
  writer.addClaim('launch_date', satellite.launched, satellite.launched?.text ?? '');
  writer.addClaim('separation_date', satellite.deployed, satellite.deployed?.text ?? '');
  writer.addClaim('decay_date', decayed, decayed?.text ?? '');
  if (status && !(decayed && status.value !== 'DECAYED')) addStatus(writer, status.value, status.raw, decayed);
  else if (decayed) addStatus(writer, 'DECAYED', `decayed=${decayed.text}`, decayed);
  if (decayed || status?.value === 'DECAYED')
    addDisposition(writer, 'REENTERED', status?.raw ?? `decayed=${decayed?.text}`, decayed);
  if (countries) addCountry(writer, 'country', countries.value, countries.raw);
  writer.addClaim('website', satellite.website, satellite.website ?? '');
  if (satellite.image) writer.addClaim('image', MEDIA + satellite.image, satellite.image);
  const known = operator(satellite.operator);
  if (!known) return;
  writer.name('operator', known.slug, known.name);
  writer.addClaim('operator', known.slug, satellite.operator ?? '', { keys: operatorKeys(satellite.operator ?? '') });
}

export const source: Source = {
  ...publisher,
  downloads: [
    { file: 'satellites.json', path: satellites.path, schedule: publisher.times.all },
    { file: 'transmitters.json', path: transmitters.path, schedule: publisher.times.all },
  ],
  fetchPolicy: usualFetchPolicy,
  files: [satellites, transmitters],
};
