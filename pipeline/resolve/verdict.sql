-- Determines the confidence of each field, and the rule for it: the level describes the picked value. Needs shared_designators, creates
-- verdicts.

-- Values that contradict each other: one of them is wrong, and it is unknown which. Launch, decay, and separation may be on different days
-- because of time zones.
CREATE OR REPLACE TEMP TABLE contradictory AS
  SELECT d.norad, unnest([d.field, l.field]) AS field, 'The launch would be after the decay.' AS note FROM picked d JOIN picked l USING (norad)
  WHERE d.field = field_of('decay_date') AND l.field = field_of('launch_date') AND d.day_to < l.day_from
  UNION ALL
  SELECT s.norad, s.field, 'The separation would be before the launch.' FROM picked s JOIN picked l USING (norad)
  WHERE s.field = field_of('separation_date') AND l.field = field_of('launch_date') AND s.day_to < l.day_from - 1
  UNION ALL
  SELECT s.norad, s.field, 'The separation would be after the decay.' FROM picked s JOIN picked d USING (norad)
  WHERE s.field = field_of('separation_date') AND d.field = field_of('decay_date') AND s.day_from > d.day_to + 1
  UNION ALL
  SELECT m.norad, unnest([m.field, d.field]), 'The dry mass would be above the mass at launch.' FROM picked m JOIN picked d USING (norad)
  WHERE m.field = field_of('launch_mass_kg') AND d.field = field_of('dry_mass_kg') AND d.value_numeric > 1.01 * m.value_numeric
  UNION ALL
  SELECT norad, field, 'Another catalog number has this designator, too.' FROM picked
  WHERE field = field_of('cospar_id') AND norad IN (FROM shared_designators);
INSERT INTO overruled SELECT DISTINCT norad, field, 'implausible' FROM contradictory;

-- Perigees below the ground
INSERT INTO overruled SELECT norad, field, 'below_ground' FROM picked WHERE field = field_of('perigee_km') AND value_numeric < 0;

INSERT INTO sides BY NAME
  SELECT p.claim_id, p.norad, p.field, p.independence_group, true AS head, 'disagree' AS state
  FROM picked p JOIN overruled o USING (norad, field) WHERE o.rule IN ('implausible', 'below_ground');

-- Rocket bodies and debris do not work: such a claim gives no status, and the best other claim does, if there is one.
CREATE OR REPLACE TEMP TABLE not_working AS
  SELECT p.norad, p.field FROM picked p JOIN picked c USING (norad)
  WHERE p.field = field_of('operational_status') AND p.keys = 'working' AND c.field = field_of('object_class') AND c.value_text IN ('ROCKET_BODY', 'DEBRIS');
DELETE FROM picked WHERE (norad, field) IN (FROM not_working);
INSERT INTO picked BY NAME
  FROM heads WHERE (norad, rank) IN (
    SELECT norad, min(rank) FROM heads JOIN not_working USING (norad, field) WHERE keys <> 'working' AND NOT is_unknown GROUP BY norad);
DELETE FROM overruled WHERE (norad, field) IN (FROM not_working);
INSERT INTO overruled SELECT norad, field, 'works_implausible' FROM not_working;
INSERT INTO sides BY NAME
  SELECT claim_id, norad, field, independence_group, true AS head, 'disagree' AS state FROM heads JOIN not_working USING (norad, field) WHERE keys = 'working';

-- SATCAT and GCAT name different objects by these numbers.
INSERT INTO overruled
  SELECT norad, field, 'identity_swapped' FROM (SELECT DISTINCT norad, field FROM heads) JOIN field_rules r USING (field)
  WHERE r.name IN ('name', 'gcat_id') AND norad IN (SELECT norad FROM swapped);
INSERT INTO sides BY NAME
  SELECT claim_id, norad, field, independence_group, true AS head, 'disagree' AS state FROM heads JOIN overruled USING (norad, field) WHERE rule = 'identity_swapped';

-- The first criterion of the precedence that separates the value from the best claim that contradicts it.
CREATE OR REPLACE TEMP TABLE contradicted AS
  SELECT p.norad, p.field, count(DISTINCT s.other) AS against, min(h.rank) AS best,
    EXISTS (FROM sides a WHERE a.claim_id = p.claim_id AND a.state = 'agree') AS supported
  FROM picked p JOIN sides s ON s.claim_id = p.claim_id AND s.state = 'disagree' AND s.other IS NOT NULL
    JOIN heads h ON h.norad = p.norad AND h.field = p.field AND h.independence_group = s.other
  GROUP BY p.norad, p.field, p.claim_id;
