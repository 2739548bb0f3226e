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
