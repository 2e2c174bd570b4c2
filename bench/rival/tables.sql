-- The best schema for these queries: narrow rows, JSON texts in separate tables, and records compressed as in Orbweaver.
CREATE EXTENSION pg_trgm;
CREATE TABLE objects(norad_cat_id int PRIMARY KEY, orbit_class text, operational_status text, object_class text,
  country text, active bool, inclination_deg float8, launch_date date, name text, apogee_km float8, updated_at text,
  cospar_id text);
CREATE TABLE names(norad_cat_id int, name text, active bool);
CREATE TABLE texts(id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text);
CREATE TABLE holders(id int, norad_cat_id int, active bool);
CREATE TABLE summaries(norad_cat_id int PRIMARY KEY, summary text);
-- Keys and the requests of a day, for the rival with keys.
CREATE TABLE keys(hash text PRIMARY KEY, id int, daily int, burst int);
CREATE TABLE key_use(id int, day int, used int, PRIMARY KEY (id, day));
CREATE TABLE key_state(revision int);
INSERT INTO key_state VALUES (1);
CREATE TABLE records(norad_cat_id int PRIMARY KEY, etag text, gzip bytea);
ALTER TABLE records ALTER gzip SET STORAGE EXTERNAL;
