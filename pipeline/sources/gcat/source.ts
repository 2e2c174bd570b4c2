import { type Source, usualFetchPolicy } from '../source.ts';
import { psatcat, psatcat100k } from './psatcat.ts';
import { publisher } from './publisher.ts';
import { satcat, satcat100k } from './satcat.ts';
import { launches, lv, orgs, sites } from './tables.ts';

const files = [orgs, sites, lv, launches, satcat, satcat100k, psatcat, psatcat100k];

export const source: Source = {
  ...publisher,
  downloads: files.map(({ path }) => ({
    file: path.slice(path.lastIndexOf('/') + 1),
    path,
    schedule: publisher.times.all,
    essential: true,
  })),
  fetchPolicy: { ...usualFetchPolicy, maxBytes: 128 * 2 ** 20 },
  files,
};
