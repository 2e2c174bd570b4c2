import { plural } from '../../schema/plain-text.ts';
import { objectClasses, orbitClasses } from '../../schema/vocabulary.ts';
import { flag, text } from '../option.ts';
import { ClientFailure, clientCommand, exitCodes, jsonOf } from './client-command.ts';
import { numberOf } from './object-commands.ts';
import { copyBody, printList } from './print.ts';

export const place = {
  lat: text('DEGREES', 'latitude, north positive'),
  lon: text('DEGREES', 'longitude, east positive'),
  'alt-m': text('METERS', 'height above the ellipsoid; default: 0'),
};

const allowOld = {
  'allow-old': flag('also use elements that are more than 30 days from the time'),
};

interface Look {
  readonly at: string;
  readonly azimuth_deg: number;
  readonly elevation_deg: number;
}
interface Passes {
  readonly data: {
    readonly name: string;
    readonly state: string;
    readonly age_days: number;
    readonly passes: readonly {
      readonly rise: Look | null;
      readonly culmination: Look;
      readonly set: Look | null;
      readonly duration_s: number;
      readonly visible: readonly unknown[];
      readonly magnitude: number | null;
    }[];
  };
}

interface Approaches {
  readonly data: readonly {
    readonly tca: string;
    readonly range_km: number;
    readonly relative_speed_km_s: number;
    readonly max_probability: number;
    readonly kind: string;
    readonly first: { readonly name: string };
    readonly second: { readonly name: string };
  }[];
  readonly meta: {
    readonly total: number;
    readonly run: { readonly from: string; readonly to: string; readonly note: string };
  };
}

/** A time as a table has it: `2026-08-22 18:00:00`. */
export const short = (time: string | undefined) => time?.replace('T', ' ').replace(/(\.\d+)?Z$/, '') ?? null;

const states: Readonly<Record<string, string>> = {
  always_up: 'is always above the horizon there',
  never_rises: 'never rises there',
};

const passes = clientCommand({
  name: 'passes',
  usage: 'OBJECT --lat DEGREES --lon DEGREES [--days N] [--visible]',
  about: 'Lists the passes of an object over a location. Times are UTC.',
  options: {
    ...place,
    from: text('TIME', 'start; default: now'),
    to: text('TIME', 'end, instead of --hours or --days'),
    hours: text('N', 'length in hours'),
    days: text('N', 'length in days, at most 10; default: 5'),
    'min-elevation-deg': text('DEGREES', 'minimum elevation; default: 10'),
    horizon: text('POINTS', 'the skyline, such as 0:5,90:12.5,180:3'),
    visible: flag('only visible passes'),
    refraction: flag('with refraction'),
    ...allowOld,
  },
  formats: ['table', 'json', 'csv', 'ics'],
  words: [1, 20],
  async run(call) {
    const { parameters: query, words, api, format, deps } = call;
    const path = `/api/v1/satellites/${await numberOf(api, words.join(' '))}/passes`;
    if (format === 'csv' || format === 'ics') return copyBody(call, await api.request(path, { ...query, format }));
    const body = (await jsonOf(api, path, query)) as Passes;
    const { name, state, age_days, passes: found } = body.data;
    const rows = found.map(({ rise, culmination, set, duration_s, visible, magnitude }) => ({
      rise: short(rise?.at),
      azimuth_deg: rise?.azimuth_deg,
      highest: short(culmination.at),
      elevation_deg: culmination.elevation_deg,
      set: short(set?.at),
      minutes: Math.round(duration_s / 6) / 10,
      visible: visible.length > 0 ? 'yes' : 'no',
      magnitude,
    }));
    await printList(
      call,
      body,
      rows,
      states[state] ? `${name} ${states[state]}.` : `No such pass of ${name} in this time.`,
    );
    if (format === 'table' && rows.length > 0) deps.say(`${name}, elements ${age_days} days old.`);
  },
});

interface Plan {
  readonly data: {
    readonly plan: {
      readonly weight: number;
      readonly left_out: number;
      readonly passes: readonly {
        readonly norad_cat_id: number;
        readonly name: string;
        readonly weight: number;
        readonly rise: Look;
        readonly culmination: Look;
        readonly set: Look;
      }[];
    };
    readonly omitted: readonly unknown[];
  };
}

