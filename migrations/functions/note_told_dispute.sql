-- A dispute as an event in an order's history tells it: what an earlier release recorded. Nothing of it counts once the gateway was asked, and a
-- dispute that was won stays won, and a lost one lost, if their opening is recorded after their end.
CREATE OR REPLACE FUNCTION note_told_dispute(event order_events) RETURNS void LANGUAGE sql AS $$
	INSERT INTO disputes AS known (id, payment_id, reason, amount_cents, state, is_refundable, lost_cents, answer_by, opened_at)
	SELECT event.details->>'disputeId', payment.id, coalesce(event.details->>'reason', ''), told.amount, told.state, false,
		CASE told.state WHEN 'lost' THEN told.amount ELSE 0 END,
		CASE WHEN event.details->>'answerBy' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$' THEN (event.details->>'answerBy')::timestamptz END, event.at
	FROM (SELECT (event.details->>'amount')::numeric::integer AS amount,
		CASE event.kind WHEN 'dispute-lost' THEN 'lost' WHEN 'dispute-won' THEN 'won' ELSE 'to-answer' END AS state
		WHERE jsonb_typeof(event.details->'amount') = 'number' AND event.details->>'disputeId' IS NOT NULL) AS told
	CROSS JOIN LATERAL (SELECT id FROM payments WHERE order_number = event.order_number AND state = 'received' AND kind <> 'gift-card'
		ORDER BY amount_cents < told.amount, kind <> 'order', requested_at, id LIMIT 1) AS payment
	ON CONFLICT (id) DO UPDATE SET state = excluded.state, lost_cents = excluded.lost_cents
		WHERE known.read_at IS NULL AND array_position(ARRAY['to-answer', 'with-bank', 'lost', 'won'], excluded.state)
			> array_position(ARRAY['to-answer', 'with-bank', 'lost', 'won'], known.state)
$$;
