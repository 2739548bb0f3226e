-- The one place that locks products: all that an act edits in one call, always in the same order, and before it locks a variant. No key of a
-- product ever changes, so that rows which only refer to it do not wait. Unknown ids are left out.
CREATE OR REPLACE FUNCTION lock_products(wanted text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM products WHERE id = ANY (wanted) ORDER BY id FOR NO KEY UPDATE;
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
		JOIN categories category ON category.id = product.category_id
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
-- The rows of these products as listings know them: what is published is brought up to date, what is not is taken out.
-- Whoever changes a product at the same moment waits, and reads what the one before has written.
CREATE OR REPLACE FUNCTION list_products(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM lock_products(ids);
	DELETE FROM listed_products WHERE product_id IN
		(SELECT id FROM products WHERE id = ANY(ids) AND published_status <> 'published');
	INSERT INTO listed_products AS listed
		(product_id, category_id, top_category_id, scopes, colors, sizes, price_cents, created_ms, position)
	SELECT product.id, category.id, coalesce(parent.id, category.id),
		array_remove(ARRAY[
			CASE WHEN top IN ('men', 'women', 'accessories') THEN top END,
			CASE WHEN top = 'headwear' OR product.headwear THEN 'headwear' END,
			CASE WHEN product.final_sale THEN 'final-sale' END,
			CASE WHEN product.new_arrivals THEN 'new-arrivals' END,
			CASE WHEN top IN ('men', 'women') THEN top || '-' || product.type END,
			'#' || category.id,
			'#' || parent.id], NULL),
		coalesce(pairs.colors, '{}'), coalesce(pairs.sizes, '{}'),
		coalesce(pairs.lowest, nullif(product.sale_price_cents, 0), product.price_cents, 0),
		floor(extract(epoch FROM product.created_at) * 1000), product.position
	FROM products product
	JOIN categories category ON category.id = product.category_id
	LEFT JOIN categories parent ON parent.id = category.parent_id
	CROSS JOIN LATERAL (SELECT lower(coalesce(parent.name, category.name)) AS top) AS named
	CROSS JOIN LATERAL (
		SELECT array_agg(DISTINCT color) AS colors, array_agg(DISTINCT size) AS sizes,
			min(coalesce(nullif(coalesce(pair.sale_price_cents, product.sale_price_cents), 0), pair.price_cents, product.price_cents, 0)) AS lowest
		FROM variants pair WHERE pair.product_id = product.id AND pair.retired_at IS NULL) AS pairs
	WHERE product.id = ANY(ids) AND product.published_status = 'published'
	ORDER BY product.position, product.id
	ON CONFLICT (product_id) DO UPDATE SET category_id = excluded.category_id, top_category_id = excluded.top_category_id,
		scopes = excluded.scopes, colors = excluded.colors, sizes = excluded.sizes, price_cents = excluded.price_cents,
		created_ms = excluded.created_ms, position = excluded.position
	WHERE listed IS DISTINCT FROM excluded;
END;
$$;
--> statement-breakpoint
-- All that members find these products by, as it is compared, each on a line of its own, so that no search finds the end of one and the beginning of the next;
-- and whether they lack something.
CREATE OR REPLACE FUNCTION note_goods_search(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	-- Locked before it is read: of two who change one product at the same moment none writes what the other had not yet changed.
	PERFORM lock_products(ids);
	INSERT INTO goods_search AS known (product_id, text, is_incomplete)
	SELECT id, search_form(concat_ws(E'\n', name, nullif(sku, ''), handle, color.words, pair.words)), is_incomplete(id)
	FROM products
	CROSS JOIN LATERAL (SELECT string_agg(product_colors.name, E'\n' ORDER BY position, product_colors.name) AS words
		FROM product_colors WHERE product_id = products.id) AS color
	CROSS JOIN LATERAL (
		SELECT string_agg(word, E'\n' ORDER BY word) AS words FROM (
			SELECT DISTINCT unnest(ARRAY[color, size, sku, barcode]) AS word FROM variants WHERE product_id = products.id
		) AS own WHERE word <> '') AS pair
	WHERE id = ANY (ids) ORDER BY id
	ON CONFLICT (product_id) DO UPDATE SET text = excluded.text, is_incomplete = excluded.is_incomplete
		WHERE (known.text, known.is_incomplete) IS DISTINCT FROM (excluded.text, excluded.is_incomplete);
END;
$$;
