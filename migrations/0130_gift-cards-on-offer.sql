ALTER TABLE "gift_card_entries" DROP CONSTRAINT "gift_card_entry_kind_is_known";--> statement-breakpoint
ALTER TABLE "gift_card_entries" DROP CONSTRAINT "gift_card_entry_has_its_sign";--> statement-breakpoint
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entry_kind_is_known" CHECK ("gift_card_entries"."kind" in ('sold', 'given', 'used', 'given-back', 'refunded', 'paid-out', 'corrected'));--> statement-breakpoint
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entry_has_its_sign" CHECK (case when "gift_card_entries"."kind" in ('used', 'paid-out') then "gift_card_entries"."amount_cents" < 0
        when "gift_card_entries"."kind" in ('corrected', 'refunded') then "gift_card_entries"."amount_cents" <> 0 else "gift_card_entries"."amount_cents" > 0 end);
--> statement-breakpoint
-- Closes gift cards that an order bought, of one line or of all, because their money goes back. Answers the last four signs of one that was used
-- or is held, and then closes none. Cards are locked after variants, by id.
CREATE OR REPLACE FUNCTION close_sold_gift_cards(wanted text, of_position integer, why text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	own uuid[] := ARRAY(SELECT card_id FROM gift_card_lines WHERE order_number = wanted AND (of_position IS NULL OR position = of_position));
	touched text;
BEGIN
	PERFORM FROM gift_cards WHERE id = ANY (own) ORDER BY id FOR NO KEY UPDATE;
	SELECT last_four INTO touched FROM gift_cards WHERE id = ANY (own)
		AND (EXISTS (SELECT FROM gift_card_entries WHERE card_id = gift_cards.id AND kind NOT IN ('sold', 'refunded'))
			OR EXISTS (SELECT FROM payments WHERE gift_card_id = gift_cards.id AND payments.state = 'requested'))
		ORDER BY id LIMIT 1;
	IF touched IS NULL THEN
		UPDATE gift_cards SET state = 'closed', closed_reason = why, version = version + 1 WHERE id = ANY (own) AND state = 'open';
	END IF;
	RETURN touched;
END;
$$;
--> statement-breakpoint
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
--> statement-breakpoint
-- Of the trigger on gift cards: one that closes loses what went back of its price, one that opens again has it.
CREATE OR REPLACE FUNCTION note_closed_gift_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_refunded_gift_card(NEW.id);
	RETURN NULL;
END;
$$;
--> statement-breakpoint
-- Follows the part of an order that a gift card pays: a hold takes no more than there is, what is taken is written into the card's ledger, and
-- stands from then on. Money goes back by refunds only. What is let go of a card whose price went back is no longer on it.
CREATE OR REPLACE FUNCTION note_gift_card_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND OLD.state = 'received' THEN
		IF (NEW.state, NEW.amount_cents, NEW.gift_card_id) IS DISTINCT FROM (OLD.state, OLD.amount_cents, OLD.gift_card_id) THEN
			RAISE EXCEPTION 'what was taken of a gift card goes back by a refund' USING ERRCODE = 'check_violation',
				CONSTRAINT = 'gift_card_payment_stands';
		END IF;
	ELSIF NEW.state = 'received' THEN
		INSERT INTO gift_card_entries (card_id, kind, amount_cents, at, payment_id)
		VALUES (NEW.gift_card_id, 'used', -NEW.amount_cents, coalesce(NEW.received_at, now()), NEW.id);
	ELSIF NEW.state = 'requested' THEN
		PERFORM refuse_overdrawn_gift_card(NEW.gift_card_id);
	ELSIF TG_OP = 'UPDATE' AND OLD.state = 'requested' THEN
		PERFORM note_refunded_gift_card(NEW.gift_card_id);
	END IF;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
-- Of the trigger on the ledger of sales: money of a gift card that went back, or came back.
CREATE OR REPLACE FUNCTION note_refund_of_gift_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_refunded_gift_card(card_id) FROM gift_card_lines WHERE order_number = NEW.order_number AND position = NEW.position;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER note_refund_of_gift_card AFTER INSERT ON sale_events FOR EACH ROW WHEN (NEW.kind = 'card-refunded')
	EXECUTE FUNCTION note_refund_of_gift_card();
--> statement-breakpoint
CREATE TRIGGER note_closed_gift_card AFTER UPDATE OF state ON gift_cards FOR EACH ROW WHEN (OLD.state <> NEW.state)
	EXECUTE FUNCTION note_closed_gift_card();
