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
				CASE WHEN product.final_sale THEN 'final sale' END, CASE WHEN product.new_arrivals THEN 'new arrivals' END,
				CASE WHEN product.best_seller THEN 'bestseller' END), 'B') ||
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
-- Writes what listings show and a search finds of changed products. Most changes of products, pairs and categories are none that either shows.
CREATE OR REPLACE FUNCTION list_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed text[];
	reworded text[];
BEGIN
	IF TG_TABLE_NAME = 'products' AND TG_OP = 'INSERT' THEN
		changed := array(SELECT id FROM came);
		reworded := changed;
	ELSIF TG_TABLE_NAME = 'products' THEN
		changed := array(SELECT id FROM came JOIN gone USING (id) WHERE
			(came.category_id, came.type, came.headwear, came.final_sale, came.new_arrivals, came.published_status,
				came.price_cents, came.sale_price_cents, came.created_at, came.position) IS DISTINCT FROM
			(gone.category_id, gone.type, gone.headwear, gone.final_sale, gone.new_arrivals, gone.published_status,
				gone.price_cents, gone.sale_price_cents, gone.created_at, gone.position));
		reworded := array(SELECT id FROM came JOIN gone USING (id) WHERE
			(came.name, came.materials, came.details, came.category_id, came.headwear, came.final_sale, came.new_arrivals,
				came.best_seller, came.published_status, came.position) IS DISTINCT FROM
			(gone.name, gone.materials, gone.details, gone.category_id, gone.headwear, gone.final_sale, gone.new_arrivals,
				gone.best_seller, gone.published_status, gone.position));
	ELSIF TG_TABLE_NAME = 'categories' THEN
		changed := array(SELECT products.id FROM came JOIN gone USING (id)
			JOIN categories ON came.id IN (categories.id, categories.parent_id)
			JOIN products ON products.category_id = categories.id
			WHERE (came.name, came.parent_id) IS DISTINCT FROM (gone.name, gone.parent_id));
		reworded := changed;
	ELSIF TG_OP = 'INSERT' THEN
		changed := array(SELECT DISTINCT product_id FROM came);
		reworded := changed;
	ELSIF TG_OP = 'DELETE' THEN
		changed := array(SELECT DISTINCT product_id FROM gone);
		reworded := changed;
	ELSE
		changed := array(SELECT DISTINCT unnest(ARRAY[came.product_id, gone.product_id]) FROM came JOIN gone USING (id) WHERE
			(came.product_id, came.size, came.color, came.price_cents, came.sale_price_cents, came.retired_at) IS DISTINCT FROM
			(gone.product_id, gone.size, gone.color, gone.price_cents, gone.sale_price_cents, gone.retired_at));
		IF cardinality(changed) > 0 THEN
			reworded := array(SELECT DISTINCT unnest(ARRAY[came.product_id, gone.product_id]) FROM came JOIN gone USING (id) WHERE
				(came.product_id, came.size, came.color, came.retired_at) IS DISTINCT FROM
				(gone.product_id, gone.size, gone.color, gone.retired_at));
		END IF;
	END IF;
	IF cardinality(changed) > 0 THEN
		PERFORM list_products(changed);
	END IF;
	IF cardinality(reworded) > 0 THEN
		PERFORM describe_products(reworded);
	END IF;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
SELECT describe_products(array(SELECT id FROM products WHERE best_seller AND published_status = 'published' ORDER BY position, id LIMIT 20000));
