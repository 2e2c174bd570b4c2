/** The door to countries: what a country is, and the tables that decode SATCAT's and GCAT's codes into one. */
export { type Country, countriesAgree, countryKeys, isoCountries, isoCountry } from './country.ts';
export { GCAT_STATES, gcatState } from './gcat-states.ts';
export { SATCAT_OWNERS, satcatOwner } from './satcat-owners.ts';
