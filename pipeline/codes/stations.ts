/**
 * Space stations by the launch of their first part. In SATCAT, an object released by a station has the station's designator
 * (`1998-067…`) although it flew on another rocket; only stations have such objects. Source: the designators of
 * https://celestrak.org/satcat/ and GCAT's hullcat.
 */
export const STATIONS: Readonly<Record<string, string>> = {
  '1971-032': 'Salyut 1',
  '1973-017': 'Salyut 2',
  '1973-027': 'Skylab',
  '1974-046': 'Salyut 3',
  '1974-104': 'Salyut 4',
  '1976-057': 'Salyut 5',
  '1977-097': 'Salyut 6',
  '1982-033': 'Salyut 7',
  '1986-017': 'Mir',
  '1998-067': 'International Space Station',
  '2011-053': 'Tiangong 1',
  '2016-057': 'Tiangong 2',
  '2021-035': 'China Space Station',
};

/** The pieces of a station's designator that were launched with it: the station, and the last stage of its rocket. */
export const STATION_PIECES: readonly string[] = ['A', 'B'];
