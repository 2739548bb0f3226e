CREATE TABLE "gift_card_lines" (
	"order_number" text NOT NULL,
	"position" integer NOT NULL,
	"card_id" uuid NOT NULL,
	"code_hash" text,
	"sealed_code" text,
	"last_four" text NOT NULL,
	"email" text NOT NULL,
	"recipient" text DEFAULT '' NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"send_on" date NOT NULL,
	CONSTRAINT "gift_card_lines_order_number_position_pk" PRIMARY KEY("order_number","position"),
	CONSTRAINT "one_line_per_gift_card" UNIQUE("card_id"),
	CONSTRAINT "gift_card_line_has_its_code_whole" CHECK (("gift_card_lines"."code_hash" is null) = ("gift_card_lines"."sealed_code" is null))
);
--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "published_product_is_complete";--> statement-breakpoint
ALTER TABLE "sale_events" DROP CONSTRAINT "sale_event_kind_is_known";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "kind" text DEFAULT 'goods' NOT NULL;--> statement-breakpoint
ALTER TABLE "gift_card_lines" ADD CONSTRAINT "gift_card_lines_order_number_position_order_lines_order_number_position_fk" FOREIGN KEY ("order_number","position") REFERENCES "public"."order_lines"("order_number","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_gift_card_product" ON "products" USING btree ("kind") WHERE "products"."kind" = 'gift-card';--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "product_kind_is_known" CHECK ("products"."kind" in ('goods', 'gift-card'));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "gift_card_product_is_plain" CHECK ("products"."kind" <> 'gift-card' or num_nonnulls("products"."category_id", "products"."kind_for_tax", "products"."price_cents", "products"."sale_price_cents", "products"."cost_cents", "products"."weight_grams", "products"."type", "products"."low_mark", "products"."size_guide_id") = 0
        and not ("products"."headwear" or "products"."final_sale" or "products"."new_arrivals" or "products"."best_seller" or "products"."style_with"));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "published_product_is_complete" CHECK ("products"."published_status" <> 'published'
        or ("products"."name" <> '' and ("products"."kind" = 'gift-card' or "products"."category_id" is not null and "products"."kind_for_tax" is not null)));--> statement-breakpoint
ALTER TABLE "sale_events" ADD CONSTRAINT "sale_event_kind_is_known" CHECK ("sale_events"."kind" in ('sale', 'discount', 'delivery', 'tax', 'fee', 'goodwill', 'change', 'dispute', 'card-sold', 'card-refunded'));
--> statement-breakpoint
-- Closes what is left of gift cards whose payment is disputed, or disputed anew after the dispute was won. A member opens them again.
CREATE OR REPLACE FUNCTION close_disputed_gift_cards() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	own uuid[] := ARRAY(SELECT card_id FROM gift_card_lines JOIN payments USING (order_number) WHERE payments.id = NEW.payment_id);
BEGIN
	IF NEW.state <> 'won' AND cardinality(own) > 0 AND (TG_OP = 'INSERT' OR OLD.state IS DISTINCT FROM NEW.state) THEN
		PERFORM FROM gift_cards WHERE id = ANY (own) ORDER BY id FOR NO KEY UPDATE;
		UPDATE gift_cards SET state = 'closed', closed_reason = 'The payment that bought it is disputed.', version = version + 1
			WHERE id = ANY (own) AND state = 'open';
	END IF;
	RETURN NULL;
END;
$$;
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
		AND (EXISTS (SELECT FROM gift_card_entries WHERE card_id = gift_cards.id AND kind <> 'sold')
			OR EXISTS (SELECT FROM payments WHERE gift_card_id = gift_cards.id AND payments.state = 'requested'))
		ORDER BY id LIMIT 1;
	IF touched IS NULL THEN
		UPDATE gift_cards SET state = 'closed', closed_reason = why, version = version + 1 WHERE id = ANY (own) AND state = 'open';
	END IF;
	RETURN touched;
END;
$$;
--> statement-breakpoint
-- Makes the gift cards that an order bought, with its payment and once each: the key of a card was drawn with its line. Real or test as the
-- order. One whose payment is disputed already is closed. The code is with its card alone from then on.
CREATE OR REPLACE FUNCTION make_sold_gift_cards(wanted text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	is_disputed boolean := EXISTS (SELECT FROM disputes JOIN payments ON payments.id = payment_id
		WHERE order_number = wanted AND disputes.state <> 'won');
BEGIN
	INSERT INTO gift_cards (id, code_hash, sealed_code, last_four, live, state, closed_reason, email, recipient, words, send_on)
	SELECT card_id, code_hash, sealed_code, last_four, kind_of_order(wanted) = 'real', CASE WHEN is_disputed THEN 'closed' ELSE 'open' END,
		CASE WHEN is_disputed THEN 'The payment that bought it is disputed.' ELSE '' END, email, recipient, words, send_on
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
--> statement-breakpoint
-- The words of these products as search knows them: what is published is brought up to date, what is not is taken out.
CREATE OR REPLACE FUNCTION describe_products(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	found_words text[];
BEGIN
	PERFORM lock_products(ids);
	DELETE FROM search_documents WHERE product_id IN
		(SELECT id FROM products WHERE id = ANY(ids) AND published_status <> 'published');
	WITH described AS (
		INSERT INTO search_documents AS known (product_id, position, terms)
		SELECT product.id, product.position,
			search_terms(product.name, 'A') ||
			search_terms(concat_ws(' ', category.name, parent.name, CASE WHEN product.headwear THEN 'headwear' END,
				CASE WHEN product.final_sale THEN 'final sale' END, CASE WHEN product.new_arrivals THEN 'new arrivals' END), 'B') ||
			search_terms(concat_ws(' ', sold.words, product.materials), 'C') ||
			search_terms(concat_ws(' ', detail.words), 'D')
		FROM products product
		-- A gift card has no category.
		LEFT JOIN categories category ON category.id = product.category_id
		LEFT JOIN categories parent ON parent.id = category.parent_id
		CROSS JOIN LATERAL (
			SELECT string_agg(DISTINCT concat_ws(' ', nullif(pair.size, 'default'), nullif(pair.color, 'default')), ' ') AS words
			FROM variants pair WHERE pair.product_id = product.id AND pair.retired_at IS NULL) AS sold
		CROSS JOIN LATERAL (SELECT string_agg(line, ' ') AS words FROM jsonb_array_elements_text(product.details) AS line) AS detail
		WHERE product.id = ANY(ids) AND product.published_status = 'published'
		ORDER BY product.position, product.id
		ON CONFLICT (product_id) DO UPDATE SET position = excluded.position, terms = excluded.terms
		WHERE (known.position, known.terms) IS DISTINCT FROM (excluded.position, excluded.terms)
		RETURNING terms
	)
	SELECT array_agg(DISTINCT word) INTO found_words FROM described, unnest(tsvector_to_array(terms)) AS word;
	PERFORM note_search_words(coalesce(found_words, '{}'));
END;
$$;
--> statement-breakpoint
-- Refuses that money goes back for a gift card which can still be spent: by a cancelled order, or a refund of its line.
CREATE OR REPLACE FUNCTION refuse_open_gift_cards(wanted text, of_position integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM gift_card_lines JOIN gift_cards ON gift_cards.id = card_id
		WHERE order_number = wanted AND (of_position IS NULL OR position = of_position) AND state = 'open')
	THEN
		RAISE EXCEPTION 'a gift card of the order % is open', wanted USING ERRCODE = 'check_violation', CONSTRAINT = 'refunded_gift_card_is_closed';
	END IF;
END;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION follow_cancelled_gift_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM refuse_open_gift_cards(NEW.number, NULL);
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION follow_refunded_gift_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM refuse_open_gift_cards(NEW.order_number, NEW.position);
	RETURN NULL;
END;
$$;
--> statement-breakpoint
-- Whether a line of an order is a gift card, by its kind: money that leaves by letter, and no goods.
CREATE OR REPLACE FUNCTION is_gift_card(kind text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT kind = 'gift-card' $$;
--> statement-breakpoint
-- Whether a product lacks something that one on the shop has: a name, a price, a picture, a category or a tax kind.
CREATE OR REPLACE FUNCTION is_incomplete(product text) RETURNS boolean LANGUAGE sql STABLE STRICT AS $$
	SELECT btrim(p.name) = '' OR p.kind <> 'gift-card' AND (p.category_id IS NULL OR p.kind_for_tax IS NULL)
		OR NOT (p.price_cents IS NOT NULL OR coalesce((SELECT bool_and(v.price_cents IS NOT NULL) FROM variants v
			WHERE v.product_id = p.id AND v.retired_at IS NULL), false))
		OR NOT (jsonb_array_length(p.images) > 0
			OR EXISTS (SELECT FROM product_colors c WHERE c.product_id = p.id AND c.retired_at IS NULL AND jsonb_array_length(c.images) > 0)
			OR EXISTS (SELECT FROM variants v WHERE v.product_id = p.id AND v.retired_at IS NULL AND v.image IS NOT NULL))
	FROM products p WHERE p.id = product
$$;
--> statement-breakpoint
-- Keeps the amounts of the gift card what their sizes say: no sale, cost or stock, whoever writes.
CREATE OR REPLACE FUNCTION keep_gift_card_amounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM products WHERE id = NEW.product_id AND kind = 'gift-card')
		AND (NEW.price_cents IS NULL OR NEW.price_cents <= 0 OR NEW.size <> '$' || (NEW.price_cents / 100) OR NEW.price_cents % 100 <> 0
			OR NEW.color <> 'default' OR num_nonnulls(NEW.sale_price_cents, NEW.cost_cents, NEW.stock) > 0)
	THEN
		RAISE EXCEPTION 'a gift card costs what it is worth' USING ERRCODE = 'check_violation', CONSTRAINT = 'gift_card_costs_its_worth';
	END IF;
	RETURN NEW;
END;
$$;
--> statement-breakpoint
-- Numbers of shipped, cancelled and refunded pieces of an order's lines that stand, with amounts in cents, by position. Gift cards
-- are no pieces: they leave by letter, and are refunded by themselves. Each is read by
-- many acts on an order, so that its plan is kept. What went back of a line without its pieces, at the gateway, by a lost dispute, or of
-- goods that a change has replaced by these, is what was paid for it, less refunds of its pieces, less what the ledger of sales has left.
CREATE OR REPLACE FUNCTION line_progress(of_order text) RETURNS TABLE (
	"position" integer, variant_id integer, price integer, quantity integer, discount_share integer, tax integer,
	sent integer, called_off integer, unpaid integer, refunded integer, entitlement integer,
	exchanged integer, exchanged_for_less integer, goods_back integer, tax_back integer)
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
	RETURN QUERY
	WITH sold AS MATERIALIZED (SELECT * FROM standing_lines WHERE order_number = of_order AND NOT is_gift_card(kind_for_tax)),
	shipped AS (SELECT position, sum(quantity) AS quantity FROM parcel_lines WHERE order_number = of_order GROUP BY position),
	paid_back AS (SELECT line.position,
			sum(line.called_off) AS called_off,
			-- Pieces that a failed refund cancelled stay cancelled, and are not refunded.
			sum(CASE WHEN refunds.state = 'failed' THEN line.called_off ELSE -line.called_off_before END) AS unpaid,
			sum(line.quantity) FILTER (WHERE refunds.state <> 'failed') AS quantity,
			sum(line.amount_cents + line.withheld_cents) FILTER (WHERE refunds.state <> 'failed') AS entitlement
		FROM refund_lines line JOIN refunds ON refunds.id = line.refund_id
		WHERE line.order_number = of_order GROUP BY line.position),
	cheaper AS (SELECT position, sum(quantity) AS quantity, -sum(difference_cents) AS less FROM order_replacements
		WHERE order_number = of_order AND cause = 'return' AND state IN ('waiting', 'sent') AND difference_cents < 0 GROUP BY position),
	kept AS (SELECT position, coalesce(sum(amount_cents) FILTER (WHERE kind <> 'tax'), 0) AS goods,
			coalesce(sum(amount_cents) FILTER (WHERE kind = 'tax'), 0) AS tax
		FROM sale_events WHERE order_number = of_order AND position IS NOT NULL GROUP BY position),
	chosen AS (SELECT position, sum(refund_parts.amount_cents) FILTER (WHERE part = 'goods') AS goods,
			sum(refund_parts.amount_cents) FILTER (WHERE part = 'tax') AS tax
		FROM refund_parts JOIN refunds ON refunds.id = refund_id
		WHERE order_number = of_order AND split_by = 'chosen' AND refunds.state <> 'failed' AND position IS NOT NULL GROUP BY position)
	SELECT line.position, line.variant_id, line.price_cents, line.quantity, line.discount_share_cents, line.tax_cents,
		coalesce(shipped.quantity, 0)::integer, coalesce(paid_back.called_off, 0)::integer, coalesce(paid_back.unpaid, 0)::integer,
		coalesce(paid_back.quantity, 0)::integer, coalesce(paid_back.entitlement, 0)::integer,
		coalesce(cheaper.quantity, 0)::integer, coalesce(cheaper.less, 0)::integer,
		-- A line that the ledger does not have yet has nothing that went back.
		coalesce(greatest(0, line.price_cents * line.quantity - line.discount_share_cents - coalesce(chosen.goods, 0) - kept.goods), 0)::integer,
		coalesce(greatest(0, line.tax_cents - coalesce(chosen.tax, 0) - kept.tax), 0)::integer
	FROM sold line
	LEFT JOIN shipped ON shipped.position = line.position
	LEFT JOIN paid_back ON paid_back.position = line.position
	LEFT JOIN cheaper ON cheaper.position = line.position
	LEFT JOIN kept ON kept.position = line.position
	LEFT JOIN chosen ON chosen.position = line.position
	ORDER BY line.position;
END;
$$;
--> statement-breakpoint
-- Writes the facts of orders: standing, shipping, money, pieces left. A refused refund that a member has handled counts as if it had not been
-- asked for. A lost parcel is on the way only as long as nobody has decided about all that was in it. Money that went back by changes is no
-- refund: the order costs less. What is reserved for an exchange is not to be sent before the pieces that it replaces are here.
-- Gift cards are no pieces to send: an order of nothing else is on the way until their letters have left.
-- Whoever computes facts waits for whoever does the same for one of these orders, and then sees what the other wrote. Of an array of orders
-- the planner expects ten, and would plan anew each time, which takes longer than the statement.
CREATE OR REPLACE FUNCTION note_facts_of(changed text[]) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
	PERFORM FROM order_facts WHERE number = ANY (changed) ORDER BY number FOR UPDATE;
	INSERT INTO order_facts AS known (number, at, standing, shipping, money, lines, pieces, pieces_left, ship_by, returns_waiting, total_cents, sample)
	SELECT number, coalesce(paid_at, drafted_at),
		CASE
			WHEN state = 'awaiting-payment' THEN 'not-paid'
			WHEN state = 'cancelled' AND paid_at IS NULL THEN 'lapsed'
			WHEN state IN ('paid', 'packed') AND sent THEN 'partly-shipped'
			WHEN state = 'paid' AND counted.goods = 0 THEN 'on-the-way'
			WHEN state = 'paid' THEN 'to-ship'
			WHEN state = 'shipped' THEN 'on-the-way'
			WHEN state = 'delivered' THEN 'arrived'
			ELSE state
		END,
		CASE
			WHEN pieces_left > 0 AND sent THEN 'partly-shipped'
			WHEN pieces_left > 0 AND state = 'packed' THEN 'packed'
			WHEN pieces_left > 0 THEN 'to-ship'
			WHEN on_the_way THEN 'on-the-way'
			WHEN sent THEN 'arrived'
			ELSE 'none'
		END,
		CASE
			WHEN money.refused THEN 'refund-refused'
			WHEN money.asked THEN 'refund-asked'
			WHEN money.done > 0 AND money.done + money.moved >= (SELECT coalesce(sum(amount_cents), 0) FROM payments
				WHERE order_number = orders.number AND (kind = 'order' OR payments.state = 'received')) THEN 'refunded'
			WHEN money.done > 0 THEN 'partly-refunded'
			WHEN paid_at IS NOT NULL THEN 'paid'
			WHEN state = 'awaiting-payment' THEN 'open'
			ELSE 'none'
		END,
		counted.lines, counted.pieces, pieces_left, CASE WHEN bought_left > 0 THEN ship_by END, returns_waiting, total_cents, sample
	FROM orders
	CROSS JOIN LATERAL (
		SELECT count(*)::integer AS lines, count(*) FILTER (WHERE NOT is_gift_card(line.kind_for_tax)) AS goods, coalesce(sum(line.quantity), 0)::integer AS pieces,
			coalesce(sum(greatest(0, line.quantity - coalesce(gone.quantity, 0) - coalesce(off.quantity, 0)))
				FILTER (WHERE NOT is_gift_card(line.kind_for_tax)), 0)::integer AS not_sent
		FROM standing_lines line
		LEFT JOIN (SELECT position, sum(quantity) AS quantity FROM parcel_lines WHERE order_number = orders.number GROUP BY position) gone
			ON gone.position = line.position
		LEFT JOIN (SELECT position, sum(called_off) AS quantity FROM refund_lines WHERE order_number = orders.number GROUP BY position) off
			ON off.position = line.position
		WHERE line.order_number = orders.number) counted
	CROSS JOIN LATERAL (
		SELECT count(*) > 0 AS sent, count(*) FILTER (WHERE delivered_at IS NULL AND (lost_at IS NULL OR EXISTS (
			SELECT FROM lost_pieces WHERE parcel_id = parcels.id AND sent_again + refunded < quantity))) > 0 AS on_the_way
		FROM parcels WHERE order_number = orders.number) parcel
	CROSS JOIN LATERAL (
		SELECT coalesce(sum(quantity), 0)::integer AS waiting FROM order_replacements
		WHERE order_number = orders.number AND order_replacements.state = 'waiting') instead
	CROSS JOIN LATERAL (
		SELECT CASE WHEN paid_at IS NOT NULL AND state IN ('paid', 'packed', 'partly-refunded', 'returned') THEN counted.not_sent ELSE 0 END
			AS bought_left) bought
	CROSS JOIN LATERAL (
		SELECT bought_left + CASE WHEN state IN ('cancelled', 'refunded') THEN 0 ELSE instead.waiting END AS pieces_left) owed
	CROSS JOIN LATERAL (
		SELECT count(*)::integer AS returns_waiting FROM returns
		WHERE order_number = orders.number AND returns.state IN ('started', 'received')) coming_back
	CROSS JOIN LATERAL (
		SELECT coalesce(bool_or(refunds.state = 'failed' AND handled_at IS NULL), false) AS refused,
			coalesce(bool_or(refunds.state = 'requested'), false) AS asked,
			coalesce(sum(refunds.amount_cents) FILTER (WHERE refunds.state = 'done' AND cause NOT LIKE 'change:%'), 0) AS done,
			coalesce(sum(refunds.amount_cents) FILTER (WHERE refunds.state = 'done' AND cause LIKE 'change:%'), 0) AS moved
		FROM payments JOIN refunds ON payment_id = payments.id WHERE order_number = orders.number) money
	WHERE number = ANY (changed) ORDER BY number
	ON CONFLICT (number) DO UPDATE SET at = excluded.at, standing = excluded.standing, shipping = excluded.shipping,
		money = excluded.money, lines = excluded.lines, pieces = excluded.pieces, pieces_left = excluded.pieces_left, ship_by = excluded.ship_by,
		returns_waiting = excluded.returns_waiting, total_cents = excluded.total_cents, sample = excluded.sample
		WHERE (known.at, known.standing, known.shipping, known.money, known.lines, known.pieces, known.pieces_left, known.ship_by,
			known.returns_waiting, known.total_cents, known.sample)
		IS DISTINCT FROM (excluded.at, excluded.standing, excluded.shipping, excluded.money, excluded.lines, excluded.pieces,
			excluded.pieces_left, excluded.ship_by, excluded.returns_waiting, excluded.total_cents, excluded.sample);
END;
$$;
--> statement-breakpoint
-- Writes into the ledger what it lacks of a refund that counts, or its opposite for one that does not, at a moment. Differences of exchanges go
-- back as sales of the goods that were sent.
CREATE OR REPLACE FUNCTION note_refund_events(own orders, refund refunds, counts boolean, moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO sale_events (at, day, order_number, "position", kind, part, amount_cents, pieces, refund_id, change_id, product_id, product, category, variant_id,
		size, color, sku, tax_kind, code, state, zip_prefix)
	SELECT moment, shop_day(moment), own.number, missing.position, missing.kind, missing.part, missing.amount, missing.pieces, refund.id, missing.change_id,
		line.product_id, line.product, line.category, line.variant_id, line.size, line.color, line.sku, line.tax_kind, own.discount_code,
		coalesce(place.state, own.region), coalesce(place.zip_prefix, left(own.postal_code, 3))
	FROM (
		SELECT kind, part, "position", change_id, sum(amount)::integer AS amount, sum(pieces)::integer AS pieces
		FROM (
			SELECT event.kind, event.part, given.position, given.change_id, event.amount, event.pieces
			FROM refund_parts given
			CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM gift_card_lines line
				WHERE line.order_number = own.number AND line.position = given.position) AS is_card) AS bought
			CROSS JOIN LATERAL (VALUES
				('goods', CASE WHEN bought.is_card THEN 'card-refunded' ELSE 'sale' END, 'line', -given.amount_cents - given.discount_cents,
					CASE WHEN bought.is_card THEN 0 ELSE -given.pieces END),
				('goods', 'discount', 'line', given.discount_cents, 0),
				('tax', 'tax', CASE WHEN given.position IS NULL THEN 'order' ELSE 'line' END, -given.amount_cents, 0),
				('delivery', 'delivery', 'delivery', -given.amount_cents, 0), ('delivery-tax', 'tax', 'delivery', -given.amount_cents, 0),
				('fee', 'fee', 'fee', -given.amount_cents, 0), ('fee-tax', 'tax', 'fee', -given.amount_cents, 0),
				('exchange', 'sale', 'line', -given.amount_cents, 0), ('exchange-tax', 'tax', 'line', -given.amount_cents, 0),
				('goodwill', 'goodwill', 'order', -given.amount_cents, 0)) AS event (source, kind, part, amount, pieces)
			WHERE given.refund_id = refund.id AND event.source = given.part AND counts
			UNION ALL
			SELECT kind, part, "position", change_id, -amount_cents, -pieces FROM sale_events WHERE refund_id = refund.id
		) AS compared GROUP BY 1, 2, 3, 4 HAVING sum(amount) <> 0 OR sum(pieces) <> 0
	) AS missing
	LEFT JOIN LATERAL (SELECT * FROM sale_events first WHERE first.order_number = own.number AND first.refund_id IS NULL AND first.dispute_id IS NULL
		AND CASE WHEN missing.change_id IS NULL THEN first.kind IN ('sale', 'card-sold') AND first.position = missing.position
			ELSE first.change_id = missing.change_id AND first.position IS NULL AND first.part = 'line' END
		ORDER BY id LIMIT 1) AS line ON true
	LEFT JOIN LATERAL (SELECT state, zip_prefix FROM sale_events early WHERE early.order_number = own.number ORDER BY id LIMIT 1) AS place ON true
	ORDER BY missing.position, missing.part, missing.kind, missing.change_id;
END;
$$;
--> statement-breakpoint
-- Writes the parts of a refund of an order, once. Where the gateway gave less than was asked for, the parts are lowered to that. What is left of
-- each part is its sum in the ledger of sales: with what a change took over from goods to those that replace them, and without what the bank
-- took. A part of which more went back than it cost lowers the others. What is spread over all that is left of an order takes paid differences
-- of exchanges from what was sent, and not from fees.
CREATE OR REPLACE FUNCTION note_refund_parts(own orders, refund refunds) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	known bigint;
	pools jsonb;
	asked jsonb;
	way text;
BEGIN
	SELECT sum(amount_cents) INTO known FROM refund_parts WHERE refund_id = refund.id;
	IF known IS NOT NULL THEN
		IF known <> refund.amount_cents THEN
			UPDATE refund_parts SET amount_cents = lowered.amount,
				discount_cents = refund_parts.discount_cents * lowered.amount / greatest(1, refund_parts.amount_cents)
			FROM (SELECT part, "position", change_id, (share_cents(refund.amount_cents, array_agg(amount_cents::bigint) OVER every))[(row_number() OVER every_in_turn)::integer] AS amount
				FROM refund_parts WHERE refund_id = refund.id
				WINDOW every AS (ORDER BY part, "position", change_id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING),
					every_in_turn AS (ORDER BY part, "position", change_id)) AS lowered
			WHERE refund_id = refund.id AND refund_parts.part = lowered.part AND refund_parts.position IS NOT DISTINCT FROM lowered.position
				AND refund_parts.change_id IS NOT DISTINCT FROM lowered.change_id;
		END IF;
		RETURN;
	END IF;

	SELECT jsonb_agg(jsonb_build_object('part', kept.part, 'position', coalesce(kept.turn, kept.position), 'left', kept.amount)
				ORDER BY kept.position, kept.turn, kept.part) FILTER (WHERE kept.part <> 'goodwill' AND kept.amount > 0),
		jsonb_build_object('total', refund.amount_cents, 'goodwillBefore',
			greatest(0, coalesce(-sum(kept.amount) FILTER (WHERE kept.part = 'goodwill' OR kept.amount < 0), 0)))
	INTO pools, asked
	FROM (
		SELECT CASE WHEN exchange.turn IS NOT NULL THEN CASE WHEN kind = 'tax' THEN 'exchange-tax' ELSE 'exchange' END
				WHEN kind IN ('sale', 'discount', 'change', 'card-sold', 'card-refunded') AND "position" IS NOT NULL THEN 'goods'
				WHEN kind = 'tax' AND event.part IN ('delivery', 'fee') THEN event.part || '-tax' ELSE kind END AS part,
			"position", exchange.turn, sum(amount_cents) AS amount
		FROM sale_events event
		LEFT JOIN paid_exchanges_of(own.number) exchange ON exchange.change_id = event.change_id AND event.position IS NULL AND event.part = 'line'
		WHERE order_number = own.number AND kind <> 'dispute' GROUP BY 1, 2, 3
	) AS kept
	WHERE kept.part IN ('goods', 'tax', 'delivery', 'delivery-tax', 'fee', 'fee-tax', 'exchange', 'exchange-tax', 'goodwill');

	SELECT asked || jsonb_build_object(
		'lines', (SELECT coalesce(jsonb_agg(jsonb_build_object('position', "position", 'amount', amount_cents)), '[]')
			FROM refund_lines WHERE refund_id = refund.id),
		'delivery', coalesce(sum(amount_cents) FILTER (WHERE kind = 'delivery'), 0),
		'fees', coalesce(sum(amount_cents) FILTER (WHERE kind = 'fees'), 0),
		'goodwill', coalesce(sum(amount_cents) FILTER (WHERE kind = 'goodwill'), 0),
		'taxWithGoodwill', coalesce(bool_and(with_tax) FILTER (WHERE kind = 'goodwill'), true))
	INTO asked FROM refund_extras WHERE refund_id = refund.id;
	way := CASE WHEN refund.cause LIKE 'gateway:%' THEN 'gateway'
		WHEN EXISTS (SELECT FROM refund_lines WHERE refund_id = refund.id) OR EXISTS (SELECT FROM refund_extras WHERE refund_id = refund.id) THEN 'chosen'
		ELSE 'rest' END;

	-- A cancelled order gives all its pieces back, without naming them.
	WITH before AS (
		SELECT "position", sum(refund_parts.amount_cents) AS amount, sum(discount_cents) AS discount, sum(pieces) AS pieces
		FROM refund_parts JOIN refunds ON refunds.id = refund_id
		WHERE order_number = own.number AND part = 'goods' AND refunds.state <> 'failed' GROUP BY 1
	), pieces AS (
		SELECT "position", quantity FROM refund_lines WHERE refund_id = refund.id AND quantity > 0
		UNION ALL
		SELECT line.position, line.quantity - coalesce(before.pieces, 0) FROM standing_lines line LEFT JOIN before ON before.position = line.position
		WHERE order_number = own.number AND refund.cause = 'cancelled' AND line.quantity > coalesce(before.pieces, 0)
	), split AS (
		SELECT found.part, CASE WHEN exchange.turn IS NULL THEN found.position END AS "position", exchange.change_id,
			sum(found.amount)::integer AS amount, sum(found.quantity)::integer AS pieces
		FROM (SELECT part, "position", amount, 0 AS quantity FROM split_refund(asked, coalesce(pools, '[]'))
			UNION ALL SELECT 'goods', "position", 0, quantity FROM pieces) AS found
		LEFT JOIN paid_exchanges_of(own.number) exchange ON found.part IN ('exchange', 'exchange-tax') AND exchange.turn = found.position
		GROUP BY 1, 2, 3
	)
	INSERT INTO refund_parts (refund_id, order_number, part, "position", change_id, amount_cents, discount_cents, pieces, split_by)
	SELECT refund.id, own.number, split.part, split.position, split.change_id, split.amount,
		CASE WHEN split.part = 'goods' THEN greatest(0, least(line.discount_share_cents - coalesce(before.discount, 0),
			CASE WHEN line.price_cents * line.quantity > line.discount_share_cents
				THEN line.discount_share_cents::bigint * (coalesce(before.amount, 0) + split.amount)
					/ (line.price_cents * line.quantity - line.discount_share_cents)
				ELSE line.discount_share_cents::bigint * (coalesce(before.pieces, 0) + split.pieces) / line.quantity
			END - coalesce(before.discount, 0))) ELSE 0 END,
		split.pieces, way
	FROM split
	LEFT JOIN standing_lines line ON line.order_number = own.number AND line.position = split.position
	LEFT JOIN before ON before.position = split.position AND split.part = 'goods';
END;
$$;
--> statement-breakpoint
-- Writes into the ledger whatever it lacks of an order: its sale once it is paid, its refunds, those that failed, and disputes; and splits
-- refunds. Samples are out, and payments of orders that never came about. What a change moved is in the ledger with the change. The lock of
-- the payment comes before anything else, as everywhere.
CREATE OR REPLACE FUNCTION note_sales_of(wanted text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	own orders;
	refund refunds;
	failed_at timestamptz;
BEGIN
	SELECT * INTO own FROM orders WHERE number = wanted AND paid_at IS NOT NULL AND NOT sample;
	IF NOT FOUND THEN
		RETURN;
	END IF;
	PERFORM FROM payments WHERE order_number = wanted ORDER BY requested_at, id FOR NO KEY UPDATE;

	IF NOT EXISTS (SELECT FROM sale_events WHERE order_number = wanted AND refund_id IS NULL AND dispute_id IS NULL) THEN
		INSERT INTO sale_events (at, day, order_number, "position", kind, part, amount_cents, pieces, product_id, product, category, variant_id,
			size, color, sku, tax_kind, code, state, zip_prefix)
		SELECT own.paid_at, shop_day(own.paid_at), wanted, line.position, event.kind, 'line', event.amount, event.pieces, line.product_id, line.name,
			categories.name, line.variant_id, line.size, line.color, line.sku, line.kind_for_tax, own.discount_code, own.region, left(own.postal_code, 3)
		FROM standing_lines line
		LEFT JOIN products ON products.id = line.product_id LEFT JOIN categories ON categories.id = products.category_id
		CROSS JOIN LATERAL (VALUES (1, CASE WHEN is_gift_card(line.kind_for_tax) THEN 'card-sold' ELSE 'sale' END,
				line.price_cents * line.quantity, CASE WHEN is_gift_card(line.kind_for_tax) THEN 0 ELSE line.quantity END), (2, 'discount', -line.discount_share_cents, 0),
			(3, 'tax', line.tax_cents, 0)) AS event (place, kind, amount, pieces)
		WHERE line.order_number = wanted AND (event.place = 1 OR event.amount <> 0)
		ORDER BY line.position, event.place;
		INSERT INTO sale_events (at, day, order_number, kind, part, amount_cents, code, state, zip_prefix)
		SELECT own.paid_at, shop_day(own.paid_at), wanted, event.kind, event.part, event.amount, own.discount_code, own.region, left(own.postal_code, 3)
		FROM (VALUES ('delivery', 'delivery', own.delivery_fee_cents), ('tax', 'delivery', own.delivery_tax_cents), ('fee', 'fee', own.fees_cents),
			('tax', 'fee', own.fee_tax_cents), ('tax', 'order', own.tax_cents - own.delivery_tax_cents - own.fee_tax_cents
				- coalesce((SELECT sum(tax_cents)::integer FROM standing_lines WHERE order_number = wanted), 0))) AS event (kind, part, amount)
		WHERE event.amount <> 0;
	END IF;

	FOR refund IN SELECT refunds.* FROM payments JOIN refunds ON payment_id = payments.id
		WHERE payments.order_number = wanted AND refunds.cause NOT LIKE 'change:%'
		ORDER BY refunds.at, refunds.id LOOP
		IF refund.state <> 'failed' THEN
			PERFORM note_refund_parts(own, refund);
			PERFORM note_refund_events(own, refund, true,
				CASE WHEN EXISTS (SELECT FROM sale_events WHERE refund_id = refund.id) THEN now() ELSE refund.at END);
		ELSIF EXISTS (SELECT FROM sale_events WHERE refund_id = refund.id) THEN
			PERFORM note_refund_events(own, refund, false, now());
		ELSE
			SELECT at INTO failed_at FROM order_events WHERE once_key = 'refund-failed:' || refund.id;
			IF FOUND THEN
				PERFORM note_refund_parts(own, refund);
				PERFORM note_refund_events(own, refund, true, refund.at);
				PERFORM note_refund_events(own, refund, false, failed_at);
			END IF;
		END IF;
	END LOOP;

	-- What a change gave back is in the ledger with the change: while its refund has failed, the money is kept after all.
	INSERT INTO sale_events (at, day, order_number, kind, part, amount_cents, refund_id, code, state, zip_prefix)
	SELECT moment, shop_day(moment), wanted, 'change', 'order', owed, refund_id, own.discount_code, own.region, left(own.postal_code, 3)
	FROM (
		SELECT given.id AS refund_id, coalesce(event.at, now()) AS moment, CASE WHEN given.state = 'failed' THEN given.amount_cents ELSE 0 END
			- coalesce((SELECT sum(amount_cents)::integer FROM sale_events WHERE sale_events.refund_id = given.id), 0) AS owed
		FROM payments JOIN refunds given ON payment_id = payments.id
		LEFT JOIN order_events event ON once_key = 'refund-failed:' || given.id
		WHERE payments.order_number = wanted AND given.cause LIKE 'change:%'
	) AS kept WHERE owed <> 0 ORDER BY refund_id;

	INSERT INTO sale_events (at, day, order_number, kind, part, amount_cents, dispute_id, code, state, zip_prefix)
	SELECT event.at, shop_day(event.at), wanted, 'dispute', 'order', -(event.details->>'amount')::integer, event.details->>'disputeId',
		own.discount_code, own.region, left(own.postal_code, 3)
	FROM order_events event
	WHERE event.order_number = wanted AND event.kind = 'disputed' AND jsonb_typeof(event.details->'amount') = 'number'
		AND NOT EXISTS (SELECT FROM sale_events WHERE order_number = wanted AND dispute_id = event.details->>'disputeId')
	ORDER BY event.id;
END;
$$;
--> statement-breakpoint
-- A dispute that was lost gives its amount back like a refund without lines: spread over all that the ledger has left of the order,
-- differences of exchanges among it, on the day it was lost. Its pieces stay with the shopper. A row of kind 'dispute' tells that one was
-- opened, and moves no sum. Once for each dispute, and again after its money was given back.
CREATE OR REPLACE FUNCTION note_lost_dispute(wanted text, dispute text, amount bigint, moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	own orders;
	pools jsonb;
	goodwill_before bigint;
BEGIN
	PERFORM note_sales_of(wanted);
	PERFORM FROM payments WHERE order_number = wanted ORDER BY requested_at, id FOR NO KEY UPDATE;
	SELECT * INTO own FROM orders WHERE number = wanted AND paid_at IS NOT NULL AND NOT sample;
	IF NOT FOUND OR coalesce(amount, 0) <= 0 OR dispute IS NULL
		OR EXISTS (SELECT FROM sale_events WHERE order_number = wanted AND dispute_id = dispute AND kind <> 'dispute' HAVING sum(amount_cents) <> 0) THEN
		RETURN;
	END IF;
	SELECT jsonb_agg(jsonb_build_object('part', kept.part, 'position', coalesce(kept.turn, kept.position), 'left', kept.amount)
				ORDER BY kept.position, kept.turn, kept.part)
			FILTER (WHERE kept.part <> 'goodwill' AND kept.amount > 0),
		coalesce(-sum(kept.amount) FILTER (WHERE kept.part = 'goodwill'), 0)
	INTO pools, goodwill_before
	FROM (
		SELECT CASE WHEN exchange.turn IS NOT NULL THEN CASE WHEN kind = 'tax' THEN 'exchange-tax' ELSE 'exchange' END
				WHEN kind IN ('sale', 'discount', 'change', 'card-sold', 'card-refunded') AND "position" IS NOT NULL THEN 'goods'
				WHEN kind = 'tax' AND event.part IN ('delivery', 'fee') THEN event.part || '-tax' ELSE kind END AS part,
			"position", exchange.turn, sum(amount_cents) AS amount
		FROM sale_events event
		LEFT JOIN paid_exchanges_of(wanted) exchange ON exchange.change_id = event.change_id AND event.position IS NULL AND event.part = 'line'
		WHERE order_number = wanted AND kind <> 'dispute' GROUP BY 1, 2, 3
	) AS kept
	WHERE kept.part IN ('goods', 'tax', 'delivery', 'delivery-tax', 'fee', 'fee-tax', 'exchange', 'exchange-tax', 'goodwill');

	INSERT INTO sale_events (at, day, order_number, "position", kind, part, amount_cents, dispute_id, change_id, product_id, product, category, variant_id,
		size, color, sku, tax_kind, code, state, zip_prefix)
	SELECT moment, shop_day(moment), wanted, CASE WHEN exchange.turn IS NULL THEN given.position END,
		CASE WHEN given.part = 'goods' AND is_gift_card(line.tax_kind) THEN 'card-refunded' WHEN given.part IN ('goods', 'exchange') THEN 'sale' WHEN given.part LIKE '%tax' THEN 'tax' ELSE given.part END,
		CASE WHEN given.position IS NOT NULL THEN 'line' WHEN given.part IN ('tax', 'goodwill') THEN 'order' ELSE replace(given.part, '-tax', '') END,
		-given.amount, dispute, exchange.change_id, line.product_id, line.product, line.category, line.variant_id, line.size, line.color, line.sku, line.tax_kind,
		own.discount_code, coalesce(place.state, own.region), coalesce(place.zip_prefix, left(own.postal_code, 3))
	FROM split_refund(jsonb_build_object('total', amount, 'goodwillBefore', goodwill_before), coalesce(pools, '[]')) AS given
	LEFT JOIN paid_exchanges_of(wanted) exchange ON given.part IN ('exchange', 'exchange-tax') AND exchange.turn = given.position
	LEFT JOIN LATERAL (SELECT * FROM sale_events sold WHERE sold.order_number = wanted AND sold.refund_id IS NULL AND sold.dispute_id IS NULL
		AND CASE WHEN exchange.turn IS NULL THEN sold.kind IN ('sale', 'change', 'card-sold') AND sold.position = given.position
			ELSE sold.change_id = exchange.change_id AND sold.position IS NULL AND sold.part = 'line' END
		ORDER BY id LIMIT 1) AS line ON true
	LEFT JOIN LATERAL (SELECT state, zip_prefix FROM sale_events early WHERE early.order_number = wanted ORDER BY id LIMIT 1) AS place ON true
	ORDER BY given.position, given.part;
END;
$$;
--> statement-breakpoint
-- Writes an order with all that comes with it; false where its number is taken, and nothing is written. `draft` has the rows under `order`
-- (where the release before does not name the terms of its code) and `lines`, and where there are any under `payments`, `gift_cards`, `gift_card_lines`, `events`, `uses` of
-- codes, `beyond_half` and the taxes of its parts; pieces to reserve under `reserved`, for `actor`, and `jobs`. Order, lines and payment are one
-- statement, so that facts of the order are noted once, of all of it.
CREATE OR REPLACE FUNCTION write_order(draft jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	written text;
BEGIN
	WITH head AS (
		INSERT INTO orders (number, state, draft_key, email, name, phone, address, city, postal_code, region, order_value_cents, discount_cents,
			discount_code, discount_kind, discount_percent, discount_product_ids, discount_minimum_cents, delivery_fee_cents, delivery_method, tax_cents, fees_cents,
			delivery_tax_cents, fee_tax_cents, total_cents, drafted_at, reserved_until, held_since, network, holds, paid_at)
		SELECT number, state, draft_key, email, name, phone, address, city, postal_code, state_of_zip(postal_code), order_value_cents,
			discount_cents, discount_code, discount_kind, discount_percent, discount_product_ids, discount_minimum_cents, delivery_fee_cents, delivery_method, tax_cents,
			coalesce(fees_cents, 0), coalesce(delivery_tax_cents, 0), coalesce(fee_tax_cents, 0), total_cents, drafted_at, reserved_until, held_since, network, holds, paid_at
		FROM jsonb_populate_record(NULL::orders, draft->'order')
		ON CONFLICT (number) DO NOTHING RETURNING number
	), lines AS (
		INSERT INTO order_lines (order_number, position, product_id, variant_id, name, size, color, image, quantity, price_cents,
			discount_share_cents, tax_cents, cost_cents, final_sale, kind_for_tax, sku)
		SELECT head.number, line.position, line.product_id, line.variant_id, line.name, line.size, line.color, line.image, line.quantity,
			line.price_cents, line.discount_share_cents, line.tax_cents, coalesce(variants.cost_cents, products.cost_cents), line.final_sale,
			line.kind_for_tax, line.sku
		FROM head CROSS JOIN jsonb_populate_recordset(NULL::order_lines, draft->'lines') AS line
		LEFT JOIN variants ON variants.id = line.variant_id LEFT JOIN products ON products.id = variants.product_id
	), taxed AS (
		INSERT INTO order_taxes (order_number, part, position, name, kind, rule, base_cents, state_base_cents, local_base_cents, state_rate,
			local_rate, state_tax_cents, local_tax_cents, amount_cents, state, place, source, mark)
		SELECT head.number, tax.part, tax.position, tax.name, tax.kind, tax.rule, tax.base_cents, tax.state_base_cents, tax.local_base_cents,
			tax.state_rate, tax.local_rate, tax.state_tax_cents, tax.local_tax_cents, tax.amount_cents, tax.state, tax.place, tax.source, tax.mark
		FROM head CROSS JOIN jsonb_populate_recordset(NULL::order_taxes, coalesce(draft->'taxes', '[]')) AS tax
	), planned AS (
		INSERT INTO payments (id, order_number, gateway, method, amount_cents, live)
		SELECT payment.id, head.number, payment.gateway, payment.method, payment.amount_cents, payment.live
		FROM head CROSS JOIN jsonb_populate_recordset(NULL::payments, draft->'payments') AS payment
	), held AS (
		-- Later than the order's first payment by a millisecond each: all who lock payments of an order lock them by their time.
		INSERT INTO payments (id, order_number, kind, gift_card_id, gateway, gateway_id, method, amount_cents, live, requested_at)
		SELECT part.id, head.number, 'gift-card', part.card, 'gift-card', part.id::text, 'Gift Card', part.amount, part.live,
			now() + part.turn * interval '1 millisecond'
		FROM head CROSS JOIN jsonb_to_recordset(draft->'gift_cards') AS part (id uuid, card uuid, amount integer, live boolean, turn integer)
	), cards AS (
		INSERT INTO gift_card_lines (order_number, position, card_id, code_hash, sealed_code, last_four, email, recipient, words, send_on)
		SELECT head.number, card.position, card.card_id, card.code_hash, card.sealed_code, card.last_four, card.email, card.recipient, card.words, card.send_on
		FROM head CROSS JOIN jsonb_populate_recordset(NULL::gift_card_lines, coalesce(draft->'gift_card_lines', '[]')) AS card
	), told AS (
		INSERT INTO order_events (order_number, kind, actor, details)
		SELECT head.number, event.kind, event.actor, event.details
		FROM head CROSS JOIN jsonb_populate_recordset(NULL::order_events, draft->'events') AS event
	), redeemed AS (
		INSERT INTO discount_uses (code, order_number, email)
		SELECT use.code, head.number, use.email FROM head CROSS JOIN jsonb_populate_recordset(NULL::discount_uses, draft->'uses') AS use
		ON CONFLICT (order_number) DO NOTHING
	), beyond AS (
		INSERT INTO beyond_half_holds (order_number, variant_id, since, until)
		SELECT head.number, hold.variant_id, hold.since, hold.until
		FROM head CROSS JOIN jsonb_populate_recordset(NULL::beyond_half_holds, draft->'beyond_half') AS hold
	)
	SELECT number INTO written FROM head;
	IF written IS NULL THEN
		RETURN false;
	END IF;

	IF draft ? 'reserved' THEN
		PERFORM move_stock('reservation', draft->'reserved', written, draft->'actor', '');
	END IF;
	PERFORM enqueue_jobs(draft->'jobs') WHERE draft ? 'jobs';
	RETURN true;
END;
$$;
--> statement-breakpoint
INSERT INTO start_clears (name, place, condition) VALUES ('gift_card_lines', 144, 'order_number = ANY ($1)');
--> statement-breakpoint
CREATE TRIGGER keep_gift_card_amounts BEFORE INSERT OR UPDATE ON variants FOR EACH ROW EXECUTE FUNCTION keep_gift_card_amounts();
--> statement-breakpoint
CREATE TRIGGER follow_cancelled_gift_cards AFTER UPDATE OF state ON orders FOR EACH ROW
	WHEN (NEW.state = 'cancelled' AND NEW.paid_at IS NOT NULL) EXECUTE FUNCTION follow_cancelled_gift_cards();
--> statement-breakpoint
CREATE TRIGGER follow_refunded_gift_card AFTER INSERT ON refund_lines FOR EACH ROW EXECUTE FUNCTION follow_refunded_gift_card();
--> statement-breakpoint
CREATE TRIGGER close_disputed_gift_cards AFTER INSERT OR UPDATE OF state ON disputes FOR EACH ROW EXECUTE FUNCTION close_disputed_gift_cards();
