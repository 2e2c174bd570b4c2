import { z } from 'zod';
import { EARTH_RADIUS_KM, eccentricityOf, orbitClass, periodOf } from '../../../src/orbit/shape.ts';
import type { LaunchFact } from '../../../src/schema/objects/launch.ts';
import { cosparId, launchId } from '../../codes/cospar.ts';
import { gcatOrbit } from '../../codes/gcat/gcat-orbit.ts';
import { gcatParent, gcatPlace } from '../../codes/gcat/gcat-place.ts';
import { gcatState } from '../../codes/gcat/gcat-states.ts';
import { gcatStatus } from '../../codes/gcat/gcat-status.ts';
import { gcatType } from '../../codes/gcat/gcat-type.ts';
import { gcatAltNames } from '../../codes/names.ts';
import { orbitType } from '../../codes/orbit-type.ts';
import { datesAgree } from '../../codes/vague-date.ts';
import { addCountry, isInverted, launchSpaces, stationOf } from '../catalog-claims.ts';
import { coded, number, text, unread, vague } from '../cells.ts';
import { addName } from '../names.ts';
import { type Cells, type ClaimWriter, type Lookup, sourceFile } from '../source.ts';
import { addDisposition, addStatus } from '../statuses.ts';
import { addManufacturer, addOperator } from './organizations.ts';
import { gcatLaunches, gcatTable } from './tables.ts';

/** The objects of this catalog that have no catalog number, by JCAT. */
export const withoutNumber: Lookup<true> = { name: 'without number' };

const flag = z
  .string()
  .default('')
  .transform((cell) => cell.includes('?') || cell.includes('E'));
const size = number(0, 1e7);

const row = z.object({
  JCAT: z.string().regex(/^[A-Z]\d{5,9}$/, 'bad_jcat'),
  Satcat: z.string(),
  Launch_Tag: z.string().default(''),
  Piece: coded((piece) => (piece === '' || piece === '-' ? null : cosparId(piece))),
  Type: coded(gcatType),
  Name: text,
  PLName: text,
  LDate: vague,
  DDate: vague,
  Status: coded(gcatStatus),
  Dest: text,
  Owner: text,
  State: coded(gcatState),
  Manufacturer: text,
  Mass: size,
  MassFlag: flag,
  DryMass: size,
  DryFlag: flag,
  Length: size,
  LFlag: flag,
  Diameter: size,
  DFlag: flag,
  Span: size,
  SpanFlag: flag,
  Perigee: number(-6400, 1e9),
  PF: flag,
  Apogee: number(-6400, 1e12),
  AF: flag,
  Inc: number(0, 180),
  IF: flag,
  OpOrbit: coded(gcatOrbit),
  AltNames: text,
  Parent: coded(gcatParent),
  SDate: vague,
  Bus: text,
  Motor: text,
  Shape: text,
  ...unread('Primary', 'the Earth in every row of this catalog'),
  ...unread('TotMass TotFlag', 'mass with everything attached: not that of the object'),
  ...unread('ODate OQUAL', 'the epoch and quality of the orbit in its row, which is only used if there is no other'),
});
type Row = Cells<typeof row, 'JCAT' | 'Satcat'>;

const shared = { row, key: ['JCAT', 'Satcat'] as const, read };

/** GCAT's standard catalog: numbers to 69999, and in another file from 100000. A row is an object's first phase. */
export const satcat = sourceFile({
  ...shared,
  ...gcatTable('/tsv/cat/satcat.tsv'),
  expected: 30_000,
});
export const satcat100k = sourceFile({
  ...shared,
  ...gcatTable('/tsv/cat/satcat100k.tsv'),
  expected: 1,
});

function read(gcat: Row, writer: ClaimWriter): void {
  const norad = catalogNumber(gcat, writer);
  if (norad === null) return;
  writer.beginRecord(norad, {
    record: gcat.JCAT,
    url: `https://planet4589.org/space/gcat/data/cat/${writer.file.replace(/\.tsv$/, '')}.html`,
    observedAt: null,
    createsObject: true,
  });
  const { Type: type, State: state, Piece: piece } = gcat;
  addName(writer, [gcat.Name, gcat.PLName, ...gcatAltNames(gcat.AltNames ?? '')]);
  writer.addClaim('gcat_id', gcat.JCAT, gcat.JCAT);
  writer.addClaim('cospar_id', piece?.value, piece?.raw ?? '', { weight: 2 });
  writer.addClaim('object_class', type?.value.object_class, type?.raw ?? '', {
    uncertain: type?.value.uncertain_identity ?? false,
  });
  if (state && !state.value.by_other)
    addCountry(writer, 'country', state.value.country, state.raw, { uncertain: state.value.uncertain });
  addOperator(writer, gcat.Owner);
  addManufacturer(writer, gcat.Manufacturer);
  launch(gcat, writer);
  separation(gcat, writer);
  body(gcat, writer);
  decay(gcat, writer);
  orbit(gcat, writer);
}

