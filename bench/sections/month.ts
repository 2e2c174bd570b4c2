import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, manifest } from '../../src/schema/manifest.ts';
import type { Section } from '../bench.ts';
import { figure } from '../figure.ts';
import { saved } from '../results.ts';

/** What is taken for given; the page of the documentation names each. */
export const assumed = {
  downloadsADay: 1_000_000,
  /** The part of downloads that each file has. */
  files: { elements: 0.9, 'dataset/active.csv': 0.06, 'dataset/all.csv': 0.03, 'dataset/all.json': 0.01 },
  /** The part that asks for each coding. */
  codings: { br: 0.6, gzip: 0.35, identity: 0.05 },
  keyedASecond: 1000,
  /** The part of keyed requests that each route has, by its figure. */
  routes: { 'satellites/{id}, gzip': 0.8, 'lists, random filters': 0.1, search: 0.1 },
  days: 30,
} as const;

const endings = { br: '.br', gzip: '.gz', identity: '' } as const;
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** What a month weighs, from the files of a release and the requests a second that were measured: no request is sent. */
export const month: Section = {
  name: 'month',
  about:
    'what a month of downloads and keyed requests weighs, computed from a release’s files and the figures of api and search',
  needs: [],
  async run(bench) {
    const release = manifest.parse(JSON.parse(await readFile(join(bench.home, 'current/manifest.json'), 'utf8')));
    const rates = await requestsASecond();
    const found = weigh(release, rates);
    const terabytes = (bytes: number) => bytes / 1e12;
    const figures = [
      figure({ what: 'downloads in 30 days', unit: 'TB', ours: terabytes(found.download_bytes_month) }),
      figure({ what: 'keyed requests in 30 days', unit: 'TB', ours: terabytes(found.keyed_bytes_month) }),
      figure({ what: 'of the measured machine for those', unit: '%', ours: 100 * found.keyed_machine }),
    ];
    return { figures, details: { ...found, rates } };
  },
};

/** What was measured last of each route; throws where one was not. */
async function requestsASecond(): Promise<Record<string, number>> {
  const { api, search } = (await saved()) as Record<string, { figures: readonly Measured[] } | undefined>;
  const known = [...(api?.figures ?? []), ...(search?.figures ?? [])];
  return Object.fromEntries(
    Object.keys(assumed.routes).map((route) => {
      const found = known.find(({ what, unit }) => what === route && unit === 'requests/s');
      if (!found) throw new Error(`${route} has not been measured yet: npm run bench -- api search --home DIR`);
      return [route, found.ours];
    }),
  );
}

interface Measured {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
}

function weigh(release: Manifest, rates: Readonly<Record<string, number>>) {
  const files = Object.fromEntries(
    Object.entries(assumed.files).map(([name, part]) => {
      const path = `public/api/v1/${/\.\w+$/.test(name) ? name : `${name}.json`}`;
      const bytes = Object.fromEntries(
        Object.entries(endings).map(([coding, ending]) => [coding, release.files[path + ending]!.bytes]),
      ) as Record<keyof typeof endings, number>;
      const downloads = Math.round(assumed.downloadsADay * part);
      const mean = sum(
        Object.entries(assumed.codings).map(([coding, share]) => share * bytes[coding as keyof typeof endings]),
      );
      return [name, { downloads_day: downloads, ...bytes, bytes_day: Math.round(downloads * mean) }] as const;
    }),
  );
  const requests = assumed.keyedASecond * 86_400 * assumed.days;
  const record = release.files['records.sqlite']!.bytes / release.counts.satellites;
  return {
    objects: release.counts.satellites,
    release_bytes: sum(Object.values(release.files).map(({ bytes }) => bytes)),
    files,
    download_bytes_month: assumed.days * sum(Object.values(files).map((file) => file.bytes_day)),
    /** Mean size of a record as it is sent, gzip. */
    record_bytes: Math.round(record),
    keyed_requests_month: requests,
    keyed_bytes_month: Math.round(requests * record),
    /** The part of the measured machine that the keyed requests take. */
    keyed_machine: sum(
      Object.entries(assumed.routes).map(([route, part]) => (part * assumed.keyedASecond) / rates[route]!),
    ),
  };
}
