/** The door to countries: what a country is, and the tables that decode SATCAT's and GCAT's codes into one. */
export {
  type Country,
  countriesAgree,
  countryKeys,
  type Historical,
  ISO_CODES,
  isoCountries,
  isoCountry,
  UNKNOWN_COUNTRY,
} from './country.ts';
export { GCAT_STATES, gcatState, type StateClaim } from './gcat-states.ts';
export { SATCAT_OWNERS, satcatOwner } from './satcat-owners.ts';
