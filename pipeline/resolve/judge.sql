-- Compares the claims of independence groups about one field. Each group is represented by its best claim (heads); every claim agrees with
-- the head of another group, disagrees, or can't be compared (sides).

CREATE OR REPLACE TEMP MACRO words(list) AS string_split(list, '|');
CREATE OR REPLACE TEMP MACRO share(a, b) AS (a = b OR list_has_any(words(a), words(b)));
-- True if a claim is late enough after an event to speak about it: catalogs follow an event within days.
CREATE OR REPLACE TEMP MACRO later(said, since) AS
  coalesce(said >= (DATE '1970-01-01' + (since + getvariable('catch_up_days'))::INTEGER)::TIMESTAMP, false);
-- Whether two claims have the same value.
CREATE OR REPLACE TEMP MACRO same_value(how, slack, absolute, relative, keys_a, keys_b, from_a, from_b, to_a, to_b, number_a, number_b) AS
  CASE how
    WHEN 'days' THEN from_a - slack <= to_b AND from_b - slack <= to_a
    WHEN 'number' THEN abs(number_a - number_b) <= greatest(absolute, relative * greatest(abs(number_a), abs(number_b)))
    ELSE share(keys_a, keys_b) END;

CREATE OR REPLACE TEMP TABLE heads AS
  SELECT claim_id, norad, field, source, independence_group, trust, stale, weight, vagueness, place, rank, derived, inputs, is_unknown, uncertain, lasting, said, since,
    keys, spaces, near, raw, record, value_text, value_numeric, value_date, day_from, day_to
  FROM claims_all WHERE (norad, rank) IN (SELECT norad, min(rank) FROM claims_all GROUP BY norad, field, independence_group);

-- A name is compared with every name that the other group uses, not only with its best one.
UPDATE heads SET keys = n.keys, spaces = n.spaces FROM (
  SELECT norad, field, independence_group, string_agg(keys, '|') AS keys, coalesce(string_agg(nullif(spaces, ''), '|'), '') AS spaces
  FROM claims_all JOIN field_rules USING (field) WHERE name = 'name' AND NOT is_unknown GROUP BY ALL HAVING count(*) > 1) n
WHERE heads.norad = n.norad AND heads.field = n.field AND heads.independence_group = n.independence_group;

CREATE OR REPLACE TEMP TABLE sides AS
  WITH asserted AS (
    SELECT claim_id, norad, field, independence_group, true AS head, lasting, said, since, keys, spaces, near, value_text, value_numeric, day_from, day_to
    FROM heads JOIN field_rules r USING (field) WHERE r.how <> 'never' AND NOT is_unknown),
  others AS (
    SELECT claim_id, norad, field, independence_group, false AS head, lasting, said, since, keys, spaces, near, value_text, value_numeric, day_from, day_to
    FROM claims_all JOIN field_rules r USING (field)
    WHERE r.how <> 'never' AND NOT is_unknown AND claim_id NOT IN (SELECT claim_id FROM heads)),
  compared AS (
    SELECT a.claim_id, a.norad, a.field, a.independence_group, a.head, b.independence_group AS other, r.confirms, r.wider,
      -- Statuses with a common key can differ in degree: `works` and `in part` do not agree.
      r.exact AND a.value_text <> b.value_text AS degrees,
      same_value(r.how, r.slack, r.absolute, r.relative, a.keys, b.keys, a.day_from, b.day_from, a.day_to, b.day_to, a.value_numeric, b.value_numeric) AS same,
      -- States change: a claim without its own date is not compared, and neither are claims far apart in time, unless the older one is
      -- about something that lasts, or one states since when it is true and the other is from after that day.
      r.span IS NULL OR coalesce(
        (abs(date_diff('day', a.said, b.said)) <= r.span OR if(a.said < b.said, a.lasting, b.lasting) OR ((a.since IS NOT NULL OR b.since IS NOT NULL) AND a.said IS NOT NULL AND b.said IS NOT NULL))
        AND (a.since IS NULL OR b.since IS NOT NULL OR later(b.said, a.since))
        AND (b.since IS NULL OR a.since IS NOT NULL OR later(a.said, b.since)), false) AS in_time,
      -- Without a common key, claims still don't contradict each other if they answer different questions (a state, an organization), or if
      -- one is near the other: parent and branch, a wider code and a place that it contains.
      coalesce(a.spaces IS NOT NULL AND b.spaces IS NOT NULL AND (a.spaces = '' OR b.spaces = '' OR NOT share(a.spaces, b.spaces)), false) AS apart,
      list_has_any(list_concat(words(a.keys), words(coalesce(a.near, ''))), words(coalesce(nullif(b.near, ''), '-')))
        OR list_has_any(list_concat(words(b.keys), words(coalesce(b.near, ''))), words(coalesce(nullif(a.near, ''), '-'))) AS is_near
    FROM (FROM asserted UNION ALL FROM others) a JOIN asserted b USING (norad, field) JOIN field_rules r USING (field) WHERE a.independence_group <> b.independence_group)
  SELECT claim_id, norad, field, independence_group, head, other, CASE
      WHEN same AND degrees THEN if(in_time, 'degree', 'older_degree')
      WHEN in_time AND same THEN if(confirms, 'agree', 'repeated')
      WHEN same THEN 'older_same'
      WHEN coalesce(apart, false) THEN NULL
      WHEN coalesce(is_near, false) THEN if(wider, 'wider', NULL)
      WHEN in_time THEN 'disagree'
      ELSE 'older_other' END AS state
  FROM compared;
