import type { Transmitter } from '../../../schema/objects/transmitter.ts';

/** A band in Hz, both ends included; with `of`, only of objects with this detailed purpose. */
interface ListeningBand {
  readonly slug: string;
  readonly title: string;
  readonly from: number;
  readonly to: number;
  readonly of?: string;
}

/** Bands that people listen to. */
export const listeningBands: readonly ListeningBand[] = [
  { slug: '2m', title: 'Amateur, 2 m', from: 144_000_000, to: 148_000_000 },
  { slug: '70cm', title: 'Amateur, 70 cm', from: 430_000_000, to: 440_000_000 },
  { slug: '137', title: 'Weather, 137 MHz', from: 137_000_000, to: 138_000_000, of: 'Meteorology' },
  { slug: '400', title: 'Meteorology, 400 MHz', from: 400_150_000, to: 403_000_000 },
  { slug: '1700', title: 'Weather, 1.7 GHz', from: 1_670_000_000, to: 1_710_000_000, of: 'Meteorology' },
  { slug: '13cm', title: 'Amateur, 13 cm', from: 2_400_000_000, to: 2_450_000_000 },
];

/** The part of `/api/v1/dataset/transmitters.json` that is used here. */
export interface TransmittersFile {
  readonly data: readonly Transmitter[];
}

/** Objects by catalog number, with their audible transmitters whose downlink is in one of some bands, by frequency. */
export function heardIn(
  { data }: TransmittersFile,
  bands: ReadonlySet<string>,
): ReadonlyMap<number, readonly Transmitter[]> {
  const wanted = listeningBands.filter(({ slug }) => bands.has(slug));
  const found = data.filter(
    ({ audible, norad_cat_id, detailed_purpose, downlink_low_hz: low, downlink_high_hz: high }) =>
      audible &&
      norad_cat_id !== null &&
      low !== null &&
      wanted.some(
        ({ from, to, of }) =>
          low <= to && (high ?? low) >= from && (of === undefined || detailed_purpose?.split('/').includes(of)),
      ),
  );
  found.sort((a, b) => a.downlink_low_hz! - b.downlink_low_hz!);
  return Map.groupBy(found, ({ norad_cat_id }) => norad_cat_id!);
}
