import { flag, text } from '../option.ts';
import { clientCommand, jsonOf } from './client-command.ts';
import { copyBody, printList } from './print.ts';
import { place, short } from './sky-commands.ts';

const archived = { 'as-of': text('TIME', 'use the element sets known at this time, nearest to the exposure') };

interface Sight {
  readonly at: string;
  readonly ra_deg: number;
  readonly dec_deg: number;
}
interface Tracks {
  readonly data: {
    readonly tracks: readonly {
      readonly norad_cat_id: number;
      readonly name: string;
      readonly entry: Sight;
      readonly exit: Sight;
      readonly angular_speed_arcsec_s: number;
      readonly magnitude: number | null;
      readonly sunlit: boolean;
      readonly position_uncertainty_arcsec: number | null;
    }[];
  };
}

const fov = clientCommand({
  name: 'fov',
  usage: '--lat DEGREES --lon DEGREES --ra-deg DEGREES --dec-deg DEGREES --radius-deg DEGREES',
  about: 'Lists what crosses a part of the sky during an exposure. Right ascensions and declinations are ICRS.',
  options: {
    ...place,
    from: text('TIME', 'start of the exposure; default: now'),
    'exposure-s': text('SECONDS', 'length of the exposure; default: 60'),
    'ra-deg': text('DEGREES', 'right ascension of the center'),
    'dec-deg': text('DEGREES', 'declination of the center'),
    'radius-deg': text('DEGREES', 'radius of the field'),
    corners: text('POINTS', 'four corners instead: ra1,dec1,ra2,dec2,ra3,dec3,ra4,dec4'),
    'step-s': text('SECONDS', 'time between positions'),
    group: text('NAME', 'only members of this group'),
    'max-magnitude': text('MAGNITUDE', 'only objects that are as bright'),
    refraction: flag('with refraction'),
    ...archived,
  },
  formats: ['table', 'json', 'csv', 'votable'],
  words: [0, 0],
  async run(call) {
    const { parameters: query, api, format } = call;
    const path = '/api/v1/fov';
    if (format === 'csv' || format === 'votable') return copyBody(call, await api.request(path, { ...query, format }));
    const body = (await jsonOf(api, path, query)) as Tracks;
    const rows = body.data.tracks.map((one) => ({
      norad_cat_id: one.norad_cat_id,
      name: one.name,
      entry: short(one.entry.at),
      ra_deg: one.entry.ra_deg,
      dec_deg: one.entry.dec_deg,
      exit: short(one.exit.at),
      arcsec_s: one.angular_speed_arcsec_s,
      sunlit: one.sunlit ? 'yes' : 'no',
      magnitude: one.magnitude,
      error_arcsec: one.position_uncertainty_arcsec,
    }));
    await printList(call, body, rows, 'No object with elements crosses this field.');
  },
});

interface Identified {
  readonly data: {
    readonly note: string;
    readonly none_probability: number | null;
    readonly candidates: readonly {
      readonly norad_cat_id: number;
      readonly name: string;
      readonly probability: number;
      readonly time_residual_s: number;
      readonly separation_arcsec: number;
      readonly direction_residual_deg: number;
      readonly speed_ratio: number | null;
    }[];
  };
}

const end = (number: string) => ({
  [`ra${number}`]: text('DEGREES', 'right ascension of an end (ICRS)'),
  [`dec${number}`]: text('DEGREES', 'declination of that end'),
  [`az${number}`]: text('DEGREES', 'azimuth instead'),
  [`el${number}`]: text('DEGREES', 'elevation of that end'),
});

const identify = clientCommand({
  name: 'identify',
  usage: '--lat DEGREES --lon DEGREES --t1 TIME --t2 TIME --ra1 … --dec1 … --ra2 … --dec2 …',
  about: 'Tells which object made a streak, by its ends.',
  options: {
    ...place,
    at: text('TIME', 'time of the middle, if t1 and t2 are not known'),
    t1: text('TIME', 'time at the first end'),
    t2: text('TIME', 'time at the second end'),
    ...end('1'),
    ...end('2'),
    'time-error-s': text('SECONDS', 'error of the times'),
    'place-error-arcsec': text('ARCSECONDS', 'error of the ends'),
    refraction: flag('azimuths and elevations include refraction'),
    ...archived,
  },
  formats: ['table', 'json', 'csv'],
  words: [0, 0],
  async run(call) {
    const { parameters, api, format, deps } = call;
    const body = (await jsonOf(api, '/api/v1/identify', parameters)) as Identified;
    const { candidates, note, none_probability } = body.data;
    const rows = candidates.map((one) => ({
      norad_cat_id: one.norad_cat_id,
      name: one.name,
      probability: one.probability,
      late_s: one.time_residual_s,
      separation_arcsec: one.separation_arcsec,
      direction_deg: one.direction_residual_deg,
      speed_ratio: one.speed_ratio,
    }));
    await printList(call, body, rows, none_probability === null ? note : 'No object with elements came near.');
    if (format === 'table' && none_probability !== null)
      deps.say(`Probability that none of the objects with elements made it: ${none_probability}.`);
  },
});

export const fieldCommands = [fov, identify];
