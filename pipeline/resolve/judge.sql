-- What two independence groups assert of one field, compared. Each group is represented by its best claim (heads); pairs of heads agree, disagree, or
-- can't be compared (sides, one row for each direction).

CREATE OR REPLACE TEMP MACRO words(list) AS string_split(list, '|');
CREATE OR REPLACE TEMP MACRO share(a, b) AS (a = b OR list_has_any(words(a), words(b)));
-- What was observed before (or soon after) something became true says nothing about it.
CREATE OR REPLACE TEMP MACRO later(observed, since) AS
  observed >= (DATE '1970-01-01' + (since + getvariable('catch_up_days'))::INTEGER)::TIMESTAMP;

CREATE OR REPLACE TEMP TABLE heads AS
  SELECT claim_id, norad, field, source, independence_group, trust, trust_order, weight, vagueness, authority, rank, is_unknown, uncertain, lasting, observed, since,
    keys, spaces, near, raw, value_text, value_numeric, value_date, day_from, day_to
  FROM claims_all WHERE (norad, rank) IN (SELECT norad, min(rank) FROM claims_all GROUP BY norad, field, independence_group);

-- A name is compared with every name that the other group uses, not only with its best one.
UPDATE heads SET keys = n.keys, spaces = n.spaces FROM (
  SELECT norad, field, independence_group, string_agg(keys, '|') AS keys, coalesce(string_agg(nullif(spaces, ''), '|'), '') AS spaces
  FROM claims_all JOIN field_rules USING (field) WHERE name = 'name' AND NOT is_unknown GROUP BY ALL HAVING count(*) > 1) n
WHERE heads.norad = n.norad AND heads.field = n.field AND heads.independence_group = n.independence_group;

CREATE OR REPLACE TEMP TABLE pairs AS
  WITH asserted AS (
    SELECT h.*, r.how, r.slack, r.absolute, r.relative, r.span, r.confirms
    FROM heads h JOIN field_rules r USING (field) WHERE r.how <> 'never' AND NOT h.is_unknown),
  compared AS (
    SELECT norad, field, a.independence_group AS group_a, b.independence_group AS group_b, a.confirms,
      CASE a.how
        WHEN 'days' THEN a.day_from - a.slack <= b.day_to AND b.day_from - a.slack <= a.day_to
        WHEN 'number' THEN abs(a.value_numeric - b.value_numeric)
          <= greatest(a.absolute, a.relative * greatest(abs(a.value_numeric), abs(b.value_numeric)))
        ELSE share(a.keys, b.keys) END AS same,
      -- States change: claims far apart in time are not compared, unless the older one is of something that lasts, or one dates what it says
      -- and the other was observed after that date.
      (a.span IS NULL OR abs(date_diff('day', a.observed, b.observed)) <= a.span
        OR if(a.observed < b.observed, a.lasting, b.lasting) OR a.since IS NOT NULL OR b.since IS NOT NULL)
      AND (a.since IS NULL OR b.since IS NOT NULL OR later(b.observed, a.since))
      AND (b.since IS NULL OR a.since IS NOT NULL OR later(a.observed, b.since)) AS in_time,
      -- Without a common key they still don't contradict each other where they answer different questions (a state, an organization), or are parent and branch.
      NOT coalesce(a.spaces IS NOT NULL AND b.spaces IS NOT NULL AND (a.spaces = '' OR b.spaces = '' OR NOT share(a.spaces, b.spaces)), false)
      AND NOT list_has_any(list_concat(words(a.keys), words(coalesce(a.near, ''))), words(coalesce(nullif(b.near, ''), '-')))
      AND NOT list_has_any(list_concat(words(b.keys), words(coalesce(b.near, ''))), words(coalesce(nullif(a.near, ''), '-'))) AS comparable
    FROM asserted a JOIN asserted b USING (norad, field) WHERE a.independence_group < b.independence_group)
  SELECT norad, field, group_a, group_b, CASE
      WHEN in_time AND same THEN if(confirms, 'agree', NULL)
      WHEN same THEN 'older_same'
      WHEN in_time AND coalesce(comparable, true) THEN 'disagree'
      WHEN coalesce(comparable, true) THEN 'older_other' END AS state
  FROM compared;
