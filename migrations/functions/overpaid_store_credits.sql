-- Gift cards that were given in place of money back of a payment, if what went back of it and what a bank disputes is together more than it
-- brought: then the same money would be with the shopper twice.
CREATE OR REPLACE FUNCTION overpaid_store_credits(of_payment uuid) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
	SELECT entry.card_id FROM refunds JOIN gift_card_entries entry ON entry.refund_id = refunds.id
	WHERE refunds.payment_id = of_payment AND refunds.onto = 'gift-card'
		AND (SELECT amount_cents FROM payments WHERE id = of_payment)
			< (SELECT sum(amount_cents) FROM refunds WHERE payment_id = of_payment AND state <> 'failed')
			+ coalesce((SELECT sum(CASE WHEN state = 'lost' THEN lost_cents ELSE amount_cents END)
				FROM disputes WHERE payment_id = of_payment AND state <> 'won'), 0)
$$;
