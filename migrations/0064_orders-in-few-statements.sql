-- The statements of an order that have to follow one another under its locks are functions: one way to the database and back, plans that
-- are kept, and each of their steps sees what was committed while the one before waited for its lock (docs/decisions/0020).
--
-- What pg-boss does for jobs of queues that are there, beside their cause. `jobs` is a list of queue, id, payload, and after how many seconds.
CREATE FUNCTION enqueue_jobs(jobs jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO pgboss.job (id, name, data, start_after, created_on, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay,
		retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
	SELECT job.id, own.name, job.payload, due, pgboss.job_now(), due + make_interval(secs => own.retention_seconds), own.expire_seconds,
		own.deletion_seconds, own.retry_limit, own.retry_delay, own.retry_backoff, own.retry_delay_max, own.policy, own.dead_letter,
		own.heartbeat_seconds
	FROM jsonb_to_recordset(jobs) AS job (queue text, id uuid, payload jsonb, after integer)
	JOIN pgboss.queue own ON own.name = job.queue
	CROSS JOIN LATERAL (SELECT pgboss.job_now() + make_interval(secs => job.after) AS due) AS begins
	ON CONFLICT DO NOTHING;
END;
$$;
--> statement-breakpoint
-- Takes jobs back that wait for what has come about by now; those under way go on. `jobs` is a list of queue and id.
CREATE FUNCTION withdraw_jobs(jobs jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM pgboss.job USING jsonb_to_recordset(jobs) AS gone (queue text, id uuid)
	WHERE job.name = gone.queue AND job.id = gone.id AND job.state < 'active';
END;
$$;
--> statement-breakpoint
-- Movements of stock and the levels beside them, which always stay their sum. Whoever calls it holds the variants locked.
CREATE FUNCTION move_stock(of_cause text, lines jsonb, of_reference text, by_actor jsonb, with_reason text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	WITH written AS (
		INSERT INTO stock_movements (variant_id, quantity, cause, reference, actor, reason)
		SELECT line.variant_id, line.quantity, of_cause, of_reference, by_actor, with_reason
		FROM jsonb_to_recordset(lines) AS line (variant_id integer, quantity integer)
		RETURNING variant_id, quantity
	), moved AS (SELECT variant_id, sum(quantity)::integer AS quantity FROM written GROUP BY variant_id)
	UPDATE variants SET stock = stock + (SELECT moved.quantity FROM moved WHERE moved.variant_id = variants.id)
	WHERE id = ANY (ARRAY(SELECT moved.variant_id FROM moved));
END;
$$;
--> statement-breakpoint
-- Turns what an order holds reserved into a sale; false where it holds nothing. The two movements cancel each other out: no level changes.
CREATE FUNCTION sell_held(of_reference text, by_actor jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM variants WHERE id IN (SELECT variant_id FROM stock_movements
		WHERE reference = of_reference AND cause IN ('reservation', 'release')) ORDER BY id FOR UPDATE;
	INSERT INTO stock_movements (variant_id, quantity, cause, reference, actor)
	SELECT held.variant_id, part.sign * held.quantity, part.cause, of_reference, by_actor
	FROM (VALUES (1, 'release'), (-1, 'sale')) AS part (sign, cause)
	CROSS JOIN (SELECT variant_id, -sum(quantity)::integer AS quantity FROM stock_movements
		WHERE reference = of_reference AND cause IN ('reservation', 'release') GROUP BY variant_id HAVING sum(quantity) < 0) AS held
	ORDER BY part.sign DESC, held.variant_id;
	RETURN FOUND;
END;
$$;
--> statement-breakpoint
-- What decides how much a draft may hold, under the locks of its network and its variants, taken in this order. A network that may hold no
-- more gets its own drafts alone, and locks no variant.
CREATE FUNCTION lock_holds(of_network text, since timestamptz, window_begins timestamptz, most_drafts integer, most_pieces integer, wanted integer[])
RETURNS jsonb LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
	own jsonb;
	is_full boolean;
BEGIN
	PERFORM pg_advisory_xact_lock(hashtextextended('holds of ' || of_network, 0));
	SELECT coalesce(jsonb_agg(jsonb_build_object('state', state, 'until', reserved_until, 'heldSince', held_since, 'lapsedAt', lapsed_at,
			'variantIds', bought.variant_ids, 'quantity', bought.pieces)), '[]'),
		count(*) FILTER (WHERE state = 'awaiting-payment') >= most_drafts
			OR coalesce(sum(bought.pieces) FILTER (WHERE state = 'awaiting-payment'), 0) > most_pieces
	INTO own, is_full
	FROM orders CROSS JOIN LATERAL (SELECT coalesce(array_agg(variant_id), '{}') AS variant_ids, coalesce(sum(quantity), 0)::integer AS pieces
		FROM order_lines WHERE order_number = orders.number) AS bought
	WHERE network = of_network AND (state = 'awaiting-payment' OR lapsed_at > since
		OR (state = 'cancelled' AND lapsed_at IS NULL AND reserved_until > since));
	IF is_full THEN
		RETURN jsonb_build_object('own', own, 'levels', '[]'::jsonb, 'held', '[]'::jsonb, 'spans', '[]'::jsonb);
	END IF;

	PERFORM FROM variants WHERE id = ANY (wanted) ORDER BY id FOR UPDATE;
	RETURN jsonb_build_object(
		'own', own,
		'levels', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'stock', stock)), '[]') FROM variants WHERE id = ANY (wanted)),
		-- The earlier of two ends: what is held beyond the half of a variant is free again before its draft ends.
		'held', (SELECT coalesce(jsonb_agg(jsonb_build_object('variantId', variant_id, 'quantity', quantity, 'network', network,
				'until', least(reserved_until, (SELECT min(until) FROM beyond_half_holds hold WHERE hold.order_number = number)))), '[]')
			FROM orders JOIN order_lines ON order_number = number
			WHERE state = 'awaiting-payment' AND holds AND variant_id = ANY (wanted)),
		'spans', (SELECT coalesce(jsonb_agg(jsonb_build_object('variantId', variant_id, 'since', hold.since, 'until', until)), '[]')
			FROM beyond_half_holds hold WHERE variant_id = ANY (wanted) AND until > window_begins));
END;
$$;
--> statement-breakpoint
-- The state a ZIP lies in, by its letters; nothing for one that the gazetteer does not know. The armed forces' mail comes after a street.
CREATE FUNCTION state_of_zip(wanted text) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT nullif(state, '') FROM zip_places WHERE zip = wanted ORDER BY state IN ('AA', 'AE', 'AP') LIMIT 1
$$;
--> statement-breakpoint
-- The draft that a key has made, under the key's lock: of two requests of one key the second finds what the first has written.
CREATE FUNCTION lock_draft_key(key text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(hashtextextended(key, 0));
	RETURN (SELECT number FROM orders WHERE draft_key = key);
END;
$$;
--> statement-breakpoint
-- As `lock_holds`, for a draft with a key (else null): where that has made one already, its number under `earlier`, and no more is locked.
CREATE FUNCTION lock_draft(key text, of_network text, since timestamptz, window_begins timestamptz, most_drafts integer, most_pieces integer,
	wanted integer[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
	earlier text;
BEGIN
	IF key IS NOT NULL THEN
		earlier := lock_draft_key(key);
	END IF;
	IF earlier IS NOT NULL THEN
		RETURN jsonb_build_object('earlier', earlier);
	END IF;
	RETURN lock_holds(of_network, since, window_begins, most_drafts, most_pieces, wanted);
END;
$$;
--> statement-breakpoint
-- Writes an order with all that comes with it; false where its number is taken, and nothing is written. `draft` has the rows under `order` and
-- `lines`, and where there are any under `payments`, `events`, `uses` of codes and `beyond_half`; pieces to reserve under `reserved`, for `actor`,
-- and `jobs`. Order, lines and payment are one statement, so that facts of the order are noted once, of all of it.
CREATE FUNCTION write_order(draft jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	written text;
BEGIN
	WITH head AS (
		INSERT INTO orders (number, state, draft_key, email, name, phone, address, city, postal_code, region, order_value_cents, discount_cents,
			discount_code, delivery_fee_cents, tax_cents, total_cents, drafted_at, reserved_until, held_since, network, holds, paid_at)
		SELECT number, state, draft_key, email, name, phone, address, city, postal_code, state_of_zip(postal_code), order_value_cents,
			discount_cents, discount_code, delivery_fee_cents, tax_cents, total_cents, drafted_at, reserved_until, held_since, network, holds,
			paid_at
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
	), planned AS (
		INSERT INTO payments (id, order_number, gateway, method, amount_cents, live)
		SELECT payment.id, head.number, payment.gateway, payment.method, payment.amount_cents, payment.live
		FROM head CROSS JOIN jsonb_populate_recordset(NULL::payments, draft->'payments') AS payment
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
-- Drafts an order in one statement where nothing stands in its way, so that no lock waits for anybody outside of the database. `pieces` has how
-- many of each variant it wants. Answers what `lock_draft` found, with `written` where the order was written: its network has neither replaced a draft
-- nor let one lapse lately, and of each variant that is counted there are no less than `half_from`, of which its half is free. Anything else is for `answerFor` to decide
-- (src/shop/orders/drafting/hold-bounds.ts), under locks of another transaction.
CREATE FUNCTION draft_order(key text, of_network text, since timestamptz, window_begins timestamptz, most_drafts integer, most_pieces integer,
	pieces jsonb, half_from integer, draft jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
	found jsonb := lock_draft(key, of_network, since, window_begins, most_drafts, most_pieces,
		ARRAY(SELECT variant_id FROM jsonb_to_recordset(pieces) AS piece (variant_id integer) ORDER BY variant_id));
BEGIN
	IF found ? 'earlier' OR found->'levels' = '[]' OR jsonb_path_exists(found, '$.own[*] ? (@.state != "awaiting-payment" || @.lapsedAt != null)')
		OR EXISTS (
		SELECT FROM jsonb_to_recordset(pieces) AS piece (variant_id integer, quantity integer)
		LEFT JOIN jsonb_to_recordset(found->'levels') AS level (id integer, stock integer) ON level.id = piece.variant_id
		CROSS JOIN LATERAL (SELECT coalesce(sum(held.quantity), 0) AS quantity
			FROM jsonb_to_recordset(found->'held') AS held ("variantId" integer, quantity integer) WHERE held."variantId" = piece.variant_id) AS held
		WHERE level.id IS NULL OR level.stock + held.quantity < half_from
			OR piece.quantity > least(level.stock, ceil((level.stock + held.quantity) / 2.0) - held.quantity))
	THEN
		RETURN found;
	END IF;
	RETURN found || jsonb_build_object('written', write_order(draft));
END;
$$;
--> statement-breakpoint
-- What every paid order needs: its stock sold, its event, its jobs.
CREATE FUNCTION complete_paid(wanted text, by_actor jsonb, of_details jsonb, jobs jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF NOT sell_held(wanted, by_actor) THEN
		RAISE EXCEPTION 'The order % holds no stock to sell.', wanted;
	END IF;
	INSERT INTO order_events (order_number, kind, actor, details, once_key) VALUES (wanted, 'paid', by_actor, of_details, 'paid:' || wanted)
	ON CONFLICT (once_key) DO NOTHING;
	PERFORM enqueue_jobs(jobs);
END;
$$;
--> statement-breakpoint
-- Makes a draft that holds its pieces paid, where its payment has not been received before. Who settles at the same time waits for the lock of
-- the payment. Answers `settled`; `received` for a payment that was; `otherwise`, having written nothing, for a draft that holds nothing or has ended.
CREATE FUNCTION settle_draft(of_payment uuid, wanted text, settled_at timestamptz, brand text, last_four text, by_actor jsonb, jobs jsonb,
	withdrawn jsonb) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	payment_state text;
BEGIN
	SELECT state INTO payment_state FROM payments WHERE id = of_payment FOR NO KEY UPDATE;
	IF payment_state = 'received' THEN
		RETURN 'received';
	END IF;
	IF payment_state IS NULL OR payment_state NOT IN ('requested', 'failed') THEN
		RETURN 'otherwise';
	END IF;
	UPDATE orders SET state = 'paid', paid_at = settled_at, reserved_until = NULL, network = NULL, version = version + 1
		WHERE number = wanted AND state = 'awaiting-payment' AND holds;
	IF NOT FOUND THEN
		RETURN 'otherwise';
	END IF;
	UPDATE payments SET state = 'received', received_at = settled_at, card_brand = coalesce(card_brand, brand),
		card_last_four = coalesce(card_last_four, last_four) WHERE id = of_payment;
	DELETE FROM beyond_half_holds WHERE order_number = wanted;
	PERFORM complete_paid(wanted, by_actor, '{}', jobs);
	PERFORM withdraw_jobs(withdrawn);
	RETURN 'settled';
END;
$$;
--> statement-breakpoint
-- Claims a letter for whoever sends it: `claimed`, `taken` while another holds it, or `recorded` once it was sent.
CREATE FUNCTION claim_letter(wanted text, by_holder uuid, lease_seconds integer) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM order_events WHERE once_key = wanted) THEN
		RETURN 'recorded';
	END IF;
	INSERT INTO letter_claims (key, holder, until) VALUES (wanted, by_holder, now() + make_interval(secs => lease_seconds))
	ON CONFLICT (key) DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE letter_claims.until < now();
	IF NOT FOUND THEN
		RETURN 'taken';
	END IF;
	-- Seen anew: whoever held the claim may have recorded the letter while this waited for it.
	IF EXISTS (SELECT FROM order_events WHERE once_key = wanted) THEN
		DELETE FROM letter_claims WHERE key = wanted AND holder = by_holder;
		RETURN 'recorded';
	END IF;
	RETURN 'claimed';
END;
$$;
--> statement-breakpoint
-- Lines that are inserted with their order are in its facts already; whatever is inserted later is noted.
CREATE FUNCTION note_new_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	later text[] := array(SELECT order_number FROM (SELECT DISTINCT order_number FROM changed) AS own
		WHERE NOT EXISTS (SELECT FROM order_facts WHERE order_facts.number = order_number
			AND order_facts.lines = (SELECT count(*) FROM order_lines WHERE order_lines.order_number = own.order_number)));
BEGIN
	IF cardinality(later) > 0 THEN
		PERFORM note_facts_of(later), note_search_of(later);
	END IF;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
DROP TRIGGER note_part_of_order_insert ON order_lines;
--> statement-breakpoint
DROP TRIGGER note_words_of_order_insert ON order_lines;
--> statement-breakpoint
CREATE TRIGGER note_new_lines AFTER INSERT ON order_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_new_lines();
--> statement-breakpoint
-- Of an array of orders the planner expects ten, and so plans these anew each time, which takes longer than they do.
ALTER FUNCTION note_facts_of(text[]) SET plan_cache_mode = force_generic_plan;
--> statement-breakpoint
ALTER FUNCTION note_search_of(text[]) SET plan_cache_mode = force_generic_plan;
--> statement-breakpoint
ALTER FUNCTION note_names_of(text[]) SET plan_cache_mode = force_generic_plan;
