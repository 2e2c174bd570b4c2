import { directionOfPlace } from '../../orbit/icrs.ts';
import { dot, type Vector } from '../../orbit/vector.ts';
import { instantIn } from '../../schema/instant-text.ts';
import { FitsHeader, HeaderError } from './fits-header.ts';

const RADIANS = Math.PI / 180;

/** Terms of a SIP polynomial: powers of the two axes, and the coefficient. */
type SipTerm = readonly [p: number, q: number, coefficient: number];

/** An image in the sky: the gnomonic projection of FITS (TAN), with SIP distortion. Pixels count from 1, as in FITS. */
export interface Wcs {
  readonly width: number;
  readonly height: number;
  readonly reference_pixel: readonly [number, number];
  readonly reference_ra_deg: number;
  readonly reference_dec_deg: number;
  /** From pixels to degrees along right ascension and declination. */
  readonly matrix: readonly [xx: number, xy: number, yx: number, yy: number];
  readonly sip: { readonly a: readonly SipTerm[]; readonly b: readonly SipTerm[] } | null;
}

/** The time of an image's exposure, from its header. */
export interface HeaderExposure {
  /** Milliseconds since 1970, UTC; null if the header does not state it. */
  readonly from: number | null;
  readonly exposure_s: number | null;
}

const LARGEST_PIXELS = 1_000_000;
const HIGHEST_ORDER = 9;

/** Reads the world coordinate system of a FITS header, and the beginning of the exposure. Throws HeaderError. */
export function readWcs(text: string): { wcs: Wcs; exposure: HeaderExposure } {
  const header = new FitsHeader(text);
  const sip = checkType(header);
  // A compressed image is a table, whose size is not that of the image.
  const width = size(header, ['ZNAXIS1', 'NAXIS1', 'IMAGEW']);
  const height = size(header, ['ZNAXIS2', 'NAXIS2', 'IMAGEH']);
  const dec = header.required('CRVAL2');
  if (Math.abs(dec) > 90)
    throw new HeaderError('CRVAL2', 'CRVAL2 is no declination.', 'CRVAL2 is the declination, from -90 to 90 degrees.');
  const matrix = matrixOf(header);
  const wcs: Wcs = {
    width,
    height,
    reference_pixel: [header.required('CRPIX1'), header.required('CRPIX2')],
    reference_ra_deg: header.required('CRVAL1'),
    reference_dec_deg: dec,
    matrix,
    sip: sip ? { a: sipTerms(header, 'A'), b: sipTerms(header, 'B') } : null,
  };
  return { wcs, exposure: exposureOf(header) };
}

/** Whether the header has SIP. Throws HeaderError if it is in another projection, frame or unit. */
function checkType(header: FitsHeader): boolean {
  const types = [header.text('CTYPE1') ?? '', header.text('CTYPE2') ?? ''] as const;
  const sip = types.every((type) => type.endsWith('-SIP'));
  const [first, second] = types.map((type) => type.replace(/-SIP$/, ''));
  if (first !== 'RA---TAN' || second !== 'DEC--TAN')
    throw new HeaderError(
      first === 'RA---TAN' ? 'CTYPE2' : 'CTYPE1',
      `The projection ${types.join(', ')} is not supported.`,
      'CTYPE1 may be RA---TAN or RA---TAN-SIP, with CTYPE2 DEC--TAN or DEC--TAN-SIP.',
    );
  const frame = header.text('RADESYS') ?? header.text('RADECSYS') ?? 'ICRS';
  const equinox = header.number('EQUINOX') ?? 2000;
  if (!['ICRS', 'FK5'].includes(frame) || equinox !== 2000)
    throw new HeaderError(
      equinox === 2000 ? 'RADESYS' : 'EQUINOX',
      `The frame ${frame} of ${equinox} is not supported.`,
      'RADESYS may be ICRS or FK5, with EQUINOX 2000; solve the image with a catalog of today.',
    );
  for (const keyword of ['CUNIT1', 'CUNIT2'])
    if (!['deg', 'degree', 'degrees'].includes(header.text(keyword) ?? 'deg'))
      throw new HeaderError(keyword, `${keyword} is not deg.`, 'Coordinates must be in degrees.');
  if ((header.number('LONPOLE') ?? 180) !== 180)
    throw new HeaderError('LONPOLE', 'LONPOLE is not 180.', 'LONPOLE may be absent or 180, its default.');
  return sip;
}

function size(header: FitsHeader, keywords: readonly [string, string, string]): number {
  const value = keywords.map((keyword) => header.number(keyword)).find((one) => one !== undefined);
  if (value !== undefined && Number.isInteger(value) && value >= 1 && value <= LARGEST_PIXELS) return value;
  throw new HeaderError(
    keywords[1],
    `The header has no size of the image: ${keywords.join(' or ')}.`,
    `${keywords[1]} is the number of pixels along an axis, from 1 to ${LARGEST_PIXELS}.`,
  );
}

