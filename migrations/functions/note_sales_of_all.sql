-- `note_sales_of` for several orders: the sales of all of them by one statement, then one by one what went back. Payments are locked in the order of
-- the orders' numbers, so that two of them never wait for each other's.
CREATE OR REPLACE FUNCTION note_sales_of_all(wanted text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	own orders;
BEGIN
	PERFORM FROM payments JOIN orders ON number = order_number WHERE order_number = ANY (wanted) AND paid_at IS NOT NULL AND NOT sample
		ORDER BY order_number, requested_at, id FOR NO KEY UPDATE OF payments;
	PERFORM note_sold_orders(wanted);
	FOR own IN SELECT * FROM orders WHERE number = ANY (wanted) AND paid_at IS NOT NULL AND NOT sample AND (
		EXISTS (SELECT FROM payments JOIN refunds ON payment_id = payments.id WHERE order_number = number)
		OR EXISTS (SELECT FROM order_events WHERE order_number = number AND kind = 'disputed')) ORDER BY number LOOP
		PERFORM note_money_back_of(own);
	END LOOP;
END;
$$;
