import { publisher } from '../../../src/schema/release/publishers.ts';
import { type Source, usualFetchPolicy } from '../source.ts';
import { psatcat, psatcat100k } from './psatcat.ts';
import { satcat, satcat100k } from './satcat.ts';
import { launches, lv, orgs, sites } from './tables.ts';

const files = [orgs, sites, lv, launches, satcat, satcat100k, psatcat, psatcat100k];

const terms = publisher('gcat');

export const gcat: Source = {
  ...terms,
  downloads: files.map(({ path }) => ({
    file: path.slice(path.lastIndexOf('/') + 1),
    path,
    schedule: terms.times.all,
    essential: true,
  })),
  fetchPolicy: { ...usualFetchPolicy, maxBytes: 128 * 2 ** 20 },
  files,
};