DELETE FROM pairs WHERE state IS NULL;

-- Where SATCAT and GCAT date different launches (the station's, and the one that brought the satellite up), a third source that dates one of them
-- contradicts neither.
DELETE FROM pairs WHERE state = 'disagree' AND (norad, field) IN (
  SELECT norad, field FROM heads JOIN field_rules r USING (field) WHERE r.name = 'launch_date' AND spaces IS NOT NULL
  GROUP BY ALL HAVING count(DISTINCT spaces) > 1);

CREATE OR REPLACE TEMP TABLE sides AS
  SELECT norad, field, group_a AS independence_group, group_b AS other, state FROM pairs
  UNION ALL SELECT norad, field, group_b, group_a, state FROM pairs;

-- A statement about the present that a later one has outlived gives way to it, however trusted its source.
CREATE OR REPLACE TEMP TABLE expired AS
  SELECT DISTINCT h.claim_id FROM heads h JOIN field_rules r USING (field) JOIN heads o USING (norad, field)
  WHERE r.span IS NOT NULL AND NOT h.lasting AND NOT h.is_unknown AND NOT o.is_unknown AND o.independence_group <> h.independence_group AND date_diff('day', h.observed, o.observed) > r.span;

-- A claim that says only "unknown" gives no value; a placeholder name is a name all the same.
CREATE OR REPLACE TEMP TABLE picked AS
  SELECT h.* FROM heads h JOIN field_rules r USING (field)
  WHERE (norad, rank) IN (SELECT norad, min(rank) FROM heads WHERE claim_id NOT IN (FROM expired) GROUP BY norad, field) AND (NOT is_unknown OR r.name = 'name');

-- Two or more that agree with each other outvote the one that was picked, unless it is of the authority for the field.
CREATE OR REPLACE TEMP TABLE outvoted AS
  SELECT p.norad, p.field, p.independence_group, p.claim_id, p.authority = 0 AS stands, list(DISTINCT x.independence_group) AS voters
  FROM picked p JOIN sides x ON x.norad = p.norad AND x.field = p.field AND x.state = 'agree'
  WHERE NOT EXISTS (FROM sides s WHERE s.norad = p.norad AND s.field = p.field AND s.independence_group = p.independence_group AND s.state = 'agree')
    AND EXISTS (FROM sides s WHERE s.norad = p.norad AND s.field = p.field AND s.independence_group = p.independence_group AND s.other = x.independence_group
      AND s.state IN ('disagree', 'older_other'))
    AND EXISTS (FROM sides s WHERE s.norad = p.norad AND s.field = p.field AND s.independence_group = p.independence_group AND s.other = x.other
      AND s.state IN ('disagree', 'older_other'))
  GROUP BY ALL;
UPDATE sides SET state = 'disagree' FROM outvoted o
  WHERE sides.norad = o.norad AND sides.field = o.field AND sides.state = 'older_other'
    AND ((sides.independence_group = o.independence_group AND list_contains(o.voters, sides.other)) OR (sides.other = o.independence_group AND list_contains(o.voters, sides.independence_group)));
CREATE OR REPLACE TEMP TABLE overruled AS SELECT norad, field, if(stands, 'outvoted_authority', 'outvoted') AS rule FROM outvoted;
CREATE OR REPLACE TEMP TABLE winners AS
  FROM heads WHERE (norad, rank) IN (
    SELECT norad, min(h.rank) FROM heads h JOIN outvoted o USING (norad, field) WHERE NOT o.stands AND list_contains(o.voters, h.independence_group) GROUP BY norad, field);
DELETE FROM picked WHERE claim_id IN (SELECT claim_id FROM outvoted WHERE NOT stands);
INSERT INTO picked BY NAME FROM winners;
