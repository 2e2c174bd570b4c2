-- What this release knows of the reentries that earlier ones found: their date, which sources correct, and whether a source contradicts or
-- withdraws them. A withdrawn reentry of an object that has decayed on another day since stays withdrawn: that is another reentry, and
-- another event.

CREATE OR REPLACE TEMP TABLE known_reentries AS
  SELECT e.id, s.decay_date, coalesce((e.details->>'withdrawn')::BOOLEAN, false)
      AND (row_number() OVER (PARTITION BY e.norad_cat_id ORDER BY e.detected_at DESC, e.id) > 1 OR coalesce(s.decay_date <> e.occurred_at::DATE, false)) AS is_over
  FROM events e LEFT JOIN satellites s ON s.norad_cat_id = e.norad_cat_id AND s.operational_status = 'DECAYED'
  WHERE e.type = 'reentry';

UPDATE events SET occurred_at = coalesce(k.decay_date::TIMESTAMP, events.occurred_at),
    details = json_merge_patch(reentry_details(norad_cat_id, coalesce(strftime(k.decay_date, '%Y-%m-%d'), details->>'decay_date')),
      json_object('precision', details->>'precision'))
  FROM known_reentries k WHERE k.id = events.id AND NOT k.is_over;
