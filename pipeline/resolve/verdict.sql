-- How sure each field is, by which rule: the level describes the value that was picked. Leaves verdicts.

-- A decay before the launch: one of the dates is wrong, and it is unknown which.
INSERT INTO overruled
  SELECT d.norad, unnest([d.field, l.field]), 'implausible' FROM picked d JOIN picked l USING (norad)
  WHERE d.field = field_of('decay_date') AND l.field = field_of('launch_date') AND d.day_to < l.day_from;
INSERT INTO sides
  SELECT p.norad, p.field, p.independence_group, NULL, 'disagree' FROM picked p JOIN overruled o USING (norad, field) WHERE o.rule = 'implausible';

-- A perigee below the ground.
INSERT INTO overruled SELECT norad, field, 'below_ground' FROM picked WHERE field = field_of('perigee_km') AND value_numeric < 0;
INSERT INTO sides
  SELECT p.norad, p.field, p.independence_group, NULL, 'disagree' FROM picked p JOIN overruled o USING (norad, field) WHERE o.rule = 'below_ground';

-- SATCAT and GCAT name different objects by these numbers.
INSERT INTO overruled
  SELECT norad, field, 'identity_swapped' FROM (SELECT DISTINCT norad, field FROM heads) JOIN field_rules r USING (field)
  WHERE r.name IN ('name', 'gcat_id') AND norad IN (SELECT norad FROM swapped);
INSERT INTO sides
  SELECT norad, field, independence_group, NULL, 'disagree' FROM heads JOIN overruled USING (norad, field) WHERE rule = 'identity_swapped';

-- The first step of the precedence that tells the value from the best of those that take part in the disagreement.
CREATE OR REPLACE TEMP TABLE disagreements AS
  SELECT p.norad, p.field, CASE
      WHEN p.trust_order <> h.trust_order THEN 'disagree_trust'
      WHEN p.weight <> h.weight THEN 'disagree_file'
      WHEN p.vagueness <> h.vagueness THEN 'disagree_exact'
      WHEN p.authority <> h.authority THEN 'disagree_authority'
      WHEN p.observed <> h.observed THEN 'disagree_newer'
      ELSE 'disagree_listed' END AS rule
  FROM picked p JOIN heads h USING (norad, field)
  WHERE (norad, h.rank) IN (
    SELECT norad, min(o.rank) FROM heads o JOIN picked q USING (norad, field)
    WHERE o.claim_id <> q.claim_id AND (norad, field, o.independence_group) IN (SELECT norad, field, independence_group FROM sides WHERE state = 'disagree') GROUP BY norad, field);

-- What was said at another time and was not compared, and what is no evidence, in words.
CREATE OR REPLACE TEMP TABLE remarks AS
  SELECT p.norad, p.field, o.source, (n.short_name || ' reported ' || o.value_text || ' on ' || strftime(o.observed, '%Y-%m-%d') || '; not compared, '
    || abs(date_diff('day', o.observed, p.observed)) || CASE WHEN abs(date_diff('day', o.observed, p.observed)) = 1 THEN ' day ' ELSE ' days ' END
    || if(o.observed < p.observed, 'older.', 'newer.')) AS note
  FROM picked p JOIN sides s USING (norad, field, independence_group) JOIN heads o ON o.norad = s.norad AND o.field = s.field AND o.independence_group = s.other
    JOIN source_names n ON n.source = o.source
  WHERE s.state IN ('older_same', 'older_other')
  UNION ALL
  SELECT norad, field, source, 'The code "-" of SATCAT is no evidence: it has no orbit of the object about the Earth.'
  FROM heads WHERE is_unknown AND field = field_of('operational_status') AND value_text = 'NONOPERATIONAL' AND raw = '-' AND source = 0;
CREATE OR REPLACE TEMP TABLE notes AS
  SELECT norad, field, string_agg(note, ' ' ORDER BY source) AS note FROM remarks GROUP BY ALL;

CREATE OR REPLACE TEMP TABLE verdicts AS
  WITH asserted AS (
    SELECT norad, field, bit_or(1 << source::INTEGER) AS sources FROM claims_all JOIN field_rules r USING (field)
    WHERE NOT is_unknown OR r.name = 'name' GROUP BY ALL),
  agreed AS (SELECT DISTINCT norad, field, independence_group FROM sides WHERE state = 'agree'),
  special AS (SELECT norad, field, any_value(rule ORDER BY rule = 'identity_swapped' DESC, rule = 'implausible' DESC) AS rule FROM overruled GROUP BY ALL)
  SELECT norad, field, s.sources, coalesce(p.uncertain, false) AS uncertain,
    CASE
      WHEN o.rule IS NOT NULL THEN o.rule
      WHEN d.rule IS NOT NULL THEN d.rule
      WHEN p.trust = 2 THEN 'derived'
      WHEN p.uncertain THEN 'doubtful'
      WHEN field = field_of('operational_status') AND NOT p.lasting AND date_diff('day', p.observed, getvariable('release_time')) > getvariable('present_days') THEN 'outdated'
      WHEN a.independence_group IS NOT NULL THEN 'independent_agree'
      WHEN p.trust = 1 THEN 'medium_trust'
      WHEN n.note IS NOT NULL THEN 'high_trust_alone'
      ELSE 'high_trust' END AS rule,
    if(o.rule IS NULL AND d.rule IS NULL, n.note, NULL) AS note
  FROM asserted s LEFT JOIN picked p USING (norad, field) LEFT JOIN special o USING (norad, field) LEFT JOIN disagreements d USING (norad, field)
    LEFT JOIN agreed a USING (norad, field, independence_group) LEFT JOIN notes n USING (norad, field);
