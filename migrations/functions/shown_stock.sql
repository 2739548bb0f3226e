-- Documents show how many are left only up to the low mark; above it a sale changes none of them.
CREATE OR REPLACE FUNCTION shown_stock(stock integer) RETURNS integer LANGUAGE sql STABLE AS $$
	SELECT least(stock, 1 + coalesce((
		SELECT CASE WHEN jsonb_typeof(value) = 'number' THEN
			CASE WHEN value::numeric = trunc(value::numeric) AND value::numeric BETWEEN 0 AND 2147483646
				THEN value::integer END END
		FROM settings WHERE name = 'lowStock'), 4))
	WHERE stock IS NOT NULL
$$;
