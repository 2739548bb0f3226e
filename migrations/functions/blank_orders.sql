-- Takes what shoppers and members wrote about orders out of their events and out of the log; the events and changes themselves stay.
-- Runs with the owner's rights.
CREATE OR REPLACE FUNCTION blank_orders(numbers text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
	UPDATE order_events SET details = details - ARRAY['was', 'trackingNumber', 'trackingUrl', 'reason', 'words', 'note']
	WHERE order_number = ANY(numbers)
		AND details ?| ARRAY['was', 'trackingNumber', 'trackingUrl', 'reason', 'words', 'note'];
	UPDATE audit_shopper_data SET old = NULL, new = NULL, reason = NULL, blanked_at = now()
	FROM audit WHERE audit.id = audit_id AND blanked_at IS NULL
		AND audit.kind IN ('order', 'order-address', 'order-email', 'parcels', 'made-order') AND audit.record = ANY(numbers);
$$;
