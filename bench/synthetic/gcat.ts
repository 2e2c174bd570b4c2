import { Chance } from '../chance.ts';
import { gcatDay, TODAY } from './calendar.ts';
import { gcatSites, kepler, launchOf, type SyntheticObject, VEHICLES } from './object.ts';

/** GCAT's tables, as lines. Every table has a header with `#` and a comment with its time. */

const updated = '# Updated 2026 Aug 20 1200:00\n';
const header = (columns: string) => `#${columns.replaceAll(' ', '\t')}\n${updated}`;
const line = (cells: readonly (string | number)[]) => `${cells.join('\t')}\n`;

export const headers = {
  orgs: header(
    'Code UCode StateCode Type Class TStart TStop ShortName Name Location Longitude Latitude Error Parent ShortEName EName UName',
  ),
  sites: header(
    'Site Code UCode Type StateCode TStart TStop ShortName Name Location Longitude Latitude Error Parent ShortEName EName Group UName',
  ),
  lv: header(
    'LV_Name LV_Family LV_Manufacturer LV_Variant LV_Alias LV_Min_Stage LV_Max_Stage Length LFlag Diameter DFlag Launch_Mass MFlag LEO_Capacity GTO_Capacity TO_Thrust Class Apogee Range',
  ),
  launch: header(
    'Launch_Tag Launch_JD Launch_Date LV_Type Variant Flight_ID Flight Mission FlightCode Platform Launch_Site Launch_Pad Ascent_Site Ascent_Pad Apogee Apoflag Range RangeFlag Dest OrbPay Agency LaunchCode FailCode Group Category LTCite Cite Notes',
  ),
  satcat: header(
    'JCAT Satcat Launch_Tag Piece Type Name PLName LDate Parent SDate Primary DDate Status Dest Owner State Manufacturer Bus Motor Mass MassFlag DryMass DryFlag TotMass TotFlag Length LFlag Diameter DFlag Span SpanFlag Shape ODate Perigee PF Apogee AF Inc IF OpOrbit OQUAL AltNames',
  ),
  psatcat: header(
    'JCAT Piece Name LDate TLast TOp TDate TF Program Plane Att Mvr Class Category Result Control Discipline UNState UNReg UNPeriod UNPerigee UNApogee UNInc DispEpoch DispPeri DispApo DispInc Comment',
  ),
};

const organisation = (index: number) => `SYN${index}`;
const vehicle = (index: number) => `Synthetic ${index + 1}`;
const jcat = (id: number) => `S${String(id).padStart(id < 100_000 ? 5 : 6, '0')}`;

export function orgLine(index: number): string {
  const code = organisation(index);
  const name = `Synthetic Organisation ${index}`;
  const state = new Chance(index, 4).of(['US', 'RU', 'CN', 'F', 'J', 'IN', 'D', 'UK']);
  const short = `Synthetic ${index}`;
  return line([code, code, state, 'O/PL/E', 'B', '1990', '-', short, name, '-', '-', '-', '-', '-', '-', name, name]);
}

export function siteLines(): string {
  return gcatSites
    .map((code) => {
      const name = `Synthetic Site ${code}`;
      return line([code, '-', code, 'LS', 'US', '1957', '-', code, name, '-', '-', '-', '-', '-', '-', name, '-', '-']);
    })
    .join('');
}

export function vehicleLines(): string {
  const rest = ['Synthetic', '-', '-', '-', 1, 2, '40.0', '', '3.00', '', 300, '', 9000, '-', '-', 'O', 200, '-'];
  return Array.from({ length: VEHICLES }, (_, index) => line([vehicle(index), ...rest])).join('');
}

export function launchLine(index: number, objects: number): string {
  const launch = launchOf(index, objects);
  const agency = organisation(new Chance(index, 5).below(10));
  const before = [launch.id, (launch.day + 2_440_587.5).toFixed(2), gcatDay(launch.day), vehicle(launch.vehicle)];
  const flight = ['-', '-', `Synthetic flight ${index + 1}`, `Synthetic mission ${index + 1}`, '-', '-'];
  const where = [launch.place.gcatSite, 'LC1', '-', '-', '-', '', '-', '', '-', '-'];
  return line([...before, ...flight, ...where, agency, 'OS', '-', 'G', 'Sat LEO', '-', '-', '-']);
}

