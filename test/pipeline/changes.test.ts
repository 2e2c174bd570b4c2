import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangeIndex, ChangeSet } from '../../src/schema/changes/change-set.ts';
import { changeFields, type Event } from '../../src/schema/changes/event.ts';
import { type SampleServer, serve } from '../api/sample-server.ts';
import { allElements, applyChanges, applyElements, ordered, recordsOf, setsOf, stepsTo } from './apply-changes.ts';
import { type OpenedRelease, openRelease } from './release/opened-release.ts';
import { build, copySample, makeFolder, removeFolder, SECOND, sample } from './sample-build.ts';

/** Edits by catalog number: each returns the changed line, or null to remove it. */
type Edits = Readonly<Record<number, (line: string) => string | null>>;

async function writeEdited(from: string, to: string, numberOf: RegExp, edits: Edits): Promise<void> {
  const lines = (await readFile(from, 'utf8')).trimEnd().split('\n');
  const kept = lines.flatMap((line) => {
    const edit = edits[Number(numberOf.exec(line)?.[1])];
    return edit ? (edit(line) ?? []) : line;
  });
  expect(kept).not.toEqual(lines);
  await writeFile(to, `${kept.join('\n')}\n`);
}

const remove = () => null;
const HOUR = 3_600_000;
/** The edits of a third release, with every kind of change; a fourth release undoes most of them. */
const satcatEdits: Edits = {
  190232: remove,
  190061: (line) => line.replace('SAMPLE LEO PAYLOAD 001', 'SAMPLE "QUOTED" \\ PAYLOAD'),
  190062: (line) => line.replace('PAY,+,UK', 'PAY,-,GER'),
  190076: (line) => line.replace('2026-08-22', '2026-08-21'),
  190079: (line) => line.replace(',849,8.9204', ',849,'),
};
const gpEdits: Edits = { 190075: remove, 190232: remove };

let home: string;
let files: string;
let server: SampleServer;
/** An active object that joins a group, and the one that leaves it. */
const JOINING_ID = 190_061;
let leavingId: number;
const releases: OpenedRelease[] = [];

beforeAll(async () => {
  home = await copySample();
  files = await makeFolder();
  const second = join(sample, 'second');
  releases.push(await openRelease(home));
  const third = join(files, 'third/celestrak');
  await mkdir(third, { recursive: true });
  await writeEdited(
    join(second, 'celestrak/satcat.csv'),
    join(third, 'satcat.csv'),
    /,(\d+),(?:PAY|R\/B|DEB|UNK),/,
    satcatEdits,
  );
  await writeEdited(join(second, 'celestrak/gp-active.csv'), join(third, 'gp-active.csv'), /,U,(\d+),/, gpEdits);
  // One object leaves the group, one gets another name in it, and one joins it with unchanged elements.
  const stations = await readFile(join(sample, 'first/celestrak/gp-stations.csv'), 'utf8');
  const [header, leavingRow, renamed, ...others] = stations.trimEnd().split('\r\n');
  const active = await readFile(join(sample, 'first/celestrak/gp-active.csv'), 'utf8');
  const joiningRow = active.split('\r\n').find((line) => line.includes(`,${JOINING_ID},`))!;
  const changed = [header, renamed!.replace(/^[^,]+/, 'RENAMED'), ...others, joiningRow];
  await writeFile(join(third, 'gp-stations.csv'), `${changed.join('\r\n')}\r\n`);
  leavingId = Number(leavingRow!.split(',')[11]);
  await build(home, join(files, 'third'), new Date(SECOND.getTime() + 6 * HOUR), { archive: false });
  releases.push(await openRelease(home));
  await build(home, second, new Date(SECOND.getTime() + 12 * HOUR), { archive: false });
  releases.push(await openRelease(home));
  server = await serve(home);
});
afterAll(async () => {
  for (const release of releases) release.close();
  await server?.remove();
  if (files) await removeFolder(files);
});

const first = async () => {
  const [step] = await stepsTo(releases[0]!);
  return step!.from;
};

