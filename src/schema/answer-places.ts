/** The files of ready answers in a release. */
export const answerFiles = ['records.jsonl.gz', 'orbits.txt'] as const;
export type AnswerFileName = (typeof answerFiles)[number];

/** Bytes of a SHA-256 that tell one answer from another. */
export const etagBytes = 16;

/** Where the answers of a file are, as `records.sqlite` keeps it: little-endian, in the order of the file. */
export interface AnswerPlaces {
  /** Catalogue numbers, ascending: 32-bit integers. */
  readonly norad_cat_ids: Uint8Array;
  /** Where the answer of each ends, bytes from the file's beginning: 64-bit floats. */
  readonly ends: Uint8Array;
  /** The hashes of each before compression, one for every text in it that is sent by itself, `etagBytes` each. */
  readonly etags: Uint8Array;
}
