ALTER TABLE "refunds" ADD COLUMN "onto" text DEFAULT 'gateway' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "agreed" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "refunds_as_store_credit" ON "refunds" USING btree ("payment_id") WHERE "refunds"."onto" = 'gift-card';--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refund_goes_onto_what_is_known" CHECK ("refunds"."onto" in ('gateway', 'gift-card'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "store_credit_is_done_at_once" CHECK ("refunds"."onto" = 'gateway' or "refunds"."state" = 'done' and "refunds"."gateway_id" is null);
--> statement-breakpoint
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
--> statement-breakpoint
-- Closes what is left of gift cards whose payment is disputed, or disputed anew after the dispute was won: those that it bought, and those that
-- were given in place of its money, if the bank asks for that money as well. A member opens them again.
CREATE OR REPLACE FUNCTION close_disputed_gift_cards() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	bought uuid[] := ARRAY(SELECT card_id FROM gift_card_lines JOIN payments USING (order_number) WHERE payments.id = NEW.payment_id);
	credits uuid[] := ARRAY(SELECT overpaid_store_credits(NEW.payment_id));
BEGIN
	IF NEW.state <> 'won' AND cardinality(bought || credits) > 0 AND (TG_OP = 'INSERT' OR OLD.state IS DISTINCT FROM NEW.state) THEN
		PERFORM FROM gift_cards WHERE id = ANY (bought || credits) ORDER BY id FOR NO KEY UPDATE;
		UPDATE gift_cards SET state = 'closed', version = version + 1,
			closed_reason = CASE WHEN id = ANY (bought) THEN 'The payment that bought it is disputed.'
				ELSE 'The payment whose money it stands for is disputed.' END
			WHERE id = ANY (bought || credits) AND state = 'open';
	END IF;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
-- Writes a refund that is done into the ledger of the gift card that had paid, or of the one that was made with it as store credit; it stands
-- from then on. What comes back onto a closed card whose own price went back is not owed once more. A refund at the gateway beyond what was left
-- beside store credit closes its card.
CREATE OR REPLACE FUNCTION note_gift_card_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	card uuid := (SELECT gift_card_id FROM payments WHERE id = NEW.payment_id);
	twice uuid[];
BEGIN
	IF NEW.onto = 'gift-card' THEN
		-- Refunds of several payments by one act share the card that has the id of the first.
		SELECT made.id INTO card FROM payments own JOIN payments paid ON paid.order_number = own.order_number
			JOIN refunds first ON first.payment_id = paid.id JOIN gift_cards made ON made.id = first.id
			WHERE own.id = NEW.payment_id AND first.cause = NEW.cause AND first.onto = 'gift-card';
		IF card IS NULL THEN
			RAISE EXCEPTION 'the store credit % has no gift card', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'store_credit_has_its_card';
		END IF;
	END IF;
	IF card IS NULL THEN
		twice := ARRAY(SELECT overpaid_store_credits(NEW.payment_id));
		IF TG_OP = 'INSERT' AND cardinality(twice) > 0 THEN
			PERFORM FROM gift_cards WHERE id = ANY (twice) ORDER BY id FOR NO KEY UPDATE;
			UPDATE gift_cards SET state = 'closed', closed_reason = 'Its money went back at the gateway.', version = version + 1
				WHERE id = ANY (twice) AND state = 'open';
		END IF;
		RETURN NULL;
	END IF;
	IF TG_OP = 'UPDATE' AND OLD.state = 'done' THEN
		IF (NEW.state, NEW.amount_cents, NEW.payment_id) IS DISTINCT FROM (OLD.state, OLD.amount_cents, OLD.payment_id) THEN
			RAISE EXCEPTION 'what was given back onto a gift card is there' USING ERRCODE = 'check_violation', CONSTRAINT = 'gift_card_refund_stands';
		END IF;
	ELSIF NEW.state = 'done' THEN
		INSERT INTO gift_card_entries (card_id, kind, amount_cents, refund_id) VALUES (card, 'given-back', NEW.amount_cents, NEW.id);
		PERFORM note_refunded_gift_card(card);
	END IF;
	RETURN NULL;
END;
$$;
