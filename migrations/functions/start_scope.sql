-- What is cleared before a shop starts for real: orders that no real money paid, with their returns and payments, and payments of test
-- money without an order; goods of the demo; and whether what the demo came with stands there beside them.
CREATE OR REPLACE FUNCTION start_scope(OUT numbers text[], OUT return_numbers text[], OUT payment_ids uuid[], OUT goods text[], OUT has_demo boolean)
LANGUAGE plpgsql STABLE AS $$
BEGIN
	numbers := ARRAY(SELECT number FROM order_facts WHERE kind IN ('test', 'sample'));
	return_numbers := ARRAY(SELECT number FROM returns WHERE order_number = ANY (numbers));
	payment_ids := ARRAY(SELECT id FROM payments WHERE order_number = ANY (numbers)
		OR (order_number IS NULL AND NOT coalesce(live, gateway <> 'sandbox')));
	goods := ARRAY(SELECT id FROM products WHERE sample);
	has_demo := cardinality(goods) > 0 OR EXISTS (SELECT FROM stocked WHERE started_with = 'demo' AND cleared_at IS NULL);
END;
$$;
