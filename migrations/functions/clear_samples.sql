-- Removes what was invented for the demo shop: its orders with all that belongs to them, and its goods with their stock. What is
-- append-only stays so for everything else: nothing but rows of samples is touched. Runs with the owner's rights. Refused while a
-- real order was paid or waits for its payment; nobody begins one meanwhile.
CREATE OR REPLACE FUNCTION clear_samples() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	numbers text[];
	goods text[];
BEGIN
	LOCK TABLE orders IN SHARE ROW EXCLUSIVE MODE;
	IF EXISTS (SELECT FROM orders WHERE NOT sample AND (paid_at IS NOT NULL OR state = 'awaiting-payment')) THEN
		RAISE EXCEPTION 'there are orders' USING ERRCODE = 'check_violation', CONSTRAINT = 'samples_only_without_orders';
	END IF;
	numbers := ARRAY(SELECT number FROM orders WHERE sample);
	DELETE FROM return_settled_lines USING returns WHERE returns.number = return_number AND returns.order_number = ANY (numbers);
	DELETE FROM return_pieces USING returns WHERE returns.number = return_number AND returns.order_number = ANY (numbers);
	DELETE FROM return_lines USING returns WHERE returns.number = return_number AND returns.order_number = ANY (numbers);
	DELETE FROM returns WHERE order_number = ANY (numbers);
	DELETE FROM refund_extras WHERE order_number = ANY (numbers);
	DELETE FROM refund_lines USING refunds, payments
		WHERE refunds.id = refund_id AND payments.id = refunds.payment_id AND payments.order_number = ANY (numbers);
	DELETE FROM refunds USING payments WHERE payments.id = payment_id AND order_number = ANY (numbers);
	DELETE FROM payments WHERE order_number = ANY (numbers);
	DELETE FROM order_replacements WHERE order_number = ANY (numbers);
	DELETE FROM lost_pieces WHERE order_number = ANY (numbers);
	DELETE FROM parcel_lines WHERE order_number = ANY (numbers);
	DELETE FROM parcels WHERE order_number = ANY (numbers);
	DELETE FROM discount_uses WHERE order_number = ANY (numbers);
	DELETE FROM letters WHERE order_number = ANY (numbers);
	DELETE FROM order_notes WHERE order_number = ANY (numbers);
	DELETE FROM order_events WHERE order_number = ANY (numbers);
	DELETE FROM line_endings WHERE order_number = ANY (numbers);
	DELETE FROM order_lines WHERE order_number = ANY (numbers);
	DELETE FROM orders WHERE number = ANY (numbers);

	goods := ARRAY(SELECT id FROM products WHERE sample);
	DELETE FROM stock_movements USING variants WHERE variants.id = variant_id AND variants.product_id = ANY (goods);
	DELETE FROM products WHERE id = ANY (goods);
	RETURN cardinality(goods);
END;
$$;
