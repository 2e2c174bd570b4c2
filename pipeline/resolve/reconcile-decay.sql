-- Reconciles status, disposition and decay date: finds which sources report a reentry (reports) and what contradicts it (refuted), and sets
-- the three fields accordingly.

-- The best report of a reentry: a decay date, else a status DECAYED without a date, which holds from the day of the claim.
CREATE OR REPLACE TEMP TABLE reports AS
  SELECT norad, source, trust, day_to, true AS dated FROM picked WHERE field = field_of('decay_date')
  UNION ALL
  SELECT norad, source, trust, coalesce(since, date_diff('day', DATE '1970-01-01', said::DATE)::INTEGER), false FROM heads
  WHERE (norad, rank) IN (
    SELECT norad, min(rank) FROM heads WHERE field = field_of('operational_status') AND value_text = 'DECAYED'
      AND norad NOT IN (SELECT norad FROM picked WHERE field = field_of('decay_date')) GROUP BY norad);

-- A reentry is refuted by elements of a later time, or by a later claim that the object works, of CelesTrak, which sees the tracking, if
-- that is trusted more. Claims from before the reentry refute nothing.
CREATE OR REPLACE TEMP TABLE refuted AS
  SELECT r.norad, 'tracked_after' AS rule, true AS tracked FROM reports r JOIN newest_elements e ON e.norad_cat_id = r.norad
  WHERE r.source <> 0 AND e.epoch[1:10]::DATE > DATE '1970-01-01' + (r.day_to + getvariable('elements_after_days'))::INTEGER
  UNION
  SELECT r.norad, 'works_after', false FROM reports r JOIN heads h USING (norad)
  WHERE h.field = field_of('operational_status') AND h.keys = 'working' AND h.source = 0 AND h.trust < r.trust AND later(h.said, r.day_to);
DELETE FROM refuted WHERE NOT tracked AND norad IN (SELECT norad FROM refuted WHERE tracked);

CREATE OR REPLACE TEMP TABLE decay_states AS
  SELECT norad, field, CASE name WHEN 'decay_date' THEN false WHEN 'disposition' THEN h.keys = 'down' ELSE h.value_text = 'DECAYED' END AS down,
    h.claim_id, h.rank, h.independence_group, norad IN (SELECT norad FROM refuted) AS up
  FROM heads h JOIN field_rules USING (field)
  WHERE name IN ('operational_status', 'disposition') AND norad IN (SELECT norad FROM reports) AND NOT is_unknown;

-- The value is that of the best consistent claim; a status from before the reentry is not consistent. For an object in orbit, claims of its
-- reentry are dropped.
CREATE OR REPLACE TEMP TABLE repicked AS
  FROM heads WHERE (norad, rank) IN (SELECT norad, min(rank) FROM decay_states WHERE down <> up GROUP BY norad, field);
DELETE FROM picked WHERE (norad, field) IN (SELECT norad, field FROM repicked UNION SELECT norad, field FROM decay_states WHERE up);
INSERT INTO picked BY NAME FROM repicked;
DELETE FROM picked WHERE field = field_of('decay_date') AND norad IN (SELECT norad FROM refuted);
DELETE FROM overruled WHERE (norad, field) IN (SELECT norad, field FROM decay_states);

-- Both sides of a refuted or disputed reentry are marked in each of its fields.
CREATE OR REPLACE TEMP TABLE disputed AS
  SELECT norad, rule FROM refuted
  UNION
  SELECT r.norad, 'reentry_disputed' FROM reports r
  WHERE r.norad NOT IN (SELECT norad FROM refuted) AND EXISTS (
    FROM sides s JOIN heads h USING (claim_id, norad, field)
    WHERE s.norad = r.norad AND s.field = field_of('disposition') AND s.state = 'disagree' AND h.keys = 'up');
INSERT INTO overruled
  SELECT norad, field, rule FROM disputed JOIN (SELECT DISTINCT norad, field FROM heads WHERE NOT is_unknown) USING (norad) JOIN field_rules USING (field)
  WHERE name IN ('operational_status', 'disposition', 'decay_date');
INSERT INTO sides BY NAME
  SELECT claim_id, norad, field, independence_group, true AS head, 'disagree' AS state FROM heads JOIN overruled USING (norad, field)
  WHERE rule IN ('tracked_after', 'works_after', 'reentry_disputed') AND NOT is_unknown;