/** The object's catalog number; null if the row is rejected. One number can cover a satellite and parts still attached to it. */
function catalogNumber(gcat: Row, writer: ClaimWriter): number | null {
  const own = /^S0*(\d+)$/.exec(gcat.JCAT)?.[1];
  const given = /^0*(\d+)$/.exec(gcat.Satcat)?.[1];
  if (given === undefined || given === '') {
    writer.setLookup(withoutNumber, gcat.JCAT, true);
    writer.reject('no_catalogue_number', 'Satcat', gcat.Satcat);
  } else if (own !== given) writer.reject('part_of_numbered_object', 'Satcat', gcat.Satcat);
  else if (gcat.Type?.value.spurious || gcat.Status?.value.real === false)
    writer.reject('spurious_object', 'Type', gcat.Type?.raw ?? '');
  else return Number(given);
  return null;
}

/**
 * The relation of GCAT's launch to the designator's. An object released from a `station` has the station's designator,
 * and flew with GCAT's launch. Any other object with two launches is `disputed`: GCAT attributes the fragment to
 * another launch.
 */
function parentage(gcat: Row): 'own' | 'station' | 'disputed' {
  const launch = launchId(gcat.Launch_Tag);
  if (!launch || !gcat.Piece || gcat.Piece.value.startsWith(launch)) return 'own';
  return stationOf(gcat.Piece.value) === null ? 'disputed' : 'station';
}

/**
 * Adds claims about the launch: date, site and vehicle of the launch catalog. A disputed launch ranks below SATCAT's, so that
 * the record matches its designator, and has no vehicle, which would belong to another launch.
 */
function launch(gcat: Row, writer: ClaimWriter): void {
  const kind = parentage(gcat);
  const spaces = launchSpaces(kind === 'station' ? launchId(gcat.Launch_Tag) : null);
  const from = writer.lookup(gcatLaunches).get(gcat.Launch_Tag);
  const options = (fact: LaunchFact, weight: number) => ({
    weight: kind === 'disputed' ? 1 : weight,
    fileTime: from?.file_time ?? null,
    ...(from?.uncertain.includes(fact) && { uncertain: true }),
  });
  const { date, site, vehicle } = from ?? {};
  if (date) writer.addClaim('launch_date', date.value, date.raw, { spaces, ...options('launch_date', date.weight) });
  // The catalog's own date is only added if it differs from the launch table's.
  if (!date || (gcat.LDate && !datesAgree(date.value, gcat.LDate)))
    writer.addClaim('launch_date', gcat.LDate, gcat.LDate?.text ?? '', {
      spaces,
      ...options('launch_date', date ? 1 : 0),
    });
  if (site)
    writer.addClaim('launch_site', site.value, site.raw, {
      keys: site.keys ?? [],
      near: site.near ?? [],
      spaces: site.known ? spaces : [...(site.keys ?? [])],
      ...options('launch_site', site.weight),
    });
  if (vehicle && kind !== 'disputed')
    writer.addClaim('launch_vehicle', vehicle.value, vehicle.raw, {
      keys: vehicle.keys ?? [],
      near: vehicle.near ?? [],
      ...options('launch_vehicle', vehicle.weight),
    });
}

/** Adds claims about the parent object and the date of the separation. */
function separation({ Parent: parent, SDate: separated }: Row, writer: ClaimWriter): void {
  writer.addClaim('separation_date', separated, separated?.text ?? '');
  writer.addClaim('parent_gcat_id', parent?.value, parent?.raw ?? '');
}

/** Masses in kg, lengths in m. GCAT writes 0 for unknown values. */
function body(gcat: Row, writer: ClaimWriter): void {
  writer.addClaim('launch_mass_kg', gcat.Mass?.value || null, gcat.Mass?.raw ?? '', { uncertain: gcat.MassFlag });
  writer.addClaim('dry_mass_kg', gcat.DryMass?.value || null, gcat.DryMass?.raw ?? '', { uncertain: gcat.DryFlag });
  writer.addClaim('length_m', gcat.Length?.value || null, gcat.Length?.raw ?? '', { uncertain: gcat.LFlag });
  writer.addClaim('diameter_m', gcat.Diameter?.value || null, gcat.Diameter?.raw ?? '', { uncertain: gcat.DFlag });
  writer.addClaim('bus', gcat.Bus, gcat.Bus ?? '');
  writer.addClaim('shape', gcat.Shape, gcat.Shape ?? '');
  writer.addClaim('motor', gcat.Motor, gcat.Motor ?? '');
  writer.addClaim('span_m', gcat.Span?.value || null, gcat.Span?.raw ?? '', { uncertain: gcat.SpanFlag });
}

