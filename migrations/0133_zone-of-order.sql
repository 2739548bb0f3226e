ALTER TABLE "orders" ADD COLUMN "delivery_zone" text;
--> statement-breakpoint
-- Writes an order with all that comes with it; false where its number is taken, and nothing is written. `draft` has the rows under `order`
-- (where the release before does not name the terms of its code) and `lines`, and where there are any under `payments`, `gift_cards`, `gift_card_lines`, `events`, `uses` of
-- codes, `offers`, `beyond_half` and the taxes of its parts; pieces to reserve under `reserved`, for `actor`, and `jobs`. Order, lines and payment are one
-- statement, so that facts of the order are noted once, of all of it.
CREATE OR REPLACE FUNCTION write_order(draft jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	written text;
BEGIN
	WITH head AS (
		INSERT INTO orders (number, state, draft_key, email, name, phone, address, city, postal_code, region, order_value_cents, discount_cents,
			discount_code, discount_kind, discount_percent, discount_product_ids, discount_minimum_cents, delivery_fee_cents, delivery_method, delivery_zone, tax_cents, fees_cents,
			delivery_tax_cents, fee_tax_cents, total_cents, drafted_at, reserved_until, held_since, network, holds, paid_at)
		SELECT number, state, draft_key, email, name, phone, address, city, postal_code, state_of_zip(postal_code), order_value_cents,
			discount_cents, discount_code, discount_kind, discount_percent, discount_product_ids, discount_minimum_cents, delivery_fee_cents, delivery_method, delivery_zone, tax_cents,
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
	), offered AS (
		INSERT INTO order_offers (order_number, position, offer_id, turn, sentence, amount_cents, of_discount_cents, is_present)
		SELECT head.number, part.position, part.offer_id, part.turn, part.sentence, part.amount_cents, part.of_discount_cents, part.is_present
		FROM head CROSS JOIN jsonb_populate_recordset(NULL::order_offers, coalesce(draft->'offers', '[]')) AS part
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