describe('the change sets of a release', () => {
  test('lead from every earlier release to it', async () => {
    const ids = [await first(), ...releases.map(({ manifest }) => manifest.id)];
    const steps = await stepsTo(releases[2]!);
    expect(steps.map(({ from, to }) => [from, to])).toEqual([0, 1, 2].map((at) => [ids[at], ids[at + 1]]));
    expect((await releases[2]!.json('changes.json')).meta).toMatchObject({ oldest: ids[0], release: ids[3] });
    for (const { files: listed } of steps)
      for (const { url, bytes, sha256, compressed_bytes } of listed) {
        const name = `public${url}.json`;
        expect(releases[2]!.manifest.files[name]).toEqual({ bytes, sha256 });
        const sizes = ['', '.br', '.gz', '.zst'].map(
          async (ending) => (await stat(join(releases[2]!.folder, name + ending))).size,
        );
        expect(compressed_bytes).toBe(Math.min(...(await Promise.all(sizes))));
      }
  });

  test('turn the records of the previous release into those of the new one, value by value', async () => {
    for (const [at, release] of releases.entries()) {
      if (at === 0) continue;
      const records = await recordsOf(releases[at - 1]!);
      const { changes } = (await stepsTo(release)).at(-1)!;
      applyChanges(records, changes);
      const expected = await recordsOf(release);
      expect(ordered(records)).toEqual(ordered(expected));
      const { added, removed, changed } = changes.data;
      expect(changes.meta.counts).toMatchObject({
        added: added.length,
        removed: removed.length,
        changed: changed.length,
      });
      expect(changed.length).toBeGreaterThan(5);
    }
  });

  test('contain only the edited fields of an object, with their values before and after', async () => {
    const { changes } = (await stepsTo(releases[1]!)).at(-1)!;
    const of = (id: number) =>
      changes.data.changed
        .filter((one) => one.norad_cat_id === id)
        .map(({ field, before, after }) => [field, before, after]);
    expect(of(190_061)).toContainEqual([
      'name',
      'SAMPLE LEO PAYLOAD 001 [SYNTHETIC]',
      'SAMPLE "QUOTED" \\ PAYLOAD [SYNTHETIC]',
    ]);
    expect(of(190_062)).toEqual(
      expect.arrayContaining([
        ['active', true, false],
        ['country', 'GB', 'DE'],
        ['operational_status', 'OPERATIONAL', 'NONOPERATIONAL'],
      ]),
    );
    expect(of(190_079)).toEqual([['rcs_m2', 8.9204, null]]);
    // The object lost its elements, so its orbit is taken from SATCAT again.
    expect(of(190_075)).toContainEqual(['apogee_km', null, expect.any(Number)]);
    expect(changes.data.removed.map(({ norad_cat_id }) => norad_cat_id)).toEqual([190_232]);
    expect(changes.data.claims.withdrawn).toContainEqual(
      expect.objectContaining({
        norad_cat_id: 190_079,
        field: 'rcs_m2',
        source: 'celestrak',
        value: 8.9204,
        selected: true,
      }),
    );
    const back = (await stepsTo(releases[2]!)).at(-1)!.changes.data;
    expect(back.added.map(({ norad_cat_id }) => norad_cat_id)).toEqual([190_232]);
    expect(
      back.changed.find(({ norad_cat_id, field }) => norad_cat_id === 190_075 && field === 'apogee_km'),
    ).toMatchObject({ after: null, confidence_after: null });
  });
});

describe('the deltas of elements', () => {
  test('applied in sequence give every element set of the newest release, digit by digit', async () => {
    const sets = await allElements(releases[0]!);
    for (const { from, elements, counts } of await stepsTo(releases[2]!)) {
      if (from === (await first())) continue;
      applyElements(sets, setsOf(elements));
      const { sets: changed, gone } = setsOf(elements);
      expect([changed.size, gone.length]).toEqual([counts.elements_changed, counts.elements_gone]);
    }
    expect(ordered(sets)).toEqual(ordered(await allElements(releases[2]!)));
  });

  test('contain only element sets that are new or changed', async () => {
    const { elements } = (await stepsTo(releases[1]!)).at(-1)!;
    expect(setsOf(elements).gone).toEqual([190_075, 190_232]);
    const before = await allElements(releases[0]!);
    for (const [id, set] of setsOf(elements).sets) expect(before.get(id)).not.toEqual(set);
  });
});

