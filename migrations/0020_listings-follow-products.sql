-- The rows of these products as listings know them: what is published is brought up to date, what is not is taken out.
-- Whoever changes a product at the same moment waits, and reads what the one before has written.
CREATE FUNCTION list_products(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM products WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;
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
-- Adds and subtracts, in one order of rows, so that two changes at once are both counted and neither waits for the other in turn.
CREATE FUNCTION count_listed_products() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	came CONSTANT text := 'SELECT 1 AS sign, came.* FROM came';
	gone CONSTANT text := 'SELECT -1 AS sign, gone.* FROM gone';
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		UPDATE listing_counts SET count = 0;
		RETURN NULL;
	END IF;
	EXECUTE format('
		INSERT INTO listing_counts (kind, collection, category_id, value, count)
		SELECT kind, collection, category_id, value, sum(sign)
		FROM (%s) AS changed
		CROSS JOIN LATERAL (
			SELECT scope AS collection FROM unnest(scopes) AS scope WHERE scope NOT LIKE ''#%%'' UNION ALL SELECT '''') AS held
		CROSS JOIN LATERAL (
			SELECT ''category'' AS kind, '''' AS value
			UNION ALL SELECT ''color'', color FROM unnest(colors) AS color WHERE color <> ''default'' AND collection <> ''''
			UNION ALL SELECT ''size'', size FROM unnest(sizes) AS size WHERE size <> ''default'' AND collection <> '''') AS fact
		GROUP BY kind, collection, category_id, value HAVING sum(sign) <> 0
		ORDER BY kind, collection, category_id, value
		ON CONFLICT (kind, collection, category_id, value) DO UPDATE SET count = listing_counts.count + excluded.count',
		CASE TG_OP WHEN 'INSERT' THEN came WHEN 'DELETE' THEN gone ELSE came || ' UNION ALL ' || gone END);
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER count_listed_products AFTER INSERT ON listed_products REFERENCING NEW TABLE AS came
	FOR EACH STATEMENT EXECUTE FUNCTION count_listed_products();
--> statement-breakpoint
CREATE TRIGGER count_relisted_products AFTER UPDATE ON listed_products REFERENCING OLD TABLE AS gone NEW TABLE AS came
	FOR EACH STATEMENT EXECUTE FUNCTION count_listed_products();
--> statement-breakpoint
CREATE TRIGGER count_unlisted_products AFTER DELETE ON listed_products REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION count_listed_products();
--> statement-breakpoint
CREATE TRIGGER count_no_listed_products AFTER TRUNCATE ON listed_products
	FOR EACH STATEMENT EXECUTE FUNCTION count_listed_products();
--> statement-breakpoint
-- Most changes of products, pairs and categories are none that a listing shows: a piece of stock, a review.
CREATE FUNCTION list_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed text[];
BEGIN
	IF TG_TABLE_NAME = 'products' AND TG_OP = 'INSERT' THEN
		changed := array(SELECT id FROM came);
	ELSIF TG_TABLE_NAME = 'products' THEN
		changed := array(SELECT id FROM came JOIN gone USING (id) WHERE
			(came.category_id, came.type, came.headwear, came.final_sale, came.new_arrivals, came.published_status,
				came.price_cents, came.sale_price_cents, came.created_at, came.position) IS DISTINCT FROM
			(gone.category_id, gone.type, gone.headwear, gone.final_sale, gone.new_arrivals, gone.published_status,
				gone.price_cents, gone.sale_price_cents, gone.created_at, gone.position));
	ELSIF TG_TABLE_NAME = 'categories' THEN
		changed := array(SELECT products.id FROM came JOIN gone USING (id)
			JOIN categories ON came.id IN (categories.id, categories.parent_id)
			JOIN products ON products.category_id = categories.id
			WHERE (came.name, came.parent_id) IS DISTINCT FROM (gone.name, gone.parent_id));
	ELSIF TG_OP = 'INSERT' THEN
		changed := array(SELECT DISTINCT product_id FROM came);
	ELSIF TG_OP = 'DELETE' THEN
		changed := array(SELECT DISTINCT product_id FROM gone);
	ELSE
		changed := array(SELECT DISTINCT unnest(ARRAY[came.product_id, gone.product_id]) FROM came JOIN gone USING (id) WHERE
			(came.product_id, came.size, came.color, came.price_cents, came.sale_price_cents, came.retired_at) IS DISTINCT FROM
			(gone.product_id, gone.size, gone.color, gone.price_cents, gone.sale_price_cents, gone.retired_at));
	END IF;
	IF cardinality(changed) > 0 THEN
		PERFORM list_products(changed);
	END IF;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER list_new_products AFTER INSERT ON products REFERENCING NEW TABLE AS came
	FOR EACH STATEMENT EXECUTE FUNCTION list_changed_products();
--> statement-breakpoint
CREATE TRIGGER list_changed_products AFTER UPDATE ON products REFERENCING OLD TABLE AS gone NEW TABLE AS came
	FOR EACH STATEMENT EXECUTE FUNCTION list_changed_products();
--> statement-breakpoint
CREATE TRIGGER list_new_pairs AFTER INSERT ON variants REFERENCING NEW TABLE AS came
	FOR EACH STATEMENT EXECUTE FUNCTION list_changed_products();
--> statement-breakpoint
CREATE TRIGGER list_changed_pairs AFTER UPDATE ON variants REFERENCING OLD TABLE AS gone NEW TABLE AS came
	FOR EACH STATEMENT EXECUTE FUNCTION list_changed_products();
--> statement-breakpoint
CREATE TRIGGER list_without_pairs AFTER DELETE ON variants REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION list_changed_products();
--> statement-breakpoint
CREATE TRIGGER list_changed_categories AFTER UPDATE ON categories REFERENCING OLD TABLE AS gone NEW TABLE AS came
	FOR EACH STATEMENT EXECUTE FUNCTION list_changed_products();
--> statement-breakpoint
-- More than any shop had so far; what a bigger one has beyond is listed in steps, by migrations/long.
SELECT list_products(array(SELECT id FROM products WHERE published_status = 'published' ORDER BY position, id LIMIT 20000));
