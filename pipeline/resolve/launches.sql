-- Launches from COSPAR designators: values of the launch catalog take precedence over those that the objects of a launch share.

-- The row of the launch catalog about each launch.
CREATE TEMP TABLE known_launches AS
  FROM launches_read QUALIFY row_number() OVER (PARTITION BY launch_id ORDER BY file_id, record, rowid) = 1;

INSERT INTO launch_claims BY NAME
  SELECT k.launch_id, t.field, if(t.field = 'provider', coalesce(o.name, t.value_text), t.value_text) AS value_text,
    k.source, k.record AS source_record, t.raw, t.uncertain, k.url
  FROM known_launches k JOIN launch_texts t USING (file_id, record) LEFT JOIN operators o ON o.slug = k.provider_slug
  WHERE k.launch_id IN (SELECT launch_id FROM satellites)
  -- A repeated row has the same record.
  QUALIFY row_number() OVER (PARTITION BY k.launch_id, t.field ORDER BY t.rowid) = 1
  ORDER BY k.launch_id, t.rowid;

INSERT INTO launches BY NAME
  WITH facts AS (
    -- The launch catalog's facts are also staged as claims about the launch's objects.
    SELECT launch_id, DATE '1970-01-01' + any_value(value_date) FILTER (WHERE field = field_of('launch_date')) AS launch_date,
      any_value(value_text) FILTER (WHERE field = field_of('launch_site')) AS launch_site,
      any_value(value_text) FILTER (WHERE field = field_of('launch_vehicle')) AS launch_vehicle
    FROM launch_facts GROUP BY launch_id),
  own AS (SELECT launch_id, map_from_entries(list((field, value_text))) AS texts FROM launch_claims GROUP BY launch_id),
  known AS (FROM known_launches LEFT JOIN facts USING (launch_id) LEFT JOIN own USING (launch_id))
  SELECT s.launch_id, coalesce(any_value(k.launch_date), mode(s.launch_date ORDER BY s.norad_cat_id)) AS launch_date,
    coalesce(any_value(k.launch_site), mode(s.launch_site ORDER BY s.norad_cat_id)) AS launch_site,
    coalesce(any_value(k.launch_vehicle), mode(s.launch_vehicle ORDER BY s.norad_cat_id)) AS launch_vehicle,
    any_value(k.texts['provider']) AS provider, any_value(o.slug) AS provider_slug,
    coalesce(any_value(k.texts['name']), arg_min(s.name, s.norad_cat_id) FILTER (WHERE s.object_class = 'PAYLOAD')) AS name,
    count(*) AS objects,
    count(*) FILTER (WHERE s.object_class = 'PAYLOAD') AS payloads,
    count(*) FILTER (WHERE s.object_class = 'ROCKET_BODY') AS rocket_bodies,
    count(*) FILTER (WHERE s.object_class = 'DEBRIS') AS debris,
    count(*) FILTER (WHERE s.object_class = 'UNKNOWN') AS unknown,
    count(*) FILTER (WHERE s.operational_status <> 'DECAYED') AS on_orbit, count(*) FILTER (WHERE s.operational_status = 'DECAYED') AS decayed,
    coalesce(any_value(list_filter(string_split(k.uncertain, '|'), x -> x <> '')), []) AS uncertain,
    any_value(k.texts['outcome']) AS outcome, any_value(k.texts['launch_pad']) AS launch_pad, any_value(k.texts['launch_platform']) AS launch_platform,
    any_value(k.texts['vehicle_variant']) AS vehicle_variant, any_value(k.texts['flight_id']) AS flight_id,
    any_value(k.texts['flight_code']) AS flight_code, any_value(k.texts['failure_code']) AS failure_code
  FROM satellites s LEFT JOIN known k USING (launch_id) LEFT JOIN operators o ON o.slug = k.provider_slug WHERE s.launch_id IS NOT NULL
  GROUP BY s.launch_id;