describe('the deltas of the elements of a group', () => {
  const fileOf = async ({ folder }: OpenedRelease, name: string) => {
    const text = gunzipSync(await readFile(join(folder, `public/api/v1/elements/${name}.json.gz`))).toString();
    return { ...setsOf(text), meta: JSON.parse(text).meta };
  };
  const groups = async () => {
    const { meta } = (await releases[2]!.json('changes.json')) as unknown as ChangeIndex;
    return meta.groups!.map((path) => path.split('/').at(-3)!);
  };

  test('applied in sequence give the file of the group, with the same names and digits', async () => {
    expect(await groups()).toEqual(expect.arrayContaining(['active', 'stations', 'starlink']));
    for (const set of await groups()) {
      const held = await fileOf(releases[0]!, set);
      const path = [];
      let delta = await fileOf(releases[2]!, `${set}/changes/newest`);
      for (
        ;
        delta.meta.to !== held.meta.release;
        delta = await fileOf(releases[2]!, `${set}/changes/${delta.meta.from}`)
      )
        path.unshift(delta);
      expect(path.map(({ meta }) => meta.to)).toEqual(releases.slice(1).map(({ manifest }) => manifest.id));
      for (const { sets, gone, meta } of path) {
        applyElements(held.sets, { sets, gone });
        expect([set, held.sets.size]).toEqual([set, meta.objects]);
      }
      expect([set, ordered(held.sets)]).toEqual([set, ordered((await fileOf(releases[2]!, set)).sets)]);
    }
  });

  test('contain objects that joined, left or were renamed, even with unchanged elements', async () => {
    const { sets, gone } = await fileOf(releases[1]!, `stations/changes/${releases[1]!.manifest.id}`);
    expect(gone).toEqual([leavingId]);
    expect(sets.get(JOINING_ID)).toBeDefined();
    expect([...sets.values()].map((set) => set['object_name'])).toContain('RENAMED');
    expect(sets.size).toBe(2);
  });

  test('are served by release and as newest; an unknown group or release is a 404 with the valid ones', async () => {
    const get = (path: string) =>
      server.get(`/api/v1/elements/${path}`, { authorization: '', 'accept-encoding': 'br' });
    const [newest, same] = [
      await get('stations/changes/newest'),
      await get(`stations/changes/${releases[2]!.manifest.id}.json`),
    ];
    expect(newest.headers['content-encoding']).toBe('br');
    expect(newest.body).toEqual(same.body);
    expect((await get('nothing/changes/newest')).json()).toMatchObject({
      parameter: 'set',
      allowed: await groups().then((all) => all.toSorted()),
    });
    expect((await get('stations/changes/20260101T000000Z-00000000')).json()).toMatchObject({
      code: 'not_found',
      parameter: 'release',
      allowed: [...releases.map(({ manifest }) => manifest.id), 'newest'],
    });
  });
});

