import { columns } from '../field.ts';
import { type DatasetColumn, datasetType } from '../release/dataset.ts';
import { publisher } from '../release/publishers.ts';
import type { Source } from '../release/source.ts';
import { type Transmitter, transmitter } from './transmitter.ts';

/** Terms of all transmitter data, which differ from those of the rest of the API. */
export const transmitterTerms = publisher('satnogs');

/** The terms of a file, by line. */
export const termsLines = ({
  attribution,
  license,
  license_url,
}: Pick<Source, 'attribution' | 'license' | 'license_url'>): readonly string[] => [
  attribution,
  `License: ${license}, ${license_url}`,
];

/** The line of a calendar besides a transmitter's frequencies: its description and the attribution. */
export const frequencySource = ({ description, mode }: Pick<Transmitter, 'description' | 'mode'>): string =>
  `${description ?? 'Transmitter'}${mode === null ? '' : `, ${mode}`}. ${transmitterTerms.attribution}, ${transmitterTerms.license}.`;

/** The columns of `dataset/transmitters`: those of a transmitter, then the attribution. */
export const transmitterColumns: readonly DatasetColumn[] = [
  ...columns(transmitter).map(({ name, sql, unit, meaning }) => ({
    name,
    type: datasetType(sql),
    meaning: unit === undefined ? meaning : `${meaning} (${unit})`,
  })),
  { name: 'attribution', type: 'string', meaning: 'Attribution to give if you use the row' },
];
