-- Makes the gift cards that an order bought, with its payment and once each: the key of a card was drawn with its line. Real or test as the
-- order. One whose recipient was erased since the draft goes to the buyer. One whose payment is disputed already is closed. The code is with its card alone from then on.
CREATE OR REPLACE FUNCTION make_sold_gift_cards(wanted text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	is_disputed boolean := EXISTS (SELECT FROM disputes JOIN payments ON payments.id = payment_id
		WHERE order_number = wanted AND disputes.state <> 'won');
BEGIN
	INSERT INTO gift_cards (id, code_hash, sealed_code, last_four, live, state, closed_reason, email, recipient, words, send_on)
	SELECT card_id, code_hash, sealed_code, last_four, kind_of_order(wanted) = 'real', CASE WHEN is_disputed THEN 'closed' ELSE 'open' END,
		CASE WHEN is_disputed THEN 'The payment that bought it is disputed.' ELSE '' END,
		coalesce(nullif(email, ''), (SELECT nullif(orders.email, '') FROM orders WHERE number = wanted)), recipient, words, send_on
	FROM gift_card_lines WHERE order_number = wanted AND code_hash IS NOT NULL ORDER BY position
	ON CONFLICT (id) DO NOTHING;
	INSERT INTO gift_card_entries (card_id, kind, amount_cents, at)
	SELECT own.card_id, 'sold', line.price_cents, coalesce(orders.paid_at, now())
	FROM gift_card_lines own
	JOIN standing_lines line ON line.order_number = own.order_number AND line.position = own.position
	JOIN orders ON orders.number = own.order_number
	WHERE own.order_number = wanted AND NOT EXISTS (SELECT FROM gift_card_entries entry WHERE entry.card_id = own.card_id AND entry.kind = 'sold')
	ORDER BY own.position;
	UPDATE gift_card_lines SET code_hash = NULL, sealed_code = NULL WHERE order_number = wanted AND code_hash IS NOT NULL;
END;
$$;
