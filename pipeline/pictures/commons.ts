import { z } from 'zod';
import type { Picture } from '../../src/schema/objects/picture.ts';

/** Requested width of pictures, px: one of the widths that Commons caches. Commons does the resizing. */
const PICTURE_WIDTH_PX = 330;

/** A file that can be shown: the URL of the picture in that width, and its credit. */
export interface Offered {
  readonly address: string;
  readonly credit: Omit<Picture, 'file'>;
}

const value = z.object({ value: z.union([z.string(), z.number()]).transform(String) }).optional();
const info = z.object({
  thumburl: z.string(),
  thumbwidth: z.int().positive(),
  thumbheight: z.int().positive(),
  descriptionurl: z.string(),
  extmetadata: z.object({
    Artist: value,
    Credit: value,
    LicenseShortName: value,
    LicenseUrl: value,
    NonFree: value,
    AttributionRequired: value,
  }),
});
const renamed = z.array(z.object({ from: z.string(), to: z.string() })).default([]);
const answer = z.object({
  query: z.object({
    normalized: renamed,
    redirects: renamed,
    pages: z.array(z.object({ title: z.string(), imageinfo: z.array(z.unknown()).optional() })),
  }),
});

/** The URL of Commons' metadata for some files. */
export function infoAddress(base: string, files: readonly string[]): string {
  const query = new URLSearchParams({
    action: 'query',
    format: 'json',
    formatversion: '2',
    redirects: '1',
    maxlag: '5',
    prop: 'imageinfo',
    iiprop: 'url|extmetadata',
    iiurlwidth: String(PICTURE_WIDTH_PX),
    iiextmetadatalanguage: 'en',
    iiextmetadatafilter: 'Artist|Credit|LicenseShortName|LicenseUrl|NonFree|AttributionRequired',
    titles: files.map((file) => `File:${file}`).join('|'),
  });
  return `${base}/w/api.php?${query}`;
}

/**
 * Reads the response of Commons about some files: for each the picture, or the reason why it cannot be shown. Throws for an unreadable
 * response.
 */
export function readInfo(text: string, files: readonly string[]): Map<string, Offered | string> {
  const { query } = answer.parse(JSON.parse(text));
  const moved = new Map([...query.normalized, ...query.redirects].map(({ from, to }) => [from, to]));
  const pages = new Map(query.pages.map(({ title, imageinfo }) => [title, imageinfo?.[0]]));
  return new Map(
    files.map((file) => {
      let title = `File:${file}`;
      // Normalized, then redirected: at most a few steps, so that a cycle ends.
      for (let step = 0; step < 4; step += 1) title = moved.get(title) ?? title;
      const read = info.safeParse(pages.get(title));
      return [file, read.success ? offered(read.data) : 'Commons has no such picture'];
    }),
  );
}

/** Licenses under which a picture may be shown with its credit. */
const free =
  /^(CC[ -]?(0|BY)|Public domain|PD\b|No restrictions|Attribution\b|Apache|MIT|GFDL|GODL|OGL|KOGL|DL-DE|FAL)/i;

function offered({
  thumburl,
  thumbwidth,
  thumbheight,
  descriptionurl,
  extmetadata,
}: z.infer<typeof info>): Offered | string {
  const license = plainText(extmetadata.LicenseShortName?.value ?? '');
  if (license === '') return 'its license is unknown';
  if (!free.test(license) || isYes(extmetadata.NonFree?.value)) return `its license, ${license}, is not free`;
  const author = plainText(extmetadata.Artist?.value ?? '') || plainText(extmetadata.Credit?.value ?? '') || null;
  const ownerless = /^(CC[ -]?0|Public domain|PD\b|No restrictions)/i.test(license);
  if (author === null && !ownerless) return 'its author is unknown';
  const licenseUrl = extmetadata.LicenseUrl?.value ?? '';
  return {
    address: thumburl,
    credit: {
      width_px: thumbwidth,
      height_px: thumbheight,
      author,
      license,
      license_url: /^https?:\/\/[^\s<>"]+$/.test(licenseUrl) && URL.canParse(licenseUrl) ? licenseUrl : null,
      page_url: descriptionurl,
    },
  };
}

const isYes = (text: string | undefined) => text !== undefined && /^(true|1|yes)$/i.test(text);

/** Longest author or license, and the longest HTML that is read for one, in characters. */
const [MAX_CREDIT, MAX_HTML] = [160, 10_000];
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
  '#039': "'",
};

/**
 * The text of a bit of HTML, in one line and not too long. Only its beginning is read: the time for unclosed tags grows with the square.
 */
function plainText(html: string): string {
  const text = html
    .slice(0, MAX_HTML)
    .replace(/<(style|script)\b.*?<\/\1>/gis, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name.toLowerCase()] ?? whole)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return text.length > MAX_CREDIT ? `${text.slice(0, MAX_CREDIT - 1).trimEnd()}…` : text;
}
