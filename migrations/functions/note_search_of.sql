-- The words by which members find orders: name, parcels, where the order goes, telephone, and the lines that stand. Each line stands behind a
-- line break, so that two words about goods can be asked of one line. Of an array of orders the planner expects ten, and would plan anew
-- each time.
CREATE OR REPLACE FUNCTION note_search_of(changed text[]) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
	PERFORM FROM order_search WHERE number = ANY (changed) ORDER BY number FOR UPDATE;
	INSERT INTO order_search AS known (number, name, text, email, phone)
	SELECT number, search_form(name), search_form(translate(concat_ws(' ', number, name, parcel.words,
			nullif(translate(concat_ws(' ', address, city, postal_code, region), ',.', '  '), '')), chr(10), ' ') || chr(10) || coalesce(line.words, '')),
		search_form(email), regexp_replace(regexp_replace(phone, '^\+1', ''), '\D', '', 'g')
	FROM orders
	CROSS JOIN LATERAL (
		SELECT string_agg(DISTINCT translate(concat_ws(' ', line.name, nullif(color, ''), nullif(size, ''), nullif(sku, '')), chr(10), ' '),
			chr(10)) AS words
		FROM standing_lines line WHERE order_number = orders.number) line
	CROSS JOIN LATERAL (
		SELECT string_agg(DISTINCT regexp_replace(tracking_number, '\s', '', 'g'), ' ') AS words
		FROM parcels WHERE order_number = orders.number) parcel
	WHERE number = ANY (changed) ORDER BY number
	ON CONFLICT (number) DO UPDATE SET name = excluded.name, text = excluded.text, email = excluded.email, phone = excluded.phone
		WHERE (known.name, known.text, known.email, known.phone) IS DISTINCT FROM (excluded.name, excluded.text, excluded.email, excluded.phone);
END;
$$;