/** Adds claims about the end of the object. In orbit does not mean operational, and the end of a phase is not today's state. */
function decay(gcat: Row, writer: ClaimWriter): void {
  const { Status: status, DDate: ended } = gcat;
  if (!status) return;
  const { disposition, ends, uncertain } = status.value;
  const raw = `Status=${status.raw} DDate=${ended?.text ?? '-'}`;
  if (disposition) addDisposition(writer, disposition, raw, ends ? ended : null, { uncertain });
  if (ends !== 'decay' && ends !== 'landing') return;
  writer.addClaim('decay_date', ended, ended?.text ?? '');
  const found = gcatPlace(gcat.Dest ?? '');
  if (found) writer.addClaim('reentry_location', found.place, gcat.Dest ?? '', { uncertain: found.uncertain });
  addStatus(writer, 'DECAYED', raw, ended, { uncertain });
}

/**
 * Adds the orbit at GCAT's own epoch (ODate): it is from the same tracking data as SATCAT's, and ranks below it. If
 * both heights are 0, the row has no orbit, like those of secret satellites.
 */
function orbit(gcat: Row, writer: ClaimWriter): void {
  const { Inc: inclination, OpOrbit: category } = gcat;
  const inverted = isInverted(gcat.Apogee, gcat.Perigee, 'Apogee', writer);
  const [apogee, perigee] = inverted ? [null, null] : [gcat.Apogee, gcat.Perigee];
  const third = (uncertain: boolean) => ({ weight: 2, uncertain });
  if (perigee?.value || (apogee && apogee.value > 0)) {
    writer.addClaim('perigee_km', perigee?.value, perigee?.raw ?? '', third(gcat.PF));
    writer.addClaim('apogee_km', apogee?.value, apogee?.raw ?? '', third(gcat.AF));
    writer.addClaim('inclination_deg', inclination?.value, inclination?.raw ?? '', third(gcat.IF));
  }
  const kind = shapeKind(gcat);
  if (kind && category?.value.orbit_class !== 'DEEP_SPACE') {
    writer.addClaim('orbit_class', kind.orbit_class, kind.raw, {
      derived: ['apogee_km', 'perigee_km'],
      weight: 2,
    });
    writer.addClaim('orbit_type', kind.orbit_type, `${kind.raw} Inc=${inclination?.raw ?? ''}`, {
      derived: ['apogee_km', 'perigee_km', 'inclination_deg'],
      weight: 2,
    });
  } else if (category && !(category.value.orbit_class === 'DEEP_SPACE' && cameDownAtOnce(gcat))) {
    const { orbit_class, orbit_type, uncertain } = category.value;
    const options = { derived: ['OpOrbit'], weight: orbit_class === 'DEEP_SPACE' ? -1 : 2, uncertain };
    writer.addClaim('orbit_class', orbit_class, `OpOrbit=${category.raw}`, options);
    writer.addClaim('orbit_type', orbit_type, `OpOrbit=${category.raw}`, options);
  }
}

/** The shape of the orbit from the heights at GCAT's epoch; null if they are not those of an ellipse around the Earth. */
function shapeKind({ Perigee: perigee, Apogee: apogee, Inc: inclination }: Row) {
  if (!perigee || !apogee || apogee.value <= 0 || apogee.value < perigee.value) return null;
  const eccentricity = eccentricityOf(apogee.value, perigee.value);
  if (!(eccentricity >= 0 && eccentricity < 1)) return null;
  const shape = {
    period_min: periodOf((apogee.value + perigee.value) / 2 + EARTH_RADIUS_KM),
    apogee_km: apogee.value,
    perigee_km: perigee.value,
    eccentricity,
  };
  return {
    orbit_class: orbitClass(shape),
    orbit_type: orbitType({ ...shape, inclination_deg: inclination?.value ?? null }),
    raw: `Perigee=${perigee.raw} Apogee=${apogee.raw}`,
  };
}

/**
 * True if it returned to the Earth within a day: Apollo 4 flew a high ellipse to simulate a return from the Moon, and landed after nine
 * hours.
 */
function cameDownAtOnce({ LDate: launched, DDate: ended, Status: status }: Row): boolean {
  const down = status?.value.ends === 'decay' || status?.value.ends === 'landing';
  return down && launched !== null && ended !== null && Date.parse(ended.from) - Date.parse(launched.to) <= 86_400_000;
}
