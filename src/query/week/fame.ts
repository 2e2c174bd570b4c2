/**
 * The order in which objects are named, in SQL: first those with a common name in a source, then those in Wikidata,
 * then payloads; within each, the heaviest first. It estimates how well known an object is, and is never printed as a
 * number.
 */
export const famousFirst = `common_name IS NOT NULL DESC, wikidata_id IS NOT NULL DESC, object_class = 'PAYLOAD' DESC, launch_mass_kg DESC NULLS LAST`;