describe('GET /api/v1/changes?since=', () => {
  const fetchChanges = async (since: string) => {
    const response = await server.get(`/api/v1/changes?since=${since}`);
    return { status: response.status, body: response.json() };
  };

  test('merges the change sets since a release and omits changes that were undone', async () => {
    for (const [at, release] of releases.entries()) {
      const { status, body } = await fetchChanges(release.manifest.id);
      expect(status).toBe(200);
      const records = await recordsOf(release);
      applyChanges(records, body as unknown as ChangeSet);
      expect(ordered(records)).toEqual(ordered(await recordsOf(releases[2]!)));
      expect(body.meta).toMatchObject({ from: release.manifest.id, to: releases[2]!.manifest.id });
      expect(body.meta.releases).toEqual(releases.slice(at + 1).map(({ manifest }) => manifest.id));
      const sets = await allElements(release);
      for (const url of body.meta.elements as string[]) {
        const response = await server.get(new URL(url).pathname);
        applyElements(sets, setsOf(response.body.toString()));
      }
      expect(ordered(sets)).toEqual(ordered(await allElements(releases[2]!)));
    }
    // The last release is built from the same files as the one before the edits.
    const { body } = await fetchChanges(releases[0]!.manifest.id);
    expect(body.data.changed).toEqual([]);
    expect(body.data.claims).toEqual({ added: [], withdrawn: [] });
    expect((await fetchChanges(releases[2]!.manifest.id)).body.data.changed).toEqual([]);
  });

  test('returns 410 and where to start again if no change sets lead from that release', async () => {
    const { status, body } = await fetchChanges('20260101T000000Z-00000000');
    expect(status).toBe(410);
    expect(body).toMatchObject({
      code: 'release_too_old',
      begin: { release: releases[2]!.manifest.id, oldest: await first(), elements: '/api/v1/elements/all' },
    });
  });

  test('needs a key; the same path without since is a public file', async () => {
    const id = releases[0]!.manifest.id;
    expect((await server.get(`/api/v1/changes?since=${id}`, { authorization: '' })).status).toBe(401);
    expect((await server.get('/api/v1/changes', { authorization: '' })).json().data).toHaveLength(3);
    expect((await server.get(`/api/v1/changes/${id}`, { authorization: '' })).json().meta.to).toBe(id);
    expect((await server.get('/api/v1/changes/20260101T000000Z-00000000')).json()).toMatchObject({
      code: 'not_found',
      allowed: expect.arrayContaining([id]),
    });
  });

  test.each([
    'since=',
    'since=yesterday',
    'since=20260101T000000Z-00000000&since=20260101T000000Z-00000000',
    'since=20260101T000000Z-00000000&limit=2',
    'sense=x',
  ])('returns 400 for ?%s', async (query) => {
    expect((await server.get(`/api/v1/changes?${query}`)).json()).toMatchObject({ code: 'invalid_parameter' });
  });
});

describe('events of changed fields', () => {
  const eventsOf = async (release: OpenedRelease) => {
    const { data } = (await release.json('events.json')) as unknown as { data: Event[] };
    return data.filter(
      ({ type, detected_at }) => type === 'field_changed' && detected_at === release.manifest.generated_at,
    );
  };

  test('match the change set for status, name, operator, owner and decay date', async () => {
    const { changes } = (await stepsTo(releases[1]!)).at(-1)!;
    const expected = changes.data.changed.filter(
      ({ field, before, after }) => changeFields.some((name) => name === field) && before !== after,
    );
    const events = await eventsOf(releases[1]!);
    expect(
      events.map(({ norad_cat_id, details }) => [norad_cat_id, details['field'], details['before'], details['after']]),
    ).toEqual(expected.map(({ norad_cat_id, field, before, after }) => [norad_cat_id, field, before, after]));
    expect(events).toContainEqual(
      expect.objectContaining({
        id: expect.stringMatching(/^field_changed-190076-decay_date-20260822-[0-9a-f]{8}$/),
        details: { field: 'decay_date', before: '2026-08-22', after: '2026-08-21' },
        sources: ['celestrak'],
      }),
    );
  });

  test('do not repeat a reentry', async () => {
    const ids = (await eventsOf(releases[0]!)).map(({ norad_cat_id }) => norad_cat_id);
    expect(ids).toEqual(expect.arrayContaining([190_075, 190_079, 190_173]));
    expect(ids).not.toContain(190_076);
  });
});

test('the next release is published without a damaged change set', async () => {
  const damaged = await copySample();
  try {
    const release = await openRelease(damaged);
    const file = join(release.folder, `public/api/v1/changes/${release.manifest.id}.json`);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('"before"', '"befire"'));
    release.close();
    await build(damaged, join(sample, 'second'), new Date(SECOND.getTime() + 6 * HOUR), { archive: false });
    const next = await openRelease(damaged);
    expect((await stepsTo(next)).map(({ from }) => from)).toEqual([release.manifest.id]);
    next.close();
  } finally {
    await removeFolder(damaged);
  }
}, 120_000);
