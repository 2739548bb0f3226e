-- As it is compared in searches of members: in lower case, letters without their accents.
CREATE FUNCTION search_form(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT lower(regexp_replace(normalize(words, NFKD), '[\u0300-\u036f]', '', 'g'))
$$;
--> statement-breakpoint
-- Whether one letter more, less, another one or two swapped make one word of the other.
CREATE FUNCTION is_one_slip_apart(one text, other text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	same integer := 0;
BEGIN
	IF abs(length(one) - length(other)) > 1 THEN
		RETURN false;
	END IF;
	WHILE same < length(one) AND substr(one, same + 1, 1) = substr(other, same + 1, 1) LOOP
		same := same + 1;
	END LOOP;
	RETURN substr(one, same + 2) = substr(other, same + 2)
		OR substr(one, same + 2) = substr(other, same + 1)
		OR substr(one, same + 1) = substr(other, same + 2)
		OR (substr(one, same + 3) = substr(other, same + 3) AND substr(one, same + 1, 1) = substr(other, same + 2, 1)
			AND substr(one, same + 2, 1) = substr(other, same + 1, 1));
END;
$$;
--> statement-breakpoint
-- Whoever computes facts waits for whoever does the same for one of these orders, and then sees what the other wrote.
CREATE FUNCTION note_facts_of(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM order_facts WHERE number = ANY (changed) ORDER BY number FOR UPDATE;
	INSERT INTO order_facts AS known (number, at, standing, shipping, money, lines, pieces, pieces_left, returns_waiting, total_cents, sample)
	SELECT number, coalesce(paid_at, drafted_at),
		CASE
			WHEN state = 'awaiting-payment' THEN 'not-paid'
			WHEN state = 'cancelled' AND paid_at IS NULL THEN 'lapsed'
			WHEN state IN ('paid', 'packed') AND sent THEN 'partly-shipped'
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
			WHEN money.done >= money.paid THEN 'refunded'
			WHEN money.done > 0 THEN 'partly-refunded'
			WHEN paid_at IS NOT NULL THEN 'paid'
			WHEN state = 'awaiting-payment' THEN 'open'
			ELSE 'none'
		END,
		counted.lines, counted.pieces, pieces_left, returns_waiting, total_cents, sample
	FROM orders
	CROSS JOIN LATERAL (
		SELECT count(*)::integer AS lines, coalesce(sum(line.quantity), 0)::integer AS pieces,
			coalesce(sum(greatest(0, line.quantity - coalesce(gone.quantity, 0) - coalesce(off.quantity, 0))), 0)::integer AS not_sent
		FROM order_lines line
		LEFT JOIN (SELECT position, sum(quantity) AS quantity FROM parcel_lines WHERE order_number = orders.number GROUP BY position) gone
			ON gone.position = line.position
		LEFT JOIN (SELECT position, sum(called_off) AS quantity FROM refund_lines WHERE order_number = orders.number GROUP BY position) off
			ON off.position = line.position
		WHERE line.order_number = orders.number) counted
	CROSS JOIN LATERAL (
		SELECT count(*) > 0 AS sent, count(*) FILTER (WHERE delivered_at IS NULL) > 0 AS on_the_way
		FROM parcels WHERE order_number = orders.number) parcel
	CROSS JOIN LATERAL (
		SELECT coalesce(sum(quantity), 0)::integer AS waiting FROM replacements
		WHERE order_number = orders.number AND replacements.state = 'waiting') instead
	CROSS JOIN LATERAL (
		SELECT CASE WHEN paid_at IS NOT NULL AND state IN ('paid', 'packed', 'partly-refunded', 'returned') THEN counted.not_sent ELSE 0 END
			+ CASE WHEN state IN ('cancelled', 'refunded') THEN 0 ELSE instead.waiting END AS pieces_left) owed
	CROSS JOIN LATERAL (
		SELECT count(*)::integer AS returns_waiting FROM returns
		WHERE order_number = orders.number AND returns.state IN ('started', 'received')) coming_back
	CROSS JOIN LATERAL (
		SELECT max(payments.amount_cents) AS paid, coalesce(bool_or(refunds.state = 'failed'), false) AS refused,
			coalesce(bool_or(refunds.state = 'requested'), false) AS asked,
			coalesce(sum(refunds.amount_cents) FILTER (WHERE refunds.state = 'done'), 0) AS done
		FROM payments JOIN refunds ON payment_id = payments.id WHERE order_number = orders.number) money
	WHERE number = ANY (changed) ORDER BY number
	ON CONFLICT (number) DO UPDATE SET at = excluded.at, standing = excluded.standing, shipping = excluded.shipping,
		money = excluded.money, lines = excluded.lines, pieces = excluded.pieces, pieces_left = excluded.pieces_left,
		returns_waiting = excluded.returns_waiting, total_cents = excluded.total_cents, sample = excluded.sample
		WHERE (known.at, known.standing, known.shipping, known.money, known.lines, known.pieces, known.pieces_left,
			known.returns_waiting, known.total_cents, known.sample)
		IS DISTINCT FROM (excluded.at, excluded.standing, excluded.shipping, excluded.money, excluded.lines, excluded.pieces,
			excluded.pieces_left, excluded.returns_waiting, excluded.total_cents, excluded.sample);
END;
$$;
--> statement-breakpoint
CREATE FUNCTION note_search_of(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM order_search WHERE number = ANY (changed) ORDER BY number FOR UPDATE;
	INSERT INTO order_search AS known (number, text, email)
	SELECT number, search_form(concat_ws(' ', number, name, line.words, parcel.words)), search_form(email)
	FROM orders
	CROSS JOIN LATERAL (
		SELECT string_agg(DISTINCT concat_ws(' ', order_lines.name, nullif(sku, '')), ' ') AS words
		FROM order_lines WHERE order_number = orders.number) line
	CROSS JOIN LATERAL (
		SELECT string_agg(DISTINCT regexp_replace(tracking_number, '\s', '', 'g'), ' ') AS words
		FROM parcels WHERE order_number = orders.number) parcel
	WHERE number = ANY (changed) ORDER BY number
	ON CONFLICT (number) DO UPDATE SET text = excluded.text, email = excluded.email
		WHERE (known.text, known.email) IS DISTINCT FROM (excluded.text, excluded.email);
END;
$$;
--> statement-breakpoint
CREATE FUNCTION note_names_of(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM order_name_words WHERE number = ANY (changed);
	INSERT INTO order_name_words (number, word, slips)
	SELECT number, word, search_slips(word, 1)
	FROM (SELECT DISTINCT number, regexp_split_to_table(search_form(name), '[^[:alnum:]]+') AS word
		FROM orders WHERE number = ANY (changed)) AS words
	WHERE length(word) > 2 ORDER BY number, word;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION note_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	numbers text[] := array(SELECT number FROM changed);
BEGIN
	PERFORM note_facts_of(numbers), note_search_of(numbers), note_names_of(numbers);
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION note_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_facts_of(ARRAY[NEW.number]);
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION note_corrected_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_search_of(ARRAY[NEW.number]), note_names_of(ARRAY[NEW.number]);
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION note_part_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_facts_of(array(SELECT DISTINCT order_number FROM changed));
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION note_words_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_search_of(array(SELECT DISTINCT order_number FROM changed));
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION note_refunded_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_facts_of(array(SELECT DISTINCT order_number FROM changed JOIN payments ON payments.id = payment_id
		WHERE order_number IS NOT NULL));
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER note_new_orders AFTER INSERT ON orders REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION note_new_orders();
--> statement-breakpoint
CREATE TRIGGER note_changed_order AFTER UPDATE ON orders FOR EACH ROW
	WHEN ((OLD.state, OLD.paid_at, OLD.drafted_at, OLD.total_cents, OLD.sample)
		IS DISTINCT FROM (NEW.state, NEW.paid_at, NEW.drafted_at, NEW.total_cents, NEW.sample))
	EXECUTE FUNCTION note_changed_order();
--> statement-breakpoint
CREATE TRIGGER note_corrected_order AFTER UPDATE ON orders FOR EACH ROW
	WHEN ((OLD.name, OLD.email) IS DISTINCT FROM (NEW.name, NEW.email))
	EXECUTE FUNCTION note_corrected_order();
--> statement-breakpoint
-- Whatever belongs to an order, by the function that follows it.
DO $$
DECLARE
	follower record;
	event record;
BEGIN
	FOR follower IN SELECT * FROM (VALUES
		('order_lines', 'note_part_of_order'), ('parcels', 'note_part_of_order'), ('parcel_lines', 'note_part_of_order'),
		('refund_lines', 'note_part_of_order'), ('replacements', 'note_part_of_order'), ('returns', 'note_part_of_order'),
		('refunds', 'note_refunded_order'), ('order_lines', 'note_words_of_order'), ('parcels', 'note_words_of_order')) AS followers (of, calls)
	LOOP
		FOR event IN SELECT * FROM (VALUES ('insert', 'NEW'), ('update', 'NEW'), ('delete', 'OLD')) AS events (kind, rows)
		LOOP
			EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()',
				follower.calls || '_' || event.kind, event.kind, follower.of, event.rows, follower.calls);
		END LOOP;
	END LOOP;
END;
$$;
--> statement-breakpoint
SELECT note_facts_of(numbers), note_search_of(numbers), note_names_of(numbers) FROM (SELECT array_agg(number) AS numbers FROM orders) AS every;
--> statement-breakpoint
ANALYZE order_facts, order_search, order_name_words;
