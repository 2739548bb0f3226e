-- Whether a weekday is a federal holiday of the United States, or the weekday on which one is observed: the Friday before a Saturday, the Monday
-- after a Sunday.
CREATE OR REPLACE FUNCTION is_federal_holiday(day date) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
	SELECT to_char(day, 'MM-DD') = ANY (fixed)
		OR (extract(isodow FROM day) = 5 AND to_char(day + 1, 'MM-DD') = ANY (fixed))
		OR (extract(isodow FROM day) = 1 AND (to_char(day - 1, 'MM-DD') = ANY (fixed)
			OR to_char(day, 'MM') || '-' || (extract(day FROM day)::integer + 6) / 7 IN ('01-3', '02-3', '09-1', '10-2')
			OR (extract(month FROM day) = 5 AND extract(day FROM day) > 24)))
		OR (extract(isodow FROM day) = 4 AND extract(month FROM day) = 11 AND extract(day FROM day) BETWEEN 22 AND 28)
	FROM (SELECT ARRAY['01-01', '06-19', '07-04', '11-11', '12-25']) AS dates (fixed)
$$;
