-- The best schema for these queries: narrow rows, JSON texts in separate tables, and records compressed as in Orbweaver.
CREATE EXTENSION pg_trgm;
CREATE TABLE objects(norad_cat_id int PRIMARY KEY, orbit_class text, operational_status text, object_class text,
  country text, active bool, inclination_deg float8, launch_date date, name text, apogee_km float8, updated_at text,
  cospar_id text);
CREATE TABLE names(norad_cat_id int, name text, active bool);
CREATE TABLE texts(id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text);
CREATE TABLE holders(id int, norad_cat_id int, active bool);
CREATE TABLE summaries(norad_cat_id int PRIMARY KEY, summary text);
CREATE TABLE records(norad_cat_id int PRIMARY KEY, etag text, gzip bytea);
ALTER TABLE records ALTER gzip SET STORAGE EXTERNAL;
