interface Entry {
  readonly title: string;
  /** One or two sentences; for people who do not know the word. */
  readonly meaning: string;
}

/** The technical words of the website: those that pages explain at the word, and the page of the documentation. */
export const glossary = {
  'catalog-number': {
    title: 'Catalog number (NORAD)',
    meaning: 'The number of an object in the catalog of the United States Space Force, also called its NORAD number.',
  },
  designator: {
    title: 'International designator (COSPAR)',
    meaning:
      'Year of the launch, its number in that year, and letters for each object of it: 1998-067A. Fragments and satellites deployed later have the designator of the launch that brought them up.',
  },
  perigee: {
    title: 'Perigee and apogee',
    meaning:
      'The lowest and the highest point of an orbit. Their altitudes are above an Earth radius of 6,378.135 km, not above the ground below.',
  },
  inclination: {
    title: 'Inclination',
    meaning:
      'The angle between the orbit and the equator: at 0° it follows the equator, at 90° it crosses the poles, and above 90° the object moves against the rotation of the Earth.',
  },
  period: { title: 'Period', meaning: 'The time of one revolution around the Earth.' },
  eccentricity: {
    title: 'Eccentricity',
    meaning: 'The shape of the orbit: 0 is a circle, close to 1 is a long ellipse.',
  },
  'orbit-class': {
    title: 'Orbit class',
    meaning:
      'LEO: apogee below 2,000 km. GEO: a nearly circular orbit of about one day. MEO: between them, and nearly circular. HEO: every other orbit around the Earth. Deep space: not around the Earth.',
  },
  elements: {
    title: 'Orbital elements',
    meaning:
      'Numbers that describe an orbit at one moment, the epoch. Positions are computed from them with a model, SGP4, and are less accurate the further they are from that moment.',
  },
  epoch: { title: 'Epoch', meaning: 'The moment that a set of orbital elements describes.' },
  tle: {
    title: 'TLE',
    meaning:
      'Two-line element set: orbital elements in two lines with fixed columns. Five columns are too few for new catalog numbers; the OMM has no such limit.',
  },
  omm: {
    title: 'OMM',
    meaning:
      'Orbit mean-elements message: orbital elements with named values, by a standard of CCSDS, in JSON, XML, CSV, or as KVN (lines with a name and a value).',
  },
  bstar: {
    title: 'B*',
    meaning:
      'The drag term of an element set. It is fitted to the orbit together with the other values, so it can be negative, and says little about the object itself.',
  },
  rcs: {
    title: 'Radar cross-section (RCS)',
    meaning:
      'How large an object appears to a radar, in m². It depends on shape, material, and attitude, and is not a size.',
  },
  magnitude: {
    title: 'Magnitude',
    meaning:
      'Brightness in the sky; a smaller number is brighter. Under a dark sky, the naked eye sees stars of magnitude 6 at best. Magnitudes here are estimated from sizes, with an error of about 1.',
  },
  elevation: { title: 'Elevation', meaning: 'The angle above the horizon: 0° is the horizon, 90° is overhead.' },
  'likely-window': {
    title: 'Likely window',
    meaning:
      'The time in which a reentry is predicted. The aim is that four of five objects come down inside their window.',
  },
  'maximum-probability': {
    title: 'Maximum probability',
    meaning:
      'The largest probability that the two spheres which stand for the objects touch, for any error that is equal in all directions. It assumes no measured error; errors that are longer along the tracks can give more. Not for operations.',
  },
  conflict: {
    title: 'Conflict',
    meaning:
      'Independent sources state values of a field that differ by more than the tolerance of that field, or a value cannot be right.',
  },
} as const satisfies Readonly<Record<string, Entry>>;

export type GlossaryWord = keyof typeof glossary;
