-- Day by which an order that is paid at a moment has to leave, by the settings of that moment; null while the shop promises none, and for settings
-- that cannot be read, since no sale may fail for that. An order that arrives from the cut-off hour on, or on a day on which nothing leaves,
-- counts from the next business day. Clocks change on Sundays only, where that makes no difference.
CREATE OR REPLACE FUNCTION ship_by_of(moment timestamptz) RETURNS date LANGUAGE plpgsql STABLE AS $$
DECLARE
	days integer;
	cut_off integer;
	day date;
BEGIN
	SELECT max(least((value #>> '{}')::integer, 60)) FILTER (WHERE name = 'shipByDays'),
		coalesce(max((value #>> '{}')::integer) FILTER (WHERE name = 'shipByHour'), 14)
	INTO days, cut_off FROM settings WHERE name IN ('shipByDays', 'shipByHour');
	IF days IS NULL OR days <= 0 THEN
		RETURN NULL;
	END IF;
	day := shop_day(moment + interval '1 hour' * (24 - cut_off));
	WHILE NOT is_business_day(day) LOOP
		day := day + 1;
	END LOOP;
	WHILE days > 0 LOOP
		day := day + 1;
		IF is_business_day(day) THEN
			days := days - 1;
		END IF;
	END LOOP;
	RETURN day;
EXCEPTION WHEN invalid_text_representation OR numeric_value_out_of_range THEN
	RETURN NULL;
END;
$$;
--> statement-breakpoint
-- A shop that stored no days had promised 60 business days; a setting promises at most 30. A day that a delay's letter told may be as far, and holds.
UPDATE orders SET ship_by = NULL WHERE ship_by > paid_at::date + 80 AND NOT EXISTS (SELECT FROM order_delays WHERE order_number = orders.number)
	AND 60 <= (SELECT count(*) FROM generate_series(shop_day(paid_at), ship_by, '1 day') AS day WHERE is_business_day(day::date));
