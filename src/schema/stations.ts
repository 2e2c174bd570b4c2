import { sqlText, sqlTexts } from './escaped-text.ts';

/** A space station: its name, with an article if a sentence needs one, and the day of its first launch. */
interface Station {
  readonly name: string;
  readonly launched: string;
}

/**
 * Space stations by the launch of their first part. In SATCAT, an object released by a station has the station's designator
 * (`1998-067…`) although it flew on another rocket; only stations have such objects. Source: the designators of
 * https://celestrak.org/satcat/ and GCAT's hullcat and launch catalog.
 */
export const STATIONS: Readonly<Record<string, Station>> = {
  '1971-032': { name: 'Salyut 1', launched: '1971-04-19' },
  '1973-017': { name: 'Salyut 2', launched: '1973-04-03' },
  '1973-027': { name: 'Skylab', launched: '1973-05-14' },
  '1974-046': { name: 'Salyut 3', launched: '1974-06-24' },
  '1974-104': { name: 'Salyut 4', launched: '1974-12-26' },
  '1976-057': { name: 'Salyut 5', launched: '1976-06-22' },
  '1977-097': { name: 'Salyut 6', launched: '1977-09-29' },
  '1982-033': { name: 'Salyut 7', launched: '1982-04-19' },
  '1986-017': { name: 'Mir', launched: '1986-02-19' },
  '1998-067': { name: 'the International Space Station', launched: '1998-11-20' },
  '2011-053': { name: 'Tiangong 1', launched: '2011-09-29' },
  '2016-057': { name: 'Tiangong 2', launched: '2016-09-15' },
  '2021-035': { name: 'the China Space Station', launched: '2021-04-29' },
};

/** The pieces of a station's designator that were launched with it: the station, and the last stage of its rocket. */
export const STATION_PIECES: readonly string[] = ['A', 'B'];

/**
 * The station whose designator an object has, apart from the pieces that were launched with it, and whether its launch date is
 * the station's, which SATCAT may have instead of the object's own. Null for every other object.
 */
export function stationNamedBy(object: { readonly cospar_id: string | null; readonly launch_date: string | null }) {
  const [launch, piece] = [object.cospar_id?.slice(0, 8) ?? '', object.cospar_id?.slice(8) ?? ''];
  if (!Object.hasOwn(STATIONS, launch) || STATION_PIECES.includes(piece)) return null;
  const { name, launched } = STATIONS[launch]!;
  return { station: name, isStationsLaunch: object.launch_date === launched };
}

/** `isStationsLaunch` in SQL, over rows of `satellites`. */
export const isStationsLaunch = `coalesce((cospar_id[1:8], launch_date) IN (${Object.entries(STATIONS)
  .map(([launch, { launched }]) => `(${sqlText(launch)}, DATE ${sqlText(launched)})`)
  .join(', ')}) AND cospar_id[9:] NOT IN (${sqlTexts(STATION_PIECES)}), FALSE)`;
