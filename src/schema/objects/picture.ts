import { z } from 'zod';

/** A picture of an object, stored in the release, and whom to credit for it. */
export const picture = z.object({
  /** Its name below `/pictures/`: the start of its SHA-256, and its type. */
  file: z.string().regex(/^[0-9a-f]{32}\.(jpg|png)$/),
  width_px: z.int().positive(),
  height_px: z.int().positive(),
  /** Null if the license requires no credit and no author is named. */
  author: z.string().min(1).nullable(),
  license: z.string().min(1),
  /** Null if there is no license text, as for works in the public domain. */
  license_url: z.url({ protocol: /^https?$/ }).nullable(),
  /** Its page at Wikimedia Commons. */
  page_url: z.url({ protocol: /^https$/ }),
});
export type Picture = z.infer<typeof picture>;

/**
 * Name of a release's list of pictures, by catalog number. A release without pictures, or older than pictures, has no
 * list.
 */
export const pictureList = 'pictures.json';
/** The list itself. */
export const pictures = z.record(z.string().regex(/^[1-9]\d*$/), picture);

/** Types by the ending of a picture's name. */
export const pictureTypes: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png' };
