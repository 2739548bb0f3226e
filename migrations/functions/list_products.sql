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
