-- Brings the ledger of a sold gift card in line with the ledger of sales: what went back of its price is no longer on the closed card, as far as
-- it is left and no unpaid order holds it; what came back, because a refund failed or a dispute was won, is. An open card keeps what it is worth.
CREATE OR REPLACE FUNCTION note_refunded_gift_card(card uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	is_closed boolean;
	went_back bigint;
	noted bigint;
	due bigint;
BEGIN
	SELECT state = 'closed' INTO is_closed FROM gift_cards WHERE id = card FOR NO KEY UPDATE;
	IF NOT FOUND THEN
		RETURN;
	END IF;
	SELECT coalesce(-sum(event.amount_cents), 0) INTO went_back FROM gift_card_lines own
		JOIN sale_events event ON event.order_number = own.order_number AND event.position = own.position AND event.kind = 'card-refunded'
		WHERE own.card_id = card AND is_closed;
	SELECT coalesce(-sum(amount_cents), 0) INTO noted FROM gift_card_entries WHERE card_id = card AND kind = 'refunded';
	due := least(went_back - noted, gift_card_left(card));
	IF due <> 0 THEN
		INSERT INTO gift_card_entries (card_id, kind, amount_cents) VALUES (card, 'refunded', -due);
	END IF;
END;
$$;
