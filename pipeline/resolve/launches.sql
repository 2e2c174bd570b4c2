-- Launches from COSPAR designators: values of the launch catalog take precedence over those that the objects of a launch share.

INSERT INTO launches BY NAME
  WITH facts AS (
    -- The launch catalog's facts are staged as claims about the launch's objects, too.
    SELECT launch_id, DATE '1970-01-01' + any_value(value_date) FILTER (WHERE field = field_of('launch_date')) AS launch_date,
      any_value(value_text) FILTER (WHERE field = field_of('launch_site')) AS launch_site,
      any_value(value_text) FILTER (WHERE field = field_of('launch_vehicle')) AS launch_vehicle
    FROM launch_facts GROUP BY launch_id),
  known AS (
    FROM launches_read LEFT JOIN facts USING (launch_id) QUALIFY row_number() OVER (PARTITION BY launch_id ORDER BY file_id, record) = 1)
  SELECT s.launch_id, coalesce(any_value(k.launch_date), mode(s.launch_date ORDER BY s.norad_cat_id)) AS launch_date,
    coalesce(any_value(k.launch_site), mode(s.launch_site ORDER BY s.norad_cat_id)) AS launch_site,
    coalesce(any_value(k.launch_vehicle), mode(s.launch_vehicle ORDER BY s.norad_cat_id)) AS launch_vehicle,
    coalesce(any_value(o.name), any_value(k.provider)) AS provider, any_value(o.slug) AS provider_slug,
    coalesce(any_value(k.name), arg_min(s.name, s.norad_cat_id) FILTER (WHERE s.object_class = 'PAYLOAD')) AS name,
    count(*) AS objects,
    count(*) FILTER (WHERE s.object_class = 'PAYLOAD') AS payloads,
    count(*) FILTER (WHERE s.object_class = 'ROCKET_BODY') AS rocket_bodies,
    count(*) FILTER (WHERE s.object_class = 'DEBRIS') AS debris,
    count(*) FILTER (WHERE s.object_class = 'UNKNOWN') AS unknown,
    count(*) FILTER (WHERE s.operational_status <> 'DECAYED') AS on_orbit, count(*) FILTER (WHERE s.operational_status = 'DECAYED') AS decayed,
    coalesce(any_value(list_filter(string_split(k.uncertain, '|'), x -> x <> '')), []) AS uncertain,
    any_value(k.outcome) AS outcome
  FROM satellites s LEFT JOIN known k USING (launch_id) LEFT JOIN operators o ON o.slug = k.provider_slug WHERE s.launch_id IS NOT NULL
  GROUP BY s.launch_id;
