-- Finds objects of one launch whose names SATCAT and GCAT have swapped (swapped): GCAT's name of A is SATCAT's name of B, and neither A's
-- own names nor B's own have anything in common. GCAT's claims about the thing with that name then move to the number that has the name in
-- SATCAT. If SATCAT has no object of that name, they are withheld: they stay on record and give no value.

-- The keys of every name by catalog, and the launch by SATCAT's designator.
CREATE OR REPLACE TEMP TABLE called AS
  SELECT DISTINCT s.norad, r.source, l.launch, unnest(string_split(s.keys, '|')) AS key
  FROM staged_claims s JOIN rows_read r USING (row_id) JOIN (
    SELECT c.norad, min(c.value_text[1:8]) AS launch FROM staged_claims c JOIN rows_read r USING (row_id)
    WHERE c.field = field_of('cospar_id') AND r.source = 0 AND regexp_full_match(c.value_text, '\d{4}-\d{3}[A-Z]+') GROUP BY c.norad) l ON l.norad = s.norad
  WHERE s.field = field_of('name') AND NOT s.is_unknown AND r.source IN (0, 1) AND s.keys <> '' ;

-- A name identifies an object only if its launch has it once; a word without a digit may be the name of a series.
CREATE OR REPLACE TEMP TABLE telling AS
  SELECT source, launch, key, any_value(norad) AS norad FROM called GROUP BY source, launch, key HAVING count(DISTINCT norad) = 1;
CREATE OR REPLACE TEMP TABLE same_name AS
  SELECT DISTINCT a.norad FROM called a JOIN called b ON a.norad = b.norad AND a.key = b.key AND a.source = 0 AND b.source = 1;
-- gcat: the number with this name in GCAT; satcat: the number with it in SATCAT.
CREATE OR REPLACE TEMP TABLE misplaced AS
  SELECT g.norad AS gcat, min(s.norad) AS satcat FROM telling g JOIN telling s ON s.launch = g.launch AND s.key = g.key AND s.source = 0
  WHERE g.source = 1 AND s.norad <> g.norad AND g.norad NOT IN (FROM same_name) AND s.norad NOT IN (FROM same_name)
  GROUP BY g.norad HAVING count(DISTINCT s.norad) = 1;
CREATE OR REPLACE TABLE swapped AS
  SELECT gcat AS norad FROM misplaced
  UNION SELECT satcat FROM misplaced WHERE satcat IN (SELECT norad FROM called WHERE source = 1);

-- Fields that belong to the thing, not to the number: their claims move with the name.
CREATE OR REPLACE TEMP TABLE following AS
  SELECT claim_id, m.satcat FROM staged_claims s JOIN rows_read r USING (row_id) LEFT JOIN misplaced m ON m.gcat = s.norad
  WHERE r.source = 1 AND s.norad IN (FROM swapped) AND list_contains(getvariable('follows_name'), (SELECT name FROM field_rules f WHERE f.field = s.field))
    AND s.value_text IS DISTINCT FROM 'DECAYED';
CREATE OR REPLACE TABLE moved AS
  SELECT DISTINCT s.row_id, f.satcat AS norad FROM staged_claims s JOIN following f USING (claim_id) WHERE f.satcat IS NOT NULL;
UPDATE staged_claims SET norad = f.satcat FROM following f WHERE f.claim_id = staged_claims.claim_id AND f.satcat IS NOT NULL;
CREATE OR REPLACE TABLE withheld AS SELECT claim_id FROM following WHERE satcat IS NULL;
UPDATE staged_claims SET is_unknown = true WHERE claim_id IN (FROM withheld);

-- If SATCAT has no name for the number yet, the name is unknown: GCAT's is the name of another object.
UPDATE staged_claims SET is_unknown = true, weight = weight + 6 FROM rows_read r
  WHERE r.row_id = staged_claims.row_id AND r.source = 1 AND staged_claims.norad IN (FROM swapped) AND staged_claims.field = field_of('name')
    AND staged_claims.norad NOT IN (SELECT norad FROM called WHERE source = 0);
