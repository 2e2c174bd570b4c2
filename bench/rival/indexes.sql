-- An index for every filter and order, and a trigram index over distinct names.
CREATE INDEX ON objects(orbit_class); CREATE INDEX ON objects(operational_status); CREATE INDEX ON objects(object_class);
CREATE INDEX ON objects(country); CREATE INDEX ON objects(active); CREATE INDEX ON objects(inclination_deg);
CREATE INDEX ON objects(launch_date DESC NULLS LAST, norad_cat_id); CREATE INDEX ON objects(name, norad_cat_id);
CREATE INDEX ON objects(apogee_km, norad_cat_id); CREATE INDEX ON objects(updated_at DESC NULLS LAST, norad_cat_id);
CREATE INDEX ON objects(cospar_id text_pattern_ops);
INSERT INTO texts(name) SELECT DISTINCT name FROM names;
INSERT INTO holders SELECT DISTINCT id, norad_cat_id, active FROM names JOIN texts USING (name);
CREATE INDEX ON holders(id); CREATE INDEX ON texts USING gist (name gist_trgm_ops(siglen = 128));