CREATE OR REPLACE TEMP TABLE disagreements AS
  SELECT p.norad, p.field, CASE
      WHEN c.supported AND c.against = 1 THEN 'two_against_one'
      WHEN p.stale <> h.stale THEN 'disagree_present'
      WHEN p.trust <> h.trust THEN 'disagree_trust'
      WHEN p.weight <> h.weight THEN if(r.name LIKE '%country', 'disagree_narrower', 'disagree_file')
      WHEN p.vagueness <> h.vagueness THEN 'disagree_exact'
      WHEN p.place <> h.place THEN 'disagree_order'
      ELSE 'disagree_newer' END AS rule
  FROM contradicted c JOIN picked p USING (norad, field) JOIN heads h ON h.norad = c.norad AND h.rank = c.best JOIN field_rules r USING (field)
  UNION ALL
  SELECT norad, field, if(bool_or(supports), 'supporter_disputed', 'others_disagree') FROM (
    SELECT s.norad, s.field, EXISTS (
        FROM picked p JOIN sides a ON a.claim_id = p.claim_id
        WHERE p.norad = s.norad AND p.field = s.field AND a.other = s.independence_group AND a.state IN ('agree', 'repeated', 'older_same')) AS supports
    FROM sides s WHERE s.head AND s.state = 'disagree' AND s.other IS NOT NULL AND (s.norad, s.field) NOT IN (SELECT (norad, field) FROM contradicted))
  GROUP BY norad, field;

-- The sources of the picked value (sources), and whether another value is claimed as well, even if it is withheld (others).
CREATE OR REPLACE TEMP TABLE supporters AS
  SELECT norad, field, bit_or(1 << source::INTEGER) FILTER (WHERE supports) AS sources, bool_or(NOT supports AND (NOT is_unknown OR claim_id IN (FROM withheld))) AS others
  FROM (
    SELECT p.norad, p.field, c.claim_id, c.source, c.is_unknown, c.claim_id = p.claim_id OR (NOT c.is_unknown AND CASE
        WHEN c.independence_group <> p.independence_group AND r.how <> 'never' THEN coalesce(s.state IN ('agree', 'repeated', 'older_same'), false)
        WHEN r.how = 'never' THEN c.value_text IS NOT DISTINCT FROM p.value_text AND c.value_numeric IS NOT DISTINCT FROM p.value_numeric AND c.value_date IS NOT DISTINCT FROM p.value_date
        ELSE coalesce(same_value(r.how, r.slack, r.absolute, r.relative, c.keys, p.keys, c.day_from, p.day_from, c.day_to, p.day_to, c.value_numeric, p.value_numeric), false)
          AND NOT (r.exact AND c.value_text <> p.value_text) END) AS supports
    FROM picked p JOIN claims_all c USING (norad, field) JOIN field_rules r USING (field)
      LEFT JOIN sides s ON s.claim_id = c.claim_id AND s.other = p.independence_group)
  GROUP BY norad, field;

-- Notes in words: claims from another time, which were not compared; claims that are compatible without agreeing; claims that are no
-- evidence; and the inputs of a computed value.
CREATE OR REPLACE TEMP TABLE remarks AS
  SELECT p.norad, p.field, o.source, n.short_name || ' ' || CASE
      WHEN s.state = 'wider' AND list_has_any(words(p.near), words(o.keys)) THEN 'gives ' || o.value_text || ', which this wider code may stand for: compatible, but no agreement.'
      WHEN s.state = 'wider' THEN 'gives ' || o.value_text || ' (' || o.raw || '), a wider code that may stand for this value: compatible, but no agreement.'
      WHEN s.state = 'degree' THEN 'gives ' || o.value_text || ' (' || o.raw || '): compatible, but no agreement.'
      WHEN o.said IS NULL OR p.said IS NULL THEN 'reported ' || o.value_text || ' without a date; not compared.'
      ELSE 'reported ' || o.value_text || ' on ' || strftime(o.said, '%Y-%m-%d') || '; not compared, '
        || abs(date_diff('day', o.said, p.said)) || CASE WHEN abs(date_diff('day', o.said, p.said)) = 1 THEN ' day ' ELSE ' days ' END
        || if(o.said < p.said, 'older.', 'newer.') END AS note
  FROM picked p JOIN sides s ON s.claim_id = p.claim_id JOIN heads o ON o.norad = s.norad AND o.field = s.field AND o.independence_group = s.other
    JOIN source_names n ON n.source = o.source
  WHERE s.state IN ('older_same', 'older_other', 'older_degree', 'degree', 'wider')
  UNION ALL
  SELECT norad, field, source, 'The code "-" of SATCAT is no evidence: it has no orbit of the object about the Earth.'
  FROM heads WHERE is_unknown AND field = field_of('operational_status') AND value_text = 'NONOPERATIONAL' AND raw = '-' AND source = 0
  UNION ALL
  SELECT DISTINCT norad, field, source, 'GCAT’s claim is withheld: its row describes another object of the launch.'
  FROM claims_all WHERE claim_id IN (FROM withheld)
  UNION ALL
  SELECT norad, field, source, c.note FROM contradictory c JOIN picked USING (norad, field)
  UNION ALL
  SELECT norad, field, source, CASE inputs
      WHEN 'launch' THEN 'Taken from another object of its launch (' || record || ').'
      WHEN 'series' THEN format('GCAT does not list it yet: all {:,d} payloads of this series of names for which GCAT has an operator, of {:,d} launches, have this one ({}).', i.payloads, i.launches, record)
      ELSE 'Computed from ' || replace(inputs, '|', ', ') || '.' END
  FROM picked LEFT JOIN inferred_operators i USING (norad) WHERE derived;