function matrixOf(header: FitsHeader): Wcs['matrix'] {
  const cd = ['CD1_1', 'CD1_2', 'CD2_1', 'CD2_2'].map((keyword) => header.number(keyword));
  let matrix: number[];
  if (cd.some((value) => value !== undefined)) matrix = cd.map((value) => value ?? 0);
  else {
    const [x, y] = [header.required('CDELT1'), header.required('CDELT2')];
    const pc = ['PC1_1', 'PC1_2', 'PC2_1', 'PC2_2'].map((keyword) => header.number(keyword));
    const turn = (header.number('CROTA2') ?? 0) * RADIANS;
    // Without a matrix, the older rotation applies (Calabretta and Greisen, section 6.1).
    matrix = pc.some((value) => value !== undefined)
      ? [x * (pc[0] ?? 1), x * (pc[1] ?? 0), y * (pc[2] ?? 0), y * (pc[3] ?? 1)]
      : [x * Math.cos(turn), -y * Math.sin(turn), x * Math.sin(turn), y * Math.cos(turn)];
  }
  const [xx, xy, yx, yy] = matrix as [number, number, number, number];
  if (xx * yy === xy * yx)
    throw new HeaderError(
      'CD1_1',
      'The matrix from pixels to degrees has no inverse.',
      'Give CD1_1, CD1_2, CD2_1 and CD2_2, or CDELT1 and CDELT2.',
    );
  return [xx, xy, yx, yy];
}

function sipTerms(header: FitsHeader, axis: 'A' | 'B'): SipTerm[] {
  const order = header.required(`${axis}_ORDER`);
  if (!Number.isInteger(order) || order < 0 || order > HIGHEST_ORDER)
    throw new HeaderError(
      `${axis}_ORDER`,
      `${axis}_ORDER is ${order}.`,
      `It may be a whole number from 0 to ${HIGHEST_ORDER}.`,
    );
  const terms: SipTerm[] = [];
  for (let p = 0; p <= order; p++)
    for (let q = 0; p + q <= order; q++) {
      const coefficient = header.number(`${axis}_${p}_${q}`);
      if (coefficient) terms.push([p, q, coefficient]);
    }
  return terms;
}

function exposureOf(header: FitsHeader): HeaderExposure {
  const system = header.text('TIMESYS') ?? 'UTC';
  const begun = header.text('DATE-OBS');
  const isTime = system === 'UTC' && begun !== undefined && /^\d{4}-\d\d-\d\d[T ]/.test(begun);
  const from = isTime ? instantIn(`${begun.replace(' ', 'T').replace(/Z$/, '')}Z`) : null;
  if (isTime && from === null)
    throw new HeaderError(
      'DATE-OBS',
      `DATE-OBS is ${begun}, which is no time.`,
      'DATE-OBS is a time in UTC such as 2026-08-22T21:59:58.5.',
    );
  return {
    from,
    exposure_s: header.number('EXPTIME') ?? header.number('EXPOSURE') ?? null,
  };
}

/** The projection of an image in both directions, in the ICRS. */
export class Projection {
  readonly #wcs: Wcs;
  readonly #center: Vector;
  readonly #east: Vector;
  readonly #north: Vector;
  readonly #inverse: readonly [number, number, number, number];

  constructor(wcs: Wcs) {
    this.#wcs = wcs;
    const [ra, dec] = [wcs.reference_ra_deg * RADIANS, wcs.reference_dec_deg * RADIANS];
    this.#center = directionOfPlace(wcs.reference_ra_deg, wcs.reference_dec_deg);
    this.#east = [-Math.sin(ra), Math.cos(ra), 0];
    this.#north = [-Math.sin(dec) * Math.cos(ra), -Math.sin(dec) * Math.sin(ra), Math.cos(dec)];
    const [xx, xy, yx, yy] = wcs.matrix;
    const determinant = xx * yy - xy * yx;
    this.#inverse = [yy / determinant, -xy / determinant, -yx / determinant, xx / determinant];
  }

  /** The cosine of the angle between a direction and the reference point: 0 or less cannot be projected. */
  cosine(direction: Vector): number {
    return dot(direction, this.#center);
  }

  /** The direction of a pixel: a unit vector. */
  directionOf(x: number, y: number): Vector {
    const { reference_pixel, matrix } = this.#wcs;
    const [u, v] = this.#distorted(x - reference_pixel[0], y - reference_pixel[1]);
    const along = (matrix[0] * u + matrix[1] * v) * RADIANS;
    const up = (matrix[2] * u + matrix[3] * v) * RADIANS;
    const size = Math.hypot(1, along, up);
    return [0, 1, 2].map(
      (axis) => (this.#center[axis]! + along * this.#east[axis]! + up * this.#north[axis]!) / size,
    ) as unknown as Vector;
  }

  /** The pixel of a direction on the side of the reference point. */
  pixelOf(direction: Vector): readonly [x: number, y: number] {
    const { reference_pixel, width, height } = this.#wcs;
    const depth = this.cosine(direction);
    const along = dot(direction, this.#east) / depth / RADIANS;
    const up = dot(direction, this.#north) / depth / RADIANS;
    const [goalU, goalV] = [
      this.#inverse[0] * along + this.#inverse[1] * up,
      this.#inverse[2] * along + this.#inverse[3] * up,
    ];
    let [u, v] = [goalU, goalV];
    // Polynomials describe the image, and diverge outside of it.
    const near = Math.abs(u) <= 2 * width && Math.abs(v) <= 2 * height;
    for (let turn = 0; near && this.#wcs.sip && turn < 20; turn++) {
      const [madeU, madeV] = this.#distorted(u, v);
      [u, v] = [u + goalU - madeU, v + goalV - madeV];
    }
    return [u + reference_pixel[0], v + reference_pixel[1]];
  }

  #distorted(u: number, v: number): [number, number] {
    const { sip } = this.#wcs;
    if (!sip) return [u, v];
    const sum = (terms: readonly SipTerm[]) =>
      terms.reduce((total, [p, q, coefficient]) => total + coefficient * u ** p * v ** q, 0);
    return [u + sum(sip.a), v + sum(sip.b)];
  }
}