const plan = clientCommand({
  name: 'plan',
  usage: '--lat DEGREES --lon DEGREES [--group NAME] [--priority NUMBER:PRIORITY,…]',
  about: 'Lists the passes that one antenna can follow one after the other: the highest, by priority. Times are UTC.',
  options: {
    ...place,
    from: text('TIME', 'start; default: now'),
    to: text('TIME', 'end, instead of --hours'),
    hours: text('N', 'length in hours, at most 48; default: 12'),
    ids: text('NUMBERS', 'catalog numbers, separated by commas'),
    group: text('NAME', 'members of this group; default: the brightest objects'),
    purpose: text('WORDS', 'only objects of this purpose, such as weather'),
    mode: text('MODE', 'only objects with a transmitter of this mode'),
    band: text('BAND', 'only objects with a transmitter in this band'),
    frequency: text('MHZ', 'only objects with a transmitter there, such as 137-138'),
    audible: flag('only objects in orbit with a transmitter in use'),
    'min-elevation-deg': text('DEGREES', 'minimum elevation; default: 10'),
    horizon: text('POINTS', 'the skyline, such as 0:5,90:12.5,180:3'),
    visible: flag('only visible passes'),
    refraction: flag('with refraction'),
    priority: text('PRIORITIES', 'such as 25544:3,20580:0.5; 1 for every other object'),
    'turn-s': text('SECONDS', 'time between two passes to turn the antenna; default: 0'),
    ...allowOld,
  },
  formats: ['table', 'json', 'csv', 'ics'],
  words: [0, 0],
  async run(call) {
    const { api, format, deps } = call;
    const query = { ...call.parameters, plan: 'true' };
    const path = '/api/v1/passes';
    if (format === 'csv' || format === 'ics') return copyBody(call, await api.request(path, { ...query, format }));
    const body = (await jsonOf(api, path, query)) as Plan;
    const { passes: chosen, left_out } = body.data.plan;
    const rows = chosen.map(({ norad_cat_id, name, rise, culmination, set, weight }) => ({
      rise: short(rise.at),
      azimuth_deg: rise.azimuth_deg,
      highest: short(culmination.at),
      elevation_deg: culmination.elevation_deg,
      set: short(set.at),
      norad_cat_id,
      name,
      weight,
    }));
    await printList(call, body, rows, 'No such pass in this time.');
    if (format === 'table' && rows.length > 0)
      deps.say(
        `${plural(rows.length, 'pass', 'passes')} in the plan, ${left_out} left out; ${plural(body.data.omitted.length, 'object')} without a position.`,
      );
  },
});

const above = clientCommand({
  name: 'above',
  usage: '--lat DEGREES --lon DEGREES [--at TIME] [--group NAME]',
  about: 'Lists objects above a location, highest first.',
  options: {
    ...place,
    at: text('TIME', 'time; default: now'),
    'min-elevation-deg': text('DEGREES', 'minimum elevation; default: 10'),
    group: text('NAME', 'only members of this group'),
    class: text('CLASS', 'only objects of this class', objectClasses),
    'orbit-class': text('CLASS', 'only objects in orbits of this class', orbitClasses),
    limit: text('N', 'number of rows in the table; default: 40'),
    ...allowOld,
  },
  formats: ['table', 'json', 'csv'],
  words: [0, 0],
  async run(call) {
    const { parameters, api, format, deps } = call;
    const { limit = format === 'table' ? '40' : '1000000', ...query } = parameters;
    if (!/^[1-9]\d{0,6}$/.test(limit))
      throw new ClientFailure(`--limit must be a whole number of 1 or more, not "${limit}".`, exitCodes.usage);
    const body = (await jsonOf(api, '/api/v1/above', query)) as {
      readonly data: {
        readonly at: string;
        readonly count: number;
        readonly objects: readonly Readonly<Record<string, unknown>>[];
      };
    };
    const { at, count, objects } = body.data;
    const shown = objects.slice(0, Number(limit));
    const rows = shown.map(
      ({ norad_cat_id, name, azimuth_deg, elevation_deg, range_km, altitude_km, sunlit, age_days }) => ({
        norad_cat_id,
        name,
        azimuth_deg,
        elevation_deg,
        range_km,
        altitude_km,
        sunlit: sunlit ? 'yes' : 'no',
        age_days,
      }),
    );
    const cut = { ...body, data: { ...body.data, objects: shown } };
    await printList(call, cut, rows, 'Nothing is above this place.');
    if (format === 'table' && rows.length > 0)
      deps.say(`${rows.length} of ${plural(count, 'object')} at ${short(at)} UTC.`);
  },
});

const approaches = clientCommand({
  name: 'approaches',
  usage: '[OBJECT] [--sort range_km] [--max-range-km KM]',
  about:
    'Lists predicted close approaches, of one object or of all active payloads. From public element sets; not for operations.',
  options: {
    kind: text('KINDS', 'docked, formation, same_operator, encounter; default: the last two'),
    group: text('NAME', 'only of members of this group'),
    operator: text('SLUG', 'only of objects of this operator'),
    'max-range-km': text('KM', 'only this close or closer'),
    'min-probability': text('P', 'only at least this probable'),
    from: text('TIME', 'only at this time or later'),
    to: text('TIME', 'only at this time or earlier'),
    sort: text('ORDER', 'tca (the default), range_km, -max_probability, -probability, or -relative_speed_km_s'),
    limit: text('N', 'number of rows, at most 100; default: 20'),
  },
  formats: ['table', 'json', 'csv'],
  words: [0, 20],
  async run(call) {
    const { parameters, words, api, format, deps } = call;
    const object = words.length === 0 ? {} : { norad_cat_id: String(await numberOf(api, words.join(' '))) };
    const body = (await jsonOf(api, '/api/v1/conjunctions', { limit: '20', ...parameters, ...object })) as Approaches;
    const rows = body.data.map((one) => ({
      closest: short(one.tca),
      range_km: one.range_km,
      km_s: one.relative_speed_km_s,
      max_probability: one.max_probability,
      kind: one.kind,
      first: one.first.name,
      second: one.second.name,
    }));
    await printList(call, body, rows, 'No such close approach was computed. That does not mean that there is none.');
    const { total, run } = body.meta;
    if (format === 'table')
      deps.say(`${rows.length} of ${total}; searched ${short(run.from)} to ${short(run.to)} UTC. ${run.note}`);
  },
});

export const skyCommands = [passes, plan, above, approaches];
