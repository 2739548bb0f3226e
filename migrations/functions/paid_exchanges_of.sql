-- Paid differences of an order's exchanges by its ledger, from the first on, each with its tax.
CREATE OR REPLACE FUNCTION paid_exchanges_of(wanted text) RETURNS TABLE (turn integer, change_id uuid, goods integer, tax integer) LANGUAGE sql STABLE AS $$
	SELECT (row_number() OVER (ORDER BY min(event.id)))::integer, event.change_id,
		coalesce(sum(event.amount_cents) FILTER (WHERE event.kind <> 'tax'), 0)::integer,
		coalesce(sum(event.amount_cents) FILTER (WHERE event.kind = 'tax'), 0)::integer
	FROM sale_events event
	WHERE event.order_number = wanted AND event.change_id IS NOT NULL AND event.position IS NULL AND event.part = 'line'
		AND event.refund_id IS NULL AND event.dispute_id IS NULL
	GROUP BY event.change_id
$$;
