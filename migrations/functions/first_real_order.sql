-- The first order that stands in the way of clearing everything: one of real money that was paid or may be.
CREATE OR REPLACE FUNCTION first_real_order() RETURNS text LANGUAGE sql STABLE AS $$
	SELECT number FROM order_facts WHERE kind = 'real' AND standing <> 'lapsed' ORDER BY at, number LIMIT 1
$$;
