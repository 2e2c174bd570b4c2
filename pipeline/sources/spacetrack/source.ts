import { z } from 'zod';
import { satcatSite } from '../../codes/launch-sites.ts';
import { spaceTrackClass } from '../../codes/satcat.ts';
import { satcatOwner } from '../../codes/satcat-owners.ts';
import { addCountry, launchSpaces, stationOf } from '../catalog-claims.ts';
import { coded, day, unread } from '../cells.ts';
import { addElements } from '../element-claims.ts';
import { elementColumns, elementKey, elementRow } from '../element-row.ts';
import { type Cells, type ClaimWriter, type Source, sourceFile } from '../source.ts';
import { publisher } from './publisher.ts';
import { decay, tip } from './reentry-messages.ts';

const row = z.object({
  ...elementRow.shape,
  OBJECT_TYPE: coded((code) => (code === '' ? null : spaceTrackClass(code))),
  COUNTRY_CODE: coded((code) => (code === '' ? null : satcatOwner(code))),
  LAUNCH_DATE: day,
  SITE: coded(satcatSite),
  ...unread('COMMENT CREATION_DATE ORIGINATOR FILE GP_ID', 'the message that the set comes in'),
  ...unread('SEMIMAJOR_AXIS PERIOD APOAPSIS PERIAPSIS', 'computed from the mean motion and the eccentricity'),
  ...unread('RCS_SIZE', 'a size class; SATCAT has the cross-section'),
  ...unread('DECAY_DATE', 'blank: the query asks for objects in orbit'),
});

/** The newest element set of every object in orbit that has one of the last 30 days. */
const gp = sourceFile({
  matches: /^gp\.json$/,
  path: '/basicspacedata/query/class/gp/decay_date/null-val/epoch/%3Enow-30/orderby/norad_cat_id/format/json',
  format: 'elements',
  row,
  required: elementColumns,
  key: elementKey,
  observed: 'EPOCH',
  expected: 20_000,
  read,
});

function read(set: Cells<typeof row, (typeof elementKey)[number]>, writer: ClaimWriter): void {
  const url = `https://www.space-track.org/basicspacedata/query/class/gp/NORAD_CAT_ID/${set.NORAD_CAT_ID}/format/json`;
  addElements(set, writer, { url, named: true });
  const { OBJECT_TYPE: type, COUNTRY_CODE: owner, LAUNCH_DATE: launched, SITE: site } = set;
  // SATCAT, of the same origin, ranks before these columns.
  const second = { weight: 4 };
  if (type) writer.addClaim('object_class', type.value, type.raw, { isUnknown: type.value === 'UNKNOWN', weight: 5 });
  if (owner) addCountry(writer, 'country', owner.value, owner.raw, second);
  const spaces = launchSpaces(stationOf(set.OBJECT_ID));
  writer.addClaim('launch_date', launched, launched?.text ?? '', { spaces, ...second });
  if (site)
    writer.addClaim('launch_site', site.value.name, site.raw, {
      keys: site.value.keys,
      near: site.value.near,
      spaces,
      ...second,
    });
}

/**
 * Space-Track, by the account of the operator: one session a visit, and one query for each file. Its conjunction messages are never read.
 */
export const source: Source = {
  ...publisher,
  downloads: [
    { file: 'gp.json', path: gp.path, schedule: publisher.times.elements },
    { file: 'tip.json', path: tip.path, schedule: publisher.times.elements },
    { file: 'decay.json', path: decay.path, schedule: publisher.times.catalogEntries },
  ],
  account: { signIn: '/ajaxauth/login', signOut: '/ajaxauth/logout' },
  // At most 20 requests a minute, and 60 a day.
  fetchPolicy: {
    pause: 3000,
    interval: 1,
    retries: 0,
    retryStatuses: [],
    maxBytes: 128 * 2 ** 20,
    contact: false,
    budget: { requests: 60, megabytes: 400, notFound: 5 },
  },
  files: [gp, tip, decay],
};
