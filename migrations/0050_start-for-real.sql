CREATE TABLE "used_numbers" (
	"number" text PRIMARY KEY NOT NULL,
	"cleared_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
COMMENT ON TABLE "used_numbers" IS 'append-only';
--> statement-breakpoint
-- A number that a cleared order had is as good as taken: whoever draws it draws again.
CREATE FUNCTION skip_used_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM used_numbers WHERE number = NEW.number) THEN
		RETURN NULL;
	END IF;
	RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER skip_used_number BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION skip_used_number();
--> statement-breakpoint
-- The first order that stands in the way of clearing everything: one of real money that was paid or may be.
CREATE FUNCTION first_real_order() RETURNS text LANGUAGE sql STABLE AS $$
	SELECT number FROM order_facts WHERE kind = 'real' AND standing <> 'lapsed' ORDER BY at, number LIMIT 1
$$;
--> statement-breakpoint
-- Pieces that an order or a return moved, by its number.
CREATE FUNCTION is_of_cleared_order(reference text, cause text, numbers text[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
	SELECT reference = ANY (numbers) AND cause IN ('reservation', 'release', 'sale', 'return', 'replacement')
$$;
--> statement-breakpoint
-- What is cleared before a shop starts for real: orders that no real money paid, with their returns and payments, and payments of test
-- money without an order; goods of the demo; and whether what the demo came with stands there beside them.
CREATE FUNCTION start_scope(OUT numbers text[], OUT return_numbers text[], OUT payment_ids uuid[], OUT goods text[], OUT has_demo boolean)
LANGUAGE plpgsql STABLE AS $$
BEGIN
	numbers := ARRAY(SELECT number FROM order_facts WHERE kind IN ('test', 'sample'));
	return_numbers := ARRAY(SELECT number FROM returns WHERE order_number = ANY (numbers));
	payment_ids := ARRAY(SELECT id FROM payments WHERE order_number = ANY (numbers)
		OR (order_number IS NULL AND NOT coalesce(live, gateway <> 'sandbox')));
	goods := ARRAY(SELECT id FROM products WHERE sample);
	has_demo := cardinality(goods) > 0 OR EXISTS (SELECT FROM stocked WHERE started_with = 'demo' AND cleared_at IS NULL);
END;
$$;
--> statement-breakpoint
-- The tables whose rows are cleared, in the order in which that can be done, and which rows: $1 to $5 are the scope.
CREATE FUNCTION cleared_at_start() RETURNS TABLE (place integer, name text, condition text) LANGUAGE sql IMMUTABLE AS $$
	VALUES
		(1, 'pgboss.job', 'state <> ''active'' AND (data ->> ''number'' = ANY ($1 || $2) OR data ->> ''orderNumber'' = ANY ($1) OR data ->> ''refundId'' IN (SELECT id::text FROM refunds WHERE payment_id = ANY ($3)) OR data ->> ''requestId'' IN (SELECT gateway_id FROM payments WHERE id = ANY ($3)) OR data ->> ''parcelId'' IN (SELECT id::text FROM parcels WHERE order_number = ANY ($1)) OR data ->> ''letterId'' IN (SELECT id::text FROM letters WHERE order_number = ANY ($1)))'),
		(2, 'beyond_half_holds', 'order_number = ANY ($1)'),
		(3, 'return_settled_lines', 'return_number = ANY ($2)'),
		(4, 'return_pieces', 'return_number = ANY ($2)'),
		(5, 'return_lines', 'return_number = ANY ($2)'),
		(6, 'order_replacements', 'order_number = ANY ($1)'),
		(7, 'lost_pieces', 'order_number = ANY ($1)'),
		(8, 'returns', 'order_number = ANY ($1)'),
		(9, 'refund_extras', 'order_number = ANY ($1)'),
		(10, 'refund_lines', 'order_number = ANY ($1)'),
		(11, 'refunds', 'payment_id = ANY ($3)'),
		(12, 'sandbox_requests', 'id IN (SELECT gateway_id FROM payments WHERE id = ANY ($3) AND gateway = ''sandbox'')'),
		(13, 'payments', 'id = ANY ($3)'),
		(14, 'parcel_lines', 'order_number = ANY ($1)'),
		(15, 'parcels', 'order_number = ANY ($1)'),
		(16, 'discount_uses', 'order_number = ANY ($1)'),
		(17, 'letters', 'order_number = ANY ($1)'),
		(18, 'order_notes', 'order_number = ANY ($1)'),
		(19, 'order_events', 'order_number = ANY ($1)'),
		(20, 'order_lines', 'order_number = ANY ($1)'),
		(21, 'order_facts', 'number = ANY ($1)'),
		(22, 'order_search', 'number = ANY ($1)'),
		(23, 'order_name_words', 'number = ANY ($1)'),
		(24, 'orders', 'number = ANY ($1)'),
		(25, 'stock_movements', 'is_of_cleared_order(reference, cause, $1 || $2) OR variant_id IN (SELECT id FROM variants WHERE product_id = ANY ($4))'),
		(26, 'message_answers', 'message_id IN (SELECT id FROM messages WHERE sample)'),
		(27, 'messages', 'sample'),
		(28, 'community_signups', 'sample'),
		(29, 'comments', 'sample'),
		(30, 'reviews', 'sample OR product_id = ANY ($4)'),
		(31, 'questions', 'sample OR product_id = ANY ($4)'),
		(32, 'review_summaries', '$5'),
		(33, 'social_posts', '$5'),
		(34, 'videos', 'product_id = ANY ($4) OR ($5 AND product_id IS NULL)'),
		(35, 'price_plan_pairs', 'variant_id IN (SELECT id FROM variants WHERE product_id = ANY ($4))'),
		(36, 'stock_take_lines', 'variant_id IN (SELECT id FROM variants WHERE product_id = ANY ($4))'),
		(37, 'stock_requests', 'variant_id IN (SELECT id FROM variants WHERE product_id = ANY ($4))'),
		(38, 'picture_lists', 'product_id = ANY ($4)'),
		(39, 'search_names', 'product_id = ANY ($4)'),
		(40, 'listed_products', 'product_id = ANY ($4)'),
		(41, 'variants', 'product_id = ANY ($4)'),
		(42, 'product_colors', 'product_id = ANY ($4)'),
		(43, 'products', 'id = ANY ($4)')
$$;
--> statement-breakpoint
-- How many rows of each table would be cleared.
CREATE FUNCTION count_cleared_at_start() RETURNS TABLE (name text, count bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
	scope record;
	entry record;
BEGIN
	SELECT * INTO scope FROM start_scope();
	FOR entry IN SELECT * FROM cleared_at_start() AS list WHERE to_regclass(list.name) IS NOT NULL ORDER BY list.place LOOP
		RETURN QUERY EXECUTE format('SELECT %L::text, count(*) FROM %s WHERE %s', entry.name, entry.name, entry.condition)
			USING scope.numbers, scope.return_numbers, scope.payment_ids, scope.goods, scope.has_demo;
	END LOOP;
END;
$$;
--> statement-breakpoint
-- These rows, whole, each as a line of JSON.
CREATE FUNCTION rows_cleared_at_start() RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
DECLARE
	scope record;
	entry record;
BEGIN
	SELECT * INTO scope FROM start_scope();
	FOR entry IN SELECT * FROM cleared_at_start() AS list WHERE to_regclass(list.name) IS NOT NULL ORDER BY list.place LOOP
		RETURN QUERY EXECUTE format('SELECT json_build_object(''table'', %L::text, ''row'', to_jsonb(own))::text FROM %s AS own WHERE %s',
			entry.name, entry.name, entry.condition)
			USING scope.numbers, scope.return_numbers, scope.payment_ids, scope.goods, scope.has_demo;
	END LOOP;
END;
$$;
--> statement-breakpoint
-- Keeps everybody else from writing what is cleared, until the transaction ends; reading goes on. It waits with nothing in its hands, so
-- that it and whoever writes never wait for each other.
CREATE FUNCTION hold_for_start() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	patience timestamptz := clock_timestamp() + interval '15 seconds';
BEGIN
	LOOP
		BEGIN
			LOCK TABLE beyond_half_holds, return_settled_lines, return_pieces, return_lines, order_replacements, lost_pieces, returns, refund_extras, refund_lines, refunds, sandbox_requests, payments,
				parcel_lines, parcels, discount_uses, letters, order_notes, order_events, order_lines, order_facts, order_search, order_name_words, orders, stock_movements, message_answers, messages,
				community_signups, comments, reviews, questions, review_summaries, social_posts, videos, price_plan_pairs, stock_take_lines, stock_requests, picture_lists, search_names,
				listed_products, variants, product_colors, products, pages, media_uses, stocked, listing_counts, search_words, used_numbers
				IN EXCLUSIVE MODE NOWAIT;
			RETURN;
		EXCEPTION WHEN lock_not_available THEN
			IF clock_timestamp() > patience THEN
				RAISE;
			END IF;
		END;
		PERFORM pg_sleep(0.05);
	END LOOP;
END;
$$;
--> statement-breakpoint
-- Clears what was invented or paid with test money, with the goods of the demo. Pieces that such orders took come back to the levels of
-- the goods that stay; the numbers are never given again. Refused while an order is real. Runs with the owner's rights, since orders and
-- what belongs to them are append-only for everybody else.
CREATE FUNCTION start_for_real() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	scope record;
	entry record;
BEGIN
	PERFORM hold_for_start();
	IF first_real_order() IS NOT NULL THEN
		RAISE EXCEPTION 'the order % is real', first_real_order()
			USING ERRCODE = 'check_violation', CONSTRAINT = 'started_only_without_real_orders';
	END IF;
	SELECT * INTO scope FROM start_scope();
	INSERT INTO used_numbers (number) SELECT unnest(scope.numbers || scope.return_numbers);
	UPDATE variants SET stock = stock - moved.quantity
		FROM (SELECT variant_id, sum(quantity)::integer AS quantity FROM stock_movements
			WHERE is_of_cleared_order(reference, cause, scope.numbers || scope.return_numbers) GROUP BY variant_id) AS moved
		WHERE variants.id = moved.variant_id AND stock IS NOT NULL AND moved.quantity <> 0 AND NOT product_id = ANY (scope.goods);
	-- What somebody wrote about own goods stays, but by no buyer.
	UPDATE reviews SET verified = false, order_number = NULL, order_line = NULL WHERE order_number = ANY (scope.numbers);
	FOR entry IN SELECT * FROM cleared_at_start() AS list WHERE to_regclass(list.name) IS NOT NULL ORDER BY list.place LOOP
		EXECUTE format('DELETE FROM %s WHERE %s', entry.name, entry.condition)
			USING scope.numbers, scope.return_numbers, scope.payment_ids, scope.goods, scope.has_demo;
	END LOOP;
END;
$$;
