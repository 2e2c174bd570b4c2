import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriesEvidence } from '../../../pipeline/launch-claims.ts';
import { type OpenedRelease, openRelease } from '../release/opened-release.ts';
import { build, FIRST, makeFolder, removeFolder } from '../sample-build.ts';

interface Payload {
  name: string;
  id: number;
  launch: string;
  country?: string;
  /** GCAT's owner; undefined: GCAT has no row. */
  owner?: string;
  kind?: string;
}

let nextId = 61_000;
const least = seriesEvidence;
/** Payloads of a series, evenly over launches. */
const series = (name: string, many: number, launches: number, owners: readonly string[] = ['FLT']): Payload[] =>
  Array.from({ length: many }, (_, at) => ({
    name: `${name} ${at + 1}`,
    id: nextId++,
    launch: `2024-${800 + (at % launches)}`,
    owner: owners[at % owners.length]!,
  }));
const added = (name: string, more: Partial<Payload> = {}): Payload => ({
  name,
  id: nextId++,
  launch: '2026-910',
  ...more,
});

const known = [
  ...series('FLEET', least.payloads, least.launches),
  ...series('FEW', least.payloads - 1, least.launches),
  ...series('ONCE', least.payloads, least.launches - 1),
  ...series('SHARED', least.payloads * 2, least.launches, ['FLT', 'OTH']),
];
const cases = {
  next: added('FLEET 99'),
  undesignated: added('FLEET 98', { country: 'TBD' }),
  abroad: added('FLEET 97', { country: 'FR' }),
  debris: added('FLEET 96', { kind: 'DEB' }),
  piece: added('FLEET 95 DEB', { kind: 'PAY' }),
  listed: added('FLEET 94', { owner: 'X' }),
  few: added('FEW 99'),
  once: added('ONCE 99'),
  shared: added('SHARED 99'),
  two: added('FLEET 93 (SHARED 98)'),
};
const all = [...known, ...Object.values(cases)];

const satcat = all.map(
  ({ name, id, launch, country = 'US', kind = 'PAY' }, at) =>
    `${name},${launch}${String.fromCharCode(65 + Math.floor(at / 26))}${String.fromCharCode(65 + (at % 26))},${id},${kind},+,${country},${launch.slice(0, 4)}-03-04,AFETR,,96.00,51.60,574,560,,,EA,ORB`,
);
const gcat = all.flatMap(({ name, id, launch, owner }) =>
  owner === undefined
    ? []
    : [
        [
          'S' + id,
          id,
          launch,
          `${launch}A`,
          'P',
          name,
          '-',
          `${launch.slice(0, 4)} Mar  4`,
          '-',
          'O',
          owner,
          'US',
          '-',
          '1',
          '-',
          'LEO/I',
          '-',
        ].join('\t'),
      ],
);
const files = {
  'celestrak/satcat.csv': [
    'OBJECT_NAME,OBJECT_ID,NORAD_CAT_ID,OBJECT_TYPE,OPS_STATUS_CODE,OWNER,LAUNCH_DATE,LAUNCH_SITE,DECAY_DATE,PERIOD,INCLINATION,APOGEE,PERIGEE,RCS,DATA_STATUS_CODE,ORBIT_CENTER,ORBIT_TYPE',
    ...satcat,
  ],
  'gcat/orgs.tsv': [
    '#Code UCode StateCode Type Class TStart TStop ShortName Name Parent EName'.replaceAll(' ', '\t'),
    'X\tX\tX\tCY\tC\t-\t-\tUNKNOWN\t-\t-\t-',
    'FLT\tFLT\tUS\tO\tB\t2000\t-\tFleet\tFleet People\t-\tFleet People',
    'OTH\tOTH\tHK\tO\tB\t2000\t-\tOthers\tOther People\t-\tOther People',
  ],
  'gcat/satcat.tsv': [
    '#JCAT Satcat Launch_Tag Piece Type Name PLName LDate DDate Status Owner State Manufacturer Mass MassFlag OpOrbit AltNames'.replaceAll(
      ' ',
      '\t',
    ),
    ...gcat,
  ],
};

let home: string;
let release: OpenedRelease;
beforeAll(async () => {
  home = await makeFolder();
  for (const [name, lines] of Object.entries(files)) {
    await mkdir(join(home, 'upstream', name, '..'), { recursive: true });
    await writeFile(join(home, 'upstream', name), `${lines.join('\n')}\n`);
  }
  await build(join(home, 'home'), join(home, 'upstream'), FIRST, { archive: false });
  release = await openRelease(join(home, 'home'));
}, 120_000);
afterAll(async () => {
  release?.close();
  await removeFolder(home);
});

const verdictOf = async ({ id }: Payload) =>
  (
    await release.rows(
      `SELECT operator_slug, confidence, sources, note FROM satellites LEFT JOIN (FROM provenance WHERE field = 'operator') USING (norad_cat_id) WHERE norad_cat_id = ${id}`,
    )
  )[0];
const none = { operator_slug: null, confidence: null, sources: null, note: null };

test('a payload that GCAT does not list yet has the operator of its series, as a guess that says on how many it rests', async () => {
  const inferred = {
    operator_slug: 'fleet-people',
    confidence: 'LOW',
    sources: ['derived'],
    note: expect.stringMatching(
      new RegExp(
        `^GCAT does not list it yet: all ${least.payloads} payloads .* of ${least.launches} launches, .*\\(S\\d+\\)\\.$`,
      ),
    ),
  };
  expect(await verdictOf(cases.next)).toEqual(inferred);
  expect(await verdictOf(cases.undesignated)).toEqual(inferred);
  const [claim] = await release.rows(`FROM claims WHERE norad_cat_id = ${cases.next.id} AND field = 'operator'`);
  expect(claim).toMatchObject({
    value_text: 'Fleet People',
    source: 'derived',
    confidence: 'LOW',
    selected: true,
    raw: 'FLT',
  });
});

test.each(['abroad', 'debris', 'piece', 'listed', 'few', 'once', 'shared', 'two'] as const)(
  'nothing is inferred of a payload whose evidence is not enough: %s',
  async (name) => {
    expect(await verdictOf(cases[name])).toEqual(none);
  },
);

test('a row that names another object does not list the object that its claim is about', async () => {
  const [key] = await release.rows(
    `SELECT sources FROM provenance WHERE field = 'norad_cat_id' AND norad_cat_id = ${cases.next.id}`,
  );
  expect(key).toEqual({ sources: ['celestrak'] });
});

test('an operator counts what was inferred, and has no last launch while later payloads of its countries have no operator', async () => {
  const [fleet] = await release.rows("FROM operators WHERE slug = 'fleet-people'");
  // `abroad` is of another country, `debris` no payload; the others of its launch have the same date as the last known one.
  expect(fleet).toMatchObject({
    inferred_satellites: 2,
    last_launch: '2026-03-04',
    last_known_launch: '2026-03-04',
    later_without_operator: 0,
  });
  const [other] = await release.rows("FROM operators WHERE slug = 'other-people'");
  expect(other).toMatchObject({
    inferred_satellites: 0,
    last_launch: null,
    last_known_launch: '2024-03-04',
    later_without_operator: 6,
  });
});

test('the owner of an operator has a name even if it owns no object', async () => {
  expect(
    await release.rows(
      "SELECT operators.name AS operator, country_names.name AS owner FROM operators LEFT JOIN country_names ON code = country WHERE slug = 'other-people'",
    ),
  ).toEqual([{ operator: 'Other People', owner: 'Hong Kong' }]);
});
