import { columns } from '../field.ts';
import { type DatasetColumn, datasetType } from '../release/dataset.ts';
import { publisher } from '../release/publishers.ts';
import type { Source } from '../release/source.ts';
import { type Transmitter, transmitter } from './transmitter.ts';

/** Terms of everything that is said of transmitters: other ones than of the rest of the API. */
export const transmitterTerms = publisher('satnogs');

/** What a file says of its terms, by line. */
export const termsLines = ({
  attribution,
  license,
  license_url,
}: Pick<Source, 'attribution' | 'license' | 'license_url'>): readonly string[] => [
  attribution,
  `License: ${license}, ${license_url}`,
];

/** What a calendar says besides the frequencies of a transmitter: what it is, and what to cite. */
export const frequencySource = ({ description, mode }: Pick<Transmitter, 'description' | 'mode'>): string =>
  `${description ?? 'Transmitter'}${mode === null ? '' : `, ${mode}`}. ${transmitterTerms.attribution}, ${transmitterTerms.license}.`;

/** The columns of `dataset/transmitters`: those of a transmitter, then what to cite. */
export const transmitterColumns: readonly DatasetColumn[] = [
  ...columns(transmitter).map(({ name, sql, unit, meaning }) => ({
    name,
    type: datasetType(sql),
    meaning: unit === undefined ? meaning : `${meaning} (${unit})`,
  })),
  { name: 'attribution', type: 'string', meaning: 'Attribution to give if you use the row' },
];
