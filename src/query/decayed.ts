/**
 * Everything DECAYED, the newest change of the catalog first: an object became DECAYED with its reentry event,
 * else on its decay date. Later changes of its record do not affect the order.
 */
export const decayedNewestFirst = `SELECT s.norad_cat_id FROM satellites s
  LEFT JOIN (SELECT norad_cat_id, max(listed_at) AS listed_at FROM events WHERE type = 'reentry' GROUP BY norad_cat_id) e USING (norad_cat_id)
  WHERE s.operational_status = 'DECAYED'
  ORDER BY coalesce(e.listed_at, s.decay_date::TIMESTAMP) DESC NULLS LAST, s.decay_date DESC NULLS LAST, s.norad_cat_id DESC`;
