import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomLists } from '../../bench/asked/lists.ts';
import { Right } from '../../bench/asked/right.ts';
import { searchesOf, searchPath } from '../../bench/asked/searches.ts';
import { missing } from '../../bench/machine.ts';
import { load } from '../../bench/measure/load.ts';
import { type Served, serveNothing } from '../../bench/measure/served.ts';
import { serveNginx } from '../../bench/rivals/nginx.ts';
import { serveRival } from '../../bench/rivals/rival.ts';
import { fold } from '../../src/schema/fold.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';

/** Beside other work the sample takes its time, ms. */
const patience = 180_000;
let home: string;
let right: Right;

beforeAll(async () => {
  home = await copySample();
  right = await Right.open(home);
}, patience);
afterAll(async () => {
  right.close();
  await removeFolder(home);
});

const told = (what: string, lacking: string | null) => (lacking === null ? what : `${what} (skipped: ${lacking})`);
const withoutPostgres = missing(['postgres']);
const withoutNginx = missing(['nginx']);
const withoutWrk = missing(['wrk']);

describe('searches made from a catalogue', () => {
  test('are the same for the same seed, and others for another', () => {
    const typed = (seed: number) => searchesOf(right.catalogue, 200, seed).map(({ q }) => q);
    expect(typed(1)).toEqual(typed(1));
    expect(typed(1)).not.toEqual(typed(2));
  });

  test('have a right answer, and slips that make no other name', () => {
    const { things } = right.catalogue;
    const names = new Set(things.flatMap(({ name, alt_names }) => [name, ...alt_names].map(fold)));
    const searches = searchesOf(right.catalogue, 300, 3);
    for (const { q, edits, right: isRight } of searches) {
      expect(
        things.some(({ id }) => isRight(id)),
        q,
      ).toBe(true);
      if (edits > 0) expect(names.has(fold(q)), q).toBe(false);
    }
    const share = (kind: string) => searches.filter((one) => one.kind === kind).length / searches.length;
    expect(share('name')).toBeCloseTo(0.4, 1);
    expect(share('number')).toBeCloseTo(0.1, 1);
    expect(searches.filter(({ edits }) => edits > 0).length).toBeGreaterThan(100);
  });
});

describe(told('Fastify and PostgreSQL', withoutPostgres), { skip: withoutPostgres !== null }, () => {
  let rival: Served;
  beforeAll(async () => {
    rival = await serveRival(home, right, true);
  }, patience);
  afterAll(() => rival.stop());
  const ask = (path: string, coding = 'identity') =>
    fetch(`${rival.base}${path}`, { headers: { 'Accept-Encoding': coding } });

  test('answer what the release says, byte for byte', async () => {
    const { things, withElements, withTle, countries } = right.catalogue;
    const record = `/api/v1/satellites/${things[7]!.id}`;
    expect(await right.record(record, await ask(record))).toBeNull();
    expect(await right.record(record, await ask(record, 'gzip'))).toBeNull();
    for (const id of withTle.slice(0, 5))
      expect(await right.tle(`/satellites/${id}`, await ask(`/api/v1/satellites/${id}/tle`))).toBeNull();
    for (const id of withElements.slice(0, 5))
      expect(await right.omm(`/satellites/${id}`, await ask(`/api/v1/satellites/${id}/omm`))).toBeNull();
    for (const path of randomLists(60, 1, countries).map((one) => one.replace(/offset=\d+/, 'offset=3')))
      expect(await right.list(path, await ask(path)), path).toBeNull();
  });

  test('find what is meant, misspelt too', async () => {
    const found = async (q: string) => {
      const path = searchPath(q);
      expect(await right.search(path, await ask(path))).toBeNull();
      return ((await (await ask(path)).json()) as { data: { norad_cat_id: number }[] }).data[0]?.norad_cat_id;
    };
    expect(await found('25544')).toBe(25544);
    expect(await found('98067A')).toBe(25544);
    expect(await found('iss (zariya)')).toBe(25544);
  });

  test('are caught where they answer something else', async () => {
    const [one, other] = right.catalogue.things.map(({ id }) => `/api/v1/satellites/${id}`) as [string, string];
    expect(await right.record(one, await ask(other))).toMatch(/not this record/);
    expect(await right.list('/api/v1/satellites?active=true', await ask('/api/v1/satellites?active=false'))).toMatch(
      /other objects/,
    );
    const [tle, another] = right.catalogue.withTle.map((id) => `/api/v1/satellites/${id}/tle`) as [string, string];
    expect(await right.tle(tle, await ask(another))).toContain('\n1 ');
  });
});

test.skipIf(withoutNginx !== null)(told('nginx sends the packed files of the release', withoutNginx), async () => {
  const nginx = await serveNginx(home);
  try {
    for (const [path, file] of Object.entries({
      '/api/v1/elements': 'public/api/v1/elements.json',
      '/api/v1/dataset/active.csv': 'public/api/v1/dataset/active.csv',
    }))
      for (const coding of ['br', 'gzip']) {
        const answer = await fetch(`${nginx.base}${path}`, { headers: { 'Accept-Encoding': coding } });
        expect(answer.headers.get('content-encoding')).toBe(coding);
        expect(await right.file(file)(path, answer)).toBeNull();
      }
  } finally {
    await nginx.stop();
  }
});

test.skipIf(withoutWrk !== null)(told('a load with a wrong answer gives no figure', withoutWrk), async () => {
  const nothing = await serveNothing('bare');
  const question = { paths: ['/api/v1/satellites/1'], headers: {}, connections: 2, seconds: 1 };
  try {
    const good = await load(nothing.base, { ...question, wrong: async () => null });
    expect(good.requests_s).toBeGreaterThan(0);
    expect(good.checked).toBeGreaterThan(0);
    await expect(load(nothing.base, { ...question, wrong: async () => 'not it' })).rejects.toThrow(/wrongly: not it/);
  } finally {
    await nothing.stop();
  }
});
