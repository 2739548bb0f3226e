-- What a gift card is worth to the next order, in cents: the sum of its entries less what orders hold of it.
CREATE OR REPLACE FUNCTION gift_card_left(card uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
	SELECT coalesce((SELECT sum(amount_cents) FROM gift_card_entries WHERE card_id = card), 0)::bigint
		- coalesce((SELECT sum(amount_cents) FROM payments WHERE gift_card_id = card AND state = 'requested'), 0)::bigint
$$;
