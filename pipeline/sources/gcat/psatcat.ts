import { z } from 'zod';
import { gcatState } from '../../codes/gcat/gcat-states.ts';
import { gcatManeuvers, gcatResult } from '../../codes/gcat/gcat-status.ts';
import { gcatPurpose, gcatUsers } from '../../codes/purpose.ts';
import { vagueDate } from '../../codes/vague-date.ts';
import { addCountry } from '../catalog-claims.ts';
import { cell, coded, number, text, Unreadable, unread, vague } from '../cells.ts';
import { addName } from '../names.ts';
import { type Cells, type ClaimWriter, sourceFile } from '../source.ts';
import { addStatus } from '../statuses.ts';
import { withoutNumber } from './satcat.ts';
import { gcatTable } from './tables.ts';

/** `*` is GCAT's "still operating"; a date ends operations. */
const stillOrUntil = cell((raw) => {
  const until = vagueDate(raw);
  if (until === undefined) return new Unreadable('bad_date');
  return { raw, until, still: raw.startsWith('*'), uncertain: raw.endsWith('?') };
});

const row = z.object({
  JCAT: z.string().regex(/^[A-Z]\d{5,9}$/, 'bad_jcat'),
  Name: text,
  TLast: vague,
  TOp: stillOrUntil,
  Class: coded(gcatUsers),
  Category: coded(gcatPurpose),
  UNState: coded(gcatState),
  Program: text,
  Plane: text,
  UNReg: text,
  Result: coded(gcatResult),
  Mvr: coded(gcatManeuvers),
  Att: text,
  DispEpoch: vague,
  DispPeri: number(-6400, 1e9),
  DispApo: number(-1e12, 1e12),
  DispInc: number(0, 180),
  ...unread('Piece LDate', 'GCAT’s object catalog has them'),
  ...unread('TDate TF', 'the end of contact: TOp has the end of operations'),
  ...unread('Control Discipline Comment', 'filled in for one payload in 15 or fewer'),
  ...unread('UNPeriod UNPerigee UNApogee UNInc', 'the orbit that was registered with the UN, not one that was flown'),
});

const shared = { row, key: ['JCAT'] as const, read };

/** GCAT's payload catalog: purpose, owners and status of payloads. */
export const psatcat = sourceFile({
  ...shared,
  ...gcatTable('/tsv/cat/psatcat.tsv'),
  expected: 20_000,
});
export const psatcat100k = sourceFile({
  ...shared,
  ...gcatTable('/tsv/cat/psatcat100k.tsv'),
  expected: 1,
});

function read(payload: Cells<typeof row, 'JCAT'>, writer: ClaimWriter): void {
  const number = /^S0*(\d+)$/.exec(payload.JCAT)?.[1];
  if (number === undefined || writer.lookup(withoutNumber).has(payload.JCAT)) {
    writer.reject('no_catalogue_number', 'JCAT', payload.JCAT);
    return;
  }
  writer.beginRecord(Number(number), {
    record: `${writer.file} ${payload.JCAT}`,
    url: `https://planet4589.org/space/gcat/data/cat/${writer.file.replace(/\.tsv$/, '')}.html`,
    observedAt: null,
    createsObject: false,
  });
  const { Class: users, Category: purpose, UNState: state } = payload;
  addName(writer, [payload.Name], 2);
  writer.addClaim('users', users?.value.users.join('/'), users?.raw ?? '', {
    uncertain: users?.value.uncertain ?? false,
  });
  writer.addClaim('purpose', purpose?.value.purposes.join('/') || null, purpose?.raw ?? '', {
    uncertain: purpose?.value.uncertain ?? false,
  });
  writer.addClaim('detailed_purpose', purpose?.value.detailed.join('/') || null, purpose?.raw ?? '', {
    uncertain: purpose?.value.uncertain ?? false,
  });
  registry(state, writer);
  writer.addClaim('program', payload.Program, payload.Program ?? '');
  writer.addClaim('orbital_plane', payload.Plane, payload.Plane ?? '');
  writer.addClaim('un_registration', payload.UNReg, payload.UNReg ?? '');
  writer.addClaim('mission_result', payload.Result?.value, payload.Result?.raw ?? '');
  writer.addClaim('maneuver_capability', payload.Mvr?.value, payload.Mvr?.raw ?? '');
  writer.addClaim('attitude_control_code', payload.Att, payload.Att ?? '');
  const { raw, until, still, uncertain } = payload.TOp ?? { raw: '', until: null, still: false, uncertain: false };
  // The `*` stays in the file for years: TLast dates it, the last day on which the satellite was seen to work.
  const seen = payload.TLast;
  if (still)
    addStatus(writer, 'OPERATIONAL', `TOp=${raw}${seen ? ` TLast=${seen.text}` : ''}`, null, {
      uncertain,
      ...(seen && { said: seen.end }),
    });
  else if (until) addStatus(writer, 'NONOPERATIONAL', `TOp=${raw}`, until, { uncertain });
  if (!still && until) disposal(payload, writer);
}

/**
 * The orbit in which a payload was left. GCAT also has one for most payloads that still work, but that is the orbit of the day on which it
 * looked, and makes no claim.
 */
function disposal(payload: Cells<typeof row, 'JCAT'>, writer: ClaimWriter): void {
  const { DispEpoch: day, DispPeri: perigee, DispApo: apogee, DispInc: inclination } = payload;
  if (!day) return;
  writer.addClaim('disposal_orbit_date', day, day.text);
  writer.addClaim('disposal_perigee_km', perigee?.value, perigee?.raw ?? '');
  // A hyperbola has a negative one: the payload left the Earth.
  if (apogee && apogee.value > -6400) writer.addClaim('disposal_apogee_km', apogee.value, apogee.raw);
  writer.addClaim('disposal_inclination_deg', inclination?.value, inclination?.raw ?? '');
}

/** The state whose UN registry lists the payload. Square brackets mean that no state has registered it. */
function registry(state: Cells<typeof row, 'JCAT'>['UNState'], writer: ClaimWriter): void {
  if (!state) return;
  if (state.value.registered)
    addCountry(writer, 'un_registry_country', state.value.country, state.raw, { uncertain: state.value.uncertain });
  else writer.addClaim('un_registry_country', 'NR', state.raw, { uncertain: state.value.uncertain });
}