CREATE OR REPLACE TEMP TABLE notes AS
  SELECT norad, field, string_agg(note, ' ' ORDER BY source, note) AS note FROM remarks GROUP BY ALL;

CREATE OR REPLACE TEMP TABLE special AS
  SELECT norad, field, any_value(rule ORDER BY rule = 'identity_swapped' DESC, rule = 'implausible' DESC) AS rule FROM overruled GROUP BY ALL;
-- A computed value has the lowest confidence of its inputs in the same row. A row may repeat a disputed value of another.
CREATE OR REPLACE TEMP TABLE computed AS
  SELECT p.claim_id, bool_or(c.uncertain) AS uncertain,
    bool_or((o.rule IS NOT NULL OR d.rule IS NOT NULL)
      AND c.value_text IS NOT DISTINCT FROM q.value_text AND c.value_numeric IS NOT DISTINCT FROM q.value_numeric AND c.value_date IS NOT DISTINCT FROM q.value_date) AS conflicting
  FROM picked p JOIN claims_all g USING (claim_id) JOIN claims_all c ON c.norad = p.norad AND c.row_id = g.row_id
    JOIN field_rules f ON f.field = c.field AND list_contains(words(p.inputs), f.name)
    LEFT JOIN picked q ON q.norad = c.norad AND q.field = c.field LEFT JOIN special o ON o.norad = c.norad AND o.field = c.field LEFT JOIN disagreements d ON d.norad = c.norad AND d.field = c.field
  WHERE p.derived GROUP BY p.claim_id;

CREATE OR REPLACE TEMP TABLE verdicts AS
  WITH asserted AS (
    SELECT DISTINCT norad, field FROM claims_all JOIN field_rules r USING (field) WHERE NOT is_unknown OR r.name = 'name'),
  agreed AS (SELECT DISTINCT claim_id FROM sides WHERE state = 'agree')
  SELECT norad, field, coalesce(s.sources, 0) AS sources, coalesce(p.uncertain, false) AS uncertain,
    CASE
      WHEN o.rule IS NOT NULL THEN o.rule
      WHEN d.rule IS NOT NULL THEN d.rule
      WHEN p.trust = 2 THEN 'derived'
      WHEN p.derived AND w.conflicting THEN 'computed_conflicting'
      WHEN p.derived THEN if(p.trust = 0 AND NOT p.uncertain AND NOT coalesce(w.uncertain, false), 'computed_high', 'computed_medium')
      WHEN p.uncertain THEN 'doubtful'
      WHEN p.stale THEN 'outdated'
      WHEN a.claim_id IS NOT NULL THEN if(s.others, 'independent_agree_only', 'independent_agree')
      WHEN p.trust = 1 THEN 'medium_trust'
      WHEN n.note IS NOT NULL OR s.others THEN 'high_trust_alone'
      ELSE 'high_trust' END AS rule, n.note
  FROM asserted LEFT JOIN picked p USING (norad, field) LEFT JOIN supporters s USING (norad, field) LEFT JOIN special o USING (norad, field) LEFT JOIN disagreements d USING (norad, field)
    LEFT JOIN agreed a ON a.claim_id = p.claim_id LEFT JOIN notes n USING (norad, field) LEFT JOIN computed w ON w.claim_id = p.claim_id;
