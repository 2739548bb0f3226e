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
-- Whether a product lacks something that one on the shop has: a name, a price, a picture, a category or a tax kind. A gift card has the last three not.
CREATE OR REPLACE FUNCTION is_incomplete(product text) RETURNS boolean LANGUAGE sql STABLE STRICT AS $$
	SELECT btrim(p.name) = '' OR p.kind <> 'gift-card' AND (p.category_id IS NULL OR p.kind_for_tax IS NULL)
		OR NOT (p.price_cents IS NOT NULL OR coalesce((SELECT bool_and(v.price_cents IS NOT NULL) FROM variants v
			WHERE v.product_id = p.id AND v.retired_at IS NULL), false))
		OR p.kind <> 'gift-card' AND NOT (jsonb_array_length(p.images) > 0
			OR EXISTS (SELECT FROM product_colors c WHERE c.product_id = p.id AND c.retired_at IS NULL AND jsonb_array_length(c.images) > 0)
			OR EXISTS (SELECT FROM variants v WHERE v.product_id = p.id AND v.retired_at IS NULL AND v.image IS NOT NULL))
	FROM products p WHERE p.id = product
$$;
--> statement-breakpoint
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
-- Of the trigger on the ledger of sales: money of a gift card that went back, or came back. All cards of its order are locked by id, whichever row comes first.
CREATE OR REPLACE FUNCTION note_refund_of_gift_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM gift_cards WHERE id IN (SELECT card_id FROM gift_card_lines WHERE order_number = NEW.order_number) ORDER BY id FOR NO KEY UPDATE;
	PERFORM note_refunded_gift_card(card_id) FROM gift_card_lines WHERE order_number = NEW.order_number AND position = NEW.position;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
-- Of the trigger on settings: the gift card is on the shop as long as the setting says so, with its amounts as sizes, whoever writes it. An amount
-- that is not offered any more is retired, because orders name it. A card that was never sold is not made.
CREATE OR REPLACE FUNCTION offer_gift_cards() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	is_on boolean := coalesce((NEW.value->>'isOn')::boolean, false);
	dollars integer[] := ARRAY(SELECT word::integer FROM regexp_split_to_table(coalesce(NEW.value->>'amounts', ''), '\D+') AS word WHERE word <> '' ORDER BY 1);
	card text := (SELECT id FROM products WHERE kind = 'gift-card');
BEGIN
	IF card IS NULL THEN
		IF NOT is_on THEN
			RETURN NULL;
		END IF;
		card := 'giftcard';
		INSERT INTO products (id, kind, name, description, details, position)
		VALUES (card, 'gift-card', 'Gift Card', 'Let them choose their own gear. The card comes by e-mail on the day that you pick, with your words.',
			'["Pays for goods, delivery and tax, alone or beside a card or Klarna","What is not spent stays on it","It does not end, and has no fees"]',
			(SELECT coalesce(max(position), 0) + 1 FROM products));
	END IF;
	PERFORM lock_products(ARRAY[card]);
	PERFORM FROM lock_variants(ARRAY(SELECT id FROM variants WHERE product_id = card));
	UPDATE variants SET retired_at = now(), version = version + 1
		WHERE product_id = card AND retired_at IS NULL AND price_cents <> ALL (SELECT 100 * amount FROM unnest(dollars) AS amount);
	INSERT INTO variants (product_id, size, color, price_cents, position)
	SELECT card, '$' || amount, 'default', amount * 100, place FROM unnest(dollars) WITH ORDINALITY AS offered (amount, place)
	ON CONFLICT ON CONSTRAINT one_variant_per_size_and_color DO UPDATE
		SET retired_at = NULL, position = excluded.position, version = variants.version + 1
		WHERE variants.retired_at IS NOT NULL OR variants.position <> excluded.position;
	UPDATE products SET published_status = CASE WHEN is_on THEN 'published' ELSE 'archived' END, version = version + 1
		WHERE id = card AND published_status <> CASE WHEN is_on THEN 'published' ELSE 'archived' END;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER note_refund_of_gift_card AFTER INSERT ON sale_events FOR EACH ROW WHEN (NEW.kind = 'card-refunded')
	EXECUTE FUNCTION note_refund_of_gift_card();
--> statement-breakpoint
CREATE TRIGGER note_closed_gift_card AFTER UPDATE OF state ON gift_cards FOR EACH ROW WHEN (OLD.state <> NEW.state)
	EXECUTE FUNCTION note_closed_gift_card();
--> statement-breakpoint
-- Deferred, so that a file of content that brings setting and product brings the product first.
CREATE CONSTRAINT TRIGGER offer_gift_cards AFTER INSERT OR UPDATE ON settings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN (NEW.name = 'giftCardSale') EXECUTE FUNCTION offer_gift_cards();
