/**
 * In SQL, the decayed objects for which a source contradicts the reentry or its date. If no source has a date, the status alone says that
 * an object has decayed.
 */
export const disputedReentries = `SELECT norad_cat_id FROM satellites JOIN provenance USING (norad_cat_id)
  WHERE operational_status = 'DECAYED' AND confidence = 'CONFLICTING' AND field = if(decay_date IS NULL, 'operational_status', 'decay_date')`;
