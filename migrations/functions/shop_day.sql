-- The day of a moment by the shop's calendar; by UTC where PostgreSQL does not know the zone, since no sale may fail for that.
CREATE OR REPLACE FUNCTION shop_day(moment timestamptz) RETURNS date LANGUAGE plpgsql STABLE AS $$
BEGIN
	RETURN (moment AT TIME ZONE coalesce((SELECT value #>> '{}' FROM settings WHERE name = 'timeZone'), 'America/Denver'))::date;
EXCEPTION WHEN invalid_parameter_value THEN
	RETURN (moment AT TIME ZONE 'UTC')::date;
END;
$$;
