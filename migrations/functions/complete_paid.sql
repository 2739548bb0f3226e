-- What every paid order needs: its stock sold, what gift cards hold for it taken, gift cards that it bought, its event, its jobs.
CREATE OR REPLACE FUNCTION complete_paid(wanted text, by_actor jsonb, of_details jsonb, jobs jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF NOT sell_held(wanted, by_actor) THEN
		RAISE EXCEPTION 'The order % holds no stock to sell.', wanted;
	END IF;
	PERFORM take_gift_cards(wanted) WHERE EXISTS (SELECT FROM payments WHERE order_number = wanted AND kind = 'gift-card');
	PERFORM make_sold_gift_cards(wanted) WHERE EXISTS (SELECT FROM gift_card_lines WHERE order_number = wanted);
	INSERT INTO order_events (order_number, kind, actor, details, once_key) VALUES (wanted, 'paid', by_actor, of_details, 'paid:' || wanted)
	ON CONFLICT (once_key) DO NOTHING;
	PERFORM enqueue_jobs(jobs);
END;
$$;
