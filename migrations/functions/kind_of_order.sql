-- Whether an order is a sample, real, or paid with test money. Real money that came with any of its payments makes it real; an open
-- payment of a change decides nothing.
CREATE OR REPLACE FUNCTION kind_of_order(wanted text) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT CASE
		WHEN orders.sample THEN 'sample'
		WHEN coalesce((SELECT bool_or(coalesce(live, gateway <> 'sandbox')) FROM payments
			WHERE order_number = orders.number AND (kind = 'order' OR payments.state = 'received')), true) THEN 'real'
		ELSE 'test'
	END
	FROM orders WHERE orders.number = wanted
$$;
