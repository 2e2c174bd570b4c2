/**
 * The UCS Satellite Database's names of countries, by the code of a record, if they differ from the record's name. Source: the
 * columns `Country of Operator/Owner`, `Country/Org of UN Registry` and `Country of Contractor` of its edition of 2023-05-01.
 * Of organizations, UCS names those of states `Multinational`, ESA by its letters, and companies by the state that they are in.
 */
export const UCS_COUNTRIES: Readonly<Record<string, string>> = {
  CZ: 'Czech Republic',
  IR: 'Iran',
  KR: 'South Korea',
  LA: 'Laos',
  RU: 'Russia',
  SY: 'Syria',
  TR: 'Turkey',
  TW: 'Taiwan',
  TZ: 'Tanzania',
  US: 'USA',
  VN: 'Vietnam',
  ABS: 'Multinational',
  ARABSAT: 'Multinational',
  ASIASAT: 'China',
  ESA: 'ESA',
  EUMETSAT: 'Multinational',
  EUTELSAT: 'Multinational',
  GLOBALSTAR: 'USA',
  INMARSAT: 'United Kingdom',
  INTELSAT: 'USA',
  IRIDIUM: 'USA',
  ISRO: 'India',
  ISS: 'Multinational',
  NATO: 'Multinational',
  O3B: 'Luxembourg',
  ORBCOMM: 'USA',
  RASCOM: 'Multinational',
  SES: 'Luxembourg',
};