/** Half of the catalogue: three quarters of the payloads and a third of the rest, as in the files that could be had. */
export function satcatLine(one: SyntheticObject): string {
  const chance = new Chance(one.n, 6);
  if (!chance.happens(one.kind === 'PAY' ? 0.75 : 0.35)) return '';
  const { launch, kind } = one;
  // A few dates are off, so that sources disagree here and there.
  const off = (day: number, part: number) => gcatDay(chance.happens(part) ? Math.min(day + 20, TODAY) : day);
  const measures = (known: boolean) => {
    const of = (value: number, digits = 1) => [known ? value.toFixed(digits) : '0', chance.happens(0.3) ? '?' : ''];
    const kg = chance.between(10, 6000);
    return [...of(kg, 0), ...of(kg * 0.7, 0), ...of(kg, 0), ...of(chance.between(0.3, 9)), ...of(2), ...of(8)];
  };
  const sentOff = gcatDay(launch.day);
  const owner = organisation(one.organisation);
  return line([
    jcat(one.id),
    String(one.id).padStart(5, '0'),
    launch.id,
    one.piece,
    { PAY: 'P', 'R/B': 'R2', DEB: 'D  P', UNK: 'D  P' }[kind],
    one.name.replace('SYNTHETIC', 'Synthetic'),
    `Synth ${one.n + 1}`,
    off(launch.day, 0.005),
    '-',
    sentOff,
    'Earth',
    one.decay === null ? '-' : off(one.decay, 0.02),
    one.decay === null ? 'O' : chance.of(['R', 'R', 'R', 'R', 'L', 'D']),
    '-',
    owner,
    chance.happens(0.02) ? 'D' : launch.place.state,
    organisation(one.organisation),
    'Bus',
    '-',
    ...measures(kind !== 'DEB'),
    'Box',
    sentOff,
    one.perigeeKm,
    '',
    one.apogeeKm,
    '',
    one.inclinationDeg.toFixed(2),
    '',
    category(one),
    '-',
    chance.happens(0.15) ? `Synthetic Alias ${one.n + 1}` : '-',
  ]);
}

/** GCAT's orbit category. */
function category({ apogeeKm, perigeeKm, inclinationDeg }: SyntheticObject): string {
  if (apogeeKm < 2000) {
    const tilt = inclinationDeg < 85 ? 'I' : inclinationDeg < 95 ? 'P' : 'S';
    return `${(apogeeKm + perigeeKm) / 2 < 600 ? 'LLEO' : 'LEO'}/${tilt}`;
  }
  if (perigeeKm < 2000) return 'HEO';
  return perigeeKm < 30_000 ? 'MEO' : 'GEO/S';
}

/** Payloads only, most of them. */
export function psatcatLine(one: SyntheticObject): string {
  const chance = new Chance(one.n, 7);
  if (one.kind !== 'PAY' || !chance.happens(0.85)) return '';
  const end = one.decay === null ? '-' : gcatDay(one.decay);
  const day = gcatDay(one.launch.day);
  const operating = one.working ? '*' : end;
  const before = [jcat(one.id), one.piece, `Synthetic Payload ${one.n + 1}`, day, operating, operating, operating, '-'];
  const use = [chance.of(['A', 'B', 'C', 'D']), chance.of(['COM', 'IMG', 'NAV', 'SCI', 'TECH', 'MET']), 'S', '-', '-'];
  const registry = [one.launch.place.state, 'ST/SG/SER.E/9901', kepler(one).periodMin.toFixed(1)];
  const orbit = [one.perigeeKm, one.apogeeKm, one.inclinationDeg.toFixed(1)];
  return line([...before, 'Synthetic', '-', '3', '-', ...use, ...registry, ...orbit, '-', 0, 0, '0.00', '-']);
}
