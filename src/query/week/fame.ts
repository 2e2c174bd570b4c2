/**
 * The order in which objects are named first, in SQL: those for which a source has a common name, then those that Wikidata
 * has, then payloads, and of each the heaviest. It ranks how many people may know an object, and is never printed as a number.
 */
export const famousFirst = `common_name IS NOT NULL DESC, wikidata_id IS NOT NULL DESC, object_class = 'PAYLOAD' DESC, launch_mass_kg DESC NULLS LAST`;
