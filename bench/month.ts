import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, manifest } from '../src/schema/manifest.ts';
import { save, saved } from './results.ts';

/** What is taken for given; the page of the documentation names each. */
export const assumed = {
  downloadsADay: 1_000_000,
  /** The part of downloads that each file has. */
  files: { elements: 0.9, 'dataset/active.csv': 0.06, 'dataset/all.csv': 0.03, 'dataset/all.json': 0.01 },
  /** The part that asks for each coding. */
  codings: { br: 0.6, gzip: 0.35, identity: 0.05 },
  keyedASecond: 1000,
  /** The part of keyed requests that each route has. */
  routes: { 'satellites/{id}, gzip': 0.8, 'lists, random filters': 0.1, search: 0.1 },
  days: 30,
} as const;

const endings = { br: '.br', gzip: '.gz', identity: '' } as const;
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** What a month weighs, from the files of a release and the requests a second that were measured: no request is sent. */
interface Month {
  readonly release: string;
  readonly objects: number;
  readonly release_bytes: number;
  readonly files: Readonly<
    Record<
      string,
      {
        readonly downloads_day: number;
        readonly br: number;
        readonly gzip: number;
        readonly identity: number;
        readonly bytes_day: number;
      }
    >
  >;
  readonly download_bytes_month: number;
  /** Mean size of a record as it is sent, gzip. */
  readonly record_bytes: number;
  readonly keyed_requests_month: number;
  readonly keyed_bytes_month: number;
  /** The part of the measured machine that the keyed requests take. */
  readonly keyed_machine: number;
}

function weigh(release: Manifest, recordBytes: number, rates: Readonly<Record<string, number>>): Month {
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
  return {
    release: release.id,
    objects: release.counts.satellites,
    release_bytes: sum(Object.values(release.files).map(({ bytes }) => bytes)),
    files,
    download_bytes_month: assumed.days * sum(Object.values(files).map((file) => file.bytes_day)),
    record_bytes: Math.round(recordBytes),
    keyed_requests_month: requests,
    keyed_bytes_month: Math.round(requests * recordBytes),
    keyed_machine: sum(
      Object.entries(assumed.routes).map(([route, part]) => (part * assumed.keyedASecond) / rates[route]!),
    ),
  };
}

/** Reads a release's sizes and the API's measured rates, prints what a month weighs, and saves it. */
export async function benchMonth(home: string, print: (line: string) => void): Promise<void> {
  const folder = join(home, 'current');
  const release = manifest.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
  const { api } = await saved();
  const loads = (api as { loads?: Record<string, { requests_s: number }> } | undefined)?.loads;
  if (!loads) throw new Error('the API has not been measured yet: npm run bench -- api --home DIR');
  const records = release.files['records.jsonl.gz']!.bytes / release.counts.satellites;
  const rates = Object.fromEntries(Object.entries(loads).map(([name, { requests_s }]) => [name, requests_s]));
  const found = weigh(release, records, rates);
  for (const [name, { downloads_day, bytes_day }] of Object.entries(found.files))
    print(
      `${name.padEnd(20)} ${String(downloads_day).padStart(8)} a day  ${(bytes_day / 1e9).toFixed(1).padStart(7)} GB a day`,
    );
  print(
    `downloads ${(found.download_bytes_month / 1e12).toFixed(1)} TB a month; keyed ${(found.keyed_bytes_month / 1e12).toFixed(1)} TB and ${(100 * found.keyed_machine).toFixed(0)} % of the machine that was measured`,
  );
  await save('month', { ...found });
}