DELETE FROM sides WHERE state IS NULL;

-- If SATCAT and GCAT date different launches (the station's, and the one that brought the satellite up), a third source that dates one of
-- them contradicts neither.
DELETE FROM sides WHERE state = 'disagree' AND (norad, field) IN (
  SELECT norad, field FROM heads JOIN field_rules r USING (field) WHERE r.name = 'launch_date' AND spaces IS NOT NULL
  GROUP BY ALL HAVING count(DISTINCT spaces) > 1);

-- A claim of "unknown" gives no value; a placeholder name counts as a name.
CREATE OR REPLACE TEMP TABLE picked AS
  SELECT h.* FROM heads h JOIN field_rules r USING (field)
  WHERE (norad, rank) IN (SELECT norad, min(rank) FROM heads GROUP BY norad, field) AND (NOT is_unknown OR r.name = 'name');

-- Two or more claims that agree with each other outvote the picked one, unless its source goes first for the field.
CREATE OR REPLACE TEMP TABLE outvoted AS
  SELECT p.norad, p.field, p.independence_group, p.claim_id, p.place = 0 AND r.stands AS stands, list(DISTINCT x.independence_group) AS voters
  FROM picked p JOIN field_rules r USING (field) JOIN sides x ON x.norad = p.norad AND x.field = p.field AND x.head AND x.state = 'agree'
  WHERE NOT EXISTS (FROM sides s WHERE s.claim_id = p.claim_id AND s.state = 'agree')
    AND EXISTS (FROM sides s WHERE s.claim_id = p.claim_id AND s.other = x.independence_group AND s.state IN ('disagree', 'older_other'))
    AND EXISTS (FROM sides s WHERE s.claim_id = p.claim_id AND s.other = x.other AND s.state IN ('disagree', 'older_other'))
  GROUP BY ALL;
UPDATE sides SET state = 'disagree' FROM outvoted o
  WHERE sides.norad = o.norad AND sides.field = o.field AND sides.state = 'older_other'
    AND ((sides.independence_group = o.independence_group AND list_contains(o.voters, sides.other)) OR (sides.other = o.independence_group AND list_contains(o.voters, sides.independence_group)));
CREATE OR REPLACE TEMP TABLE overruled AS SELECT norad, field, if(stands, 'outvoted_order', 'outvoted') AS rule FROM outvoted;
CREATE OR REPLACE TEMP TABLE winners AS
  FROM heads WHERE (norad, rank) IN (
    SELECT norad, min(h.rank) FROM heads h JOIN outvoted o USING (norad, field) WHERE NOT o.stands AND list_contains(o.voters, h.independence_group) GROUP BY norad, field);
DELETE FROM picked WHERE claim_id IN (SELECT claim_id FROM outvoted WHERE NOT stands);
INSERT INTO picked BY NAME FROM winners;
