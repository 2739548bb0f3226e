CREATE TABLE "gift_card_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gift_card_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"card_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"payment_id" uuid,
	"refund_id" uuid,
	"member_id" text,
	CONSTRAINT "one_entry_per_gift_card_payment" UNIQUE("payment_id"),
	CONSTRAINT "one_entry_per_gift_card_refund" UNIQUE("refund_id"),
	CONSTRAINT "gift_card_entry_kind_is_known" CHECK ("gift_card_entries"."kind" in ('sold', 'given', 'used', 'given-back', 'paid-out', 'corrected')),
	CONSTRAINT "gift_card_entry_has_its_sign" CHECK (case when "gift_card_entries"."kind" in ('used', 'paid-out') then "gift_card_entries"."amount_cents" < 0
        when "gift_card_entries"."kind" = 'corrected' then "gift_card_entries"."amount_cents" <> 0 else "gift_card_entries"."amount_cents" > 0 end),
	CONSTRAINT "gift_card_entry_has_its_payment" CHECK (("gift_card_entries"."kind" = 'used') = ("gift_card_entries"."payment_id" is not null)),
	CONSTRAINT "gift_card_entry_has_its_refund" CHECK (("gift_card_entries"."kind" = 'given-back') = ("gift_card_entries"."refund_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "gift_cards" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code_hash" text NOT NULL,
	"sealed_code" text NOT NULL,
	"last_four" text NOT NULL,
	"code_round" integer DEFAULT 0 NOT NULL,
	"live" boolean NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"closed_reason" text DEFAULT '' NOT NULL,
	"member_id" text,
	"email" text,
	"recipient" text DEFAULT '' NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"send_on" date NOT NULL,
	"sent_at" timestamp with time zone,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "one_gift_card_per_code" UNIQUE("code_hash"),
	CONSTRAINT "gift_card_state_is_known" CHECK ("gift_cards"."state" in ('open', 'closed'))
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payment_kind_is_known";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "gift_card_id" uuid;--> statement-breakpoint
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_card_id_gift_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."gift_cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gift_card_entries_card_id_id_index" ON "gift_card_entries" USING btree ("card_id","id");--> statement-breakpoint
CREATE INDEX "gift_card_entries_at_index" ON "gift_card_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "gift_cards_email_index" ON "gift_cards" USING btree ("email");--> statement-breakpoint
CREATE INDEX "gift_cards_last_four_index" ON "gift_cards" USING btree ("last_four");--> statement-breakpoint
CREATE INDEX "gift_cards_made_at_index" ON "gift_cards" USING btree ("made_at");--> statement-breakpoint
CREATE INDEX "gift_cards_to_send" ON "gift_cards" USING btree ("send_on") WHERE "gift_cards"."sent_at" is null and "gift_cards"."email" is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_gift_card_id_gift_cards_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "public"."gift_cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_payment_per_gift_card_and_order" ON "payments" USING btree ("gift_card_id","order_number") WHERE "payments"."kind" = 'gift-card';--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payment_of_gift_card_has_its_card" CHECK (("payments"."kind" = 'gift-card') = ("payments"."gift_card_id" is not null) and ("payments"."kind" = 'gift-card') = ("payments"."gateway" = 'gift-card')
        and ("payments"."kind" <> 'gift-card' or "payments"."amount_cents" > 0 and "payments"."state" <> 'failed'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payment_kind_is_known" CHECK ("payments"."kind" in ('order', 'change', 'gift-card'));
--> statement-breakpoint
-- Takes what gift cards hold for an order that is paid. Cards are locked after variants, by id.
CREATE OR REPLACE FUNCTION take_gift_cards(wanted text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM gift_cards WHERE id IN (SELECT gift_card_id FROM payments WHERE order_number = wanted AND kind = 'gift-card')
		ORDER BY id FOR NO KEY UPDATE;
	UPDATE payments SET state = 'received', received_at = (SELECT paid_at FROM orders WHERE number = wanted)
		WHERE order_number = wanted AND kind = 'gift-card' AND state = 'requested';
END;
$$;
--> statement-breakpoint
-- What every paid order needs: its stock sold, what gift cards hold for it taken, its event, its jobs.
CREATE OR REPLACE FUNCTION complete_paid(wanted text, by_actor jsonb, of_details jsonb, jobs jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF NOT sell_held(wanted, by_actor) THEN
		RAISE EXCEPTION 'The order % holds no stock to sell.', wanted;
	END IF;
	PERFORM take_gift_cards(wanted) WHERE EXISTS (SELECT FROM payments WHERE order_number = wanted AND kind = 'gift-card');
	INSERT INTO order_events (order_number, kind, actor, details, once_key) VALUES (wanted, 'paid', by_actor, of_details, 'paid:' || wanted)
	ON CONFLICT (once_key) DO NOTHING;
	PERFORM enqueue_jobs(jobs);
END;
$$;
--> statement-breakpoint
-- What a gift card is worth to the next order, in cents: the sum of its entries less what orders hold of it.
CREATE OR REPLACE FUNCTION gift_card_left(card uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
	SELECT coalesce((SELECT sum(amount_cents) FROM gift_card_entries WHERE card_id = card), 0)::bigint
		- coalesce((SELECT sum(amount_cents) FROM payments WHERE gift_card_id = card AND state = 'requested'), 0)::bigint
$$;
--> statement-breakpoint
-- Holds again what gift cards were to pay of a draft whose payment arrived after they were let go: all of them or none. False where one is
-- closed or has less by now. Cards are locked after variants, by id.
CREATE OR REPLACE FUNCTION hold_gift_cards_again(wanted text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM gift_cards WHERE id IN (SELECT gift_card_id FROM payments WHERE order_number = wanted AND kind = 'gift-card')
		ORDER BY id FOR NO KEY UPDATE;
	IF EXISTS (SELECT FROM payments JOIN gift_cards ON gift_cards.id = gift_card_id
		WHERE order_number = wanted AND kind = 'gift-card' AND payments.state = 'cancelled'
			AND (gift_cards.state <> 'open' OR gift_card_left(gift_cards.id) < amount_cents))
	THEN
		RETURN false;
	END IF;
	UPDATE payments SET state = 'requested' WHERE order_number = wanted AND kind = 'gift-card' AND state = 'cancelled';
	RETURN true;
END;
$$;
--> statement-breakpoint
-- Lets go what gift cards hold for a draft that ends, or whose pieces are let go.
CREATE OR REPLACE FUNCTION let_go_gift_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE payments SET state = 'cancelled' WHERE order_number = NEW.number AND kind = 'gift-card' AND state = 'requested';
	RETURN NULL;
END;
$$;
--> statement-breakpoint
-- Refuses what makes a gift card worth less than nothing: an entry of its ledger, or a hold. Whoever writes either waits for the card's lock,
-- and then sees what the other wrote.
CREATE OR REPLACE FUNCTION refuse_overdrawn_gift_card(card uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM gift_cards WHERE id = card FOR NO KEY UPDATE;
	IF gift_card_left(card) < 0 THEN
		RAISE EXCEPTION 'the gift card % has less', card USING ERRCODE = 'check_violation', CONSTRAINT = 'gift_card_is_not_overdrawn';
	END IF;
END;
$$;
--> statement-breakpoint
-- An entry of the ledger of gift cards, which takes no more than there is.
CREATE OR REPLACE FUNCTION note_gift_card_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM refuse_overdrawn_gift_card(NEW.card_id);
	RETURN NULL;
END;
$$;
--> statement-breakpoint
-- Follows the part of an order that a gift card pays: a hold takes no more than there is, what is taken is written into the card's ledger, and
-- stands from then on. Money goes back by refunds only.
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
	END IF;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
-- Writes a refund that is done into the ledger of the gift card that had paid; it stands from then on.
CREATE OR REPLACE FUNCTION note_gift_card_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	card uuid := (SELECT gift_card_id FROM payments WHERE id = NEW.payment_id);
BEGIN
	IF card IS NULL THEN
		RETURN NULL;
	END IF;
	IF TG_OP = 'UPDATE' AND OLD.state = 'done' THEN
		IF (NEW.state, NEW.amount_cents, NEW.payment_id) IS DISTINCT FROM (OLD.state, OLD.amount_cents, OLD.payment_id) THEN
			RAISE EXCEPTION 'what was given back onto a gift card is there' USING ERRCODE = 'check_violation', CONSTRAINT = 'gift_card_refund_stands';
		END IF;
	ELSIF NEW.state = 'done' THEN
		INSERT INTO gift_card_entries (card_id, kind, amount_cents, refund_id) VALUES (card, 'given-back', NEW.amount_cents, NEW.id);
	END IF;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
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
--> statement-breakpoint
COMMENT ON TABLE "gift_card_entries" IS 'append-only';--> statement-breakpoint
COMMENT ON TABLE "gift_cards" IS 'never deleted';--> statement-breakpoint
-- Payments refer to cards, and entries of cards to payments, so that their rooms cannot declare both.
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id");--> statement-breakpoint
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id");--> statement-breakpoint
CREATE TRIGGER note_gift_card_entry AFTER INSERT ON gift_card_entries FOR EACH ROW EXECUTE FUNCTION note_gift_card_entry();--> statement-breakpoint
CREATE TRIGGER note_gift_card_payment AFTER INSERT OR UPDATE OF state, amount_cents, gift_card_id ON payments FOR EACH ROW
	WHEN (NEW.kind = 'gift-card') EXECUTE FUNCTION note_gift_card_payment();--> statement-breakpoint
CREATE TRIGGER note_done_gift_card_refund AFTER INSERT ON refunds FOR EACH ROW
	WHEN (NEW.state = 'done') EXECUTE FUNCTION note_gift_card_refund();--> statement-breakpoint
CREATE TRIGGER note_gift_card_refund AFTER UPDATE OF state, amount_cents, payment_id ON refunds FOR EACH ROW
	WHEN ('done' IN (OLD.state, NEW.state)) EXECUTE FUNCTION note_gift_card_refund();--> statement-breakpoint
CREATE TRIGGER let_go_gift_cards AFTER UPDATE OF state, holds ON orders FOR EACH ROW
	WHEN (OLD.state = 'awaiting-payment' AND (NEW.state = 'cancelled' OR OLD.holds AND NOT NEW.holds)) EXECUTE FUNCTION let_go_gift_cards();--> statement-breakpoint
INSERT INTO start_clears (name, place, condition) VALUES
	('gift_card_entries', 70, 'card_id IN (SELECT id FROM gift_cards WHERE NOT live)'), ('gift_cards', 199, 'NOT live');
