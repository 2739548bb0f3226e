-- Writes into the ledger whatever it lacks of an order: its sale once it is paid, and the money that went back. Samples are out, and payments of
-- orders that never came about. The lock of the payment comes before anything else, as everywhere.
CREATE OR REPLACE FUNCTION note_sales_of(wanted text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	own orders;
BEGIN
	SELECT * INTO own FROM orders WHERE number = wanted AND paid_at IS NOT NULL AND NOT sample;
	IF NOT FOUND THEN
		RETURN;
	END IF;
	PERFORM FROM payments WHERE order_number = wanted ORDER BY requested_at, id FOR NO KEY UPDATE;
	PERFORM note_sold_orders(ARRAY[wanted]);
	PERFORM note_money_back_of(own);
END;
$$;
