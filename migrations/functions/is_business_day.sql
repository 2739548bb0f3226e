-- Whether orders leave on a day: a weekday that is no federal holiday and none of the shop's closed days.
CREATE OR REPLACE FUNCTION is_business_day(day date) RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT extract(isodow FROM day) < 6 AND NOT is_federal_holiday(day)
		AND NOT EXISTS (SELECT FROM settings WHERE name = 'closedDays' AND day::text = ANY (string_to_array(value #>> '{}', ' ')))
$$;
