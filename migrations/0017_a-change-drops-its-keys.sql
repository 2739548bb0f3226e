-- A change tells every process the keys of what it changed, one a line, on the channel shop_changed; '*' stands for everything.
-- Which answers were made from which keys: docs/decisions/0010.
DO $$
DECLARE
	content text;
BEGIN
	FOREACH content IN ARRAY ARRAY[
		'settings', 'categories', 'products', 'product_colors', 'variants', 'media_uses',
		'pages', 'faq_categories', 'faqs', 'menu_links', 'banners',
		'blog_categories', 'posts', 'comments', 'videos', 'social_posts', 'states', 'chapters', 'events',
		'reviews', 'questions', 'review_summaries'
	] LOOP
		EXECUTE format('DROP TRIGGER tell_shop_changed ON %I', content);
	END LOOP;
END;
$$;
--> statement-breakpoint
DROP FUNCTION tell_shop_changed();
--> statement-breakpoint
-- A notice holds at most 8,000 bytes, and beyond 100 keys the listener is quicker with everything.
CREATE FUNCTION notify_keys(keys text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	payload text;
	amount integer;
BEGIN
	SELECT string_agg(key, E'\n'), count(*) INTO payload, amount
		FROM (SELECT DISTINCT key FROM unnest(keys) AS key WHERE key IS NOT NULL) AS known;
	IF amount = 0 THEN RETURN; END IF;
	IF amount > 100 OR octet_length(payload) > 7900 THEN payload := '*'; END IF;
	PERFORM pg_notify('shop_changed', payload);
END;
$$;
--> statement-breakpoint
-- For tables whose rows all pages of a kind show: the table's own key, and those named.
CREATE FUNCTION notify_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_keys(array_prepend('table:' || TG_TABLE_NAME::text, TG_ARGV));
	RETURN NULL;
END;
$$;
--> statement-breakpoint
-- The listings that hold a product: its collections, as published.server.ts names them. None while it is a draft.
CREATE FUNCTION listing_keys(product jsonb) RETURNS SETOF text LANGUAGE sql STABLE AS $$
	SELECT 'listing:' || listing.name
	FROM categories AS own
	LEFT JOIN categories AS parent ON parent.id = own.parent_id
	CROSS JOIN LATERAL (SELECT lower(coalesce(parent.name, own.name)) AS name) AS top
	CROSS JOIN LATERAL (VALUES
		('men', top.name = 'men'),
		('women', top.name = 'women'),
		('accessories', top.name = 'accessories'),
		('headwear', top.name = 'headwear' OR (product->>'headwear')::boolean),
		('final-sale', (product->>'final_sale')::boolean),
		('new-arrivals', (product->>'new_arrivals')::boolean),
		('men-top', top.name = 'men' AND product->>'type' = 'top'),
		('men-bottom', top.name = 'men' AND product->>'type' = 'bottom'),
		('women-top', top.name = 'women' AND product->>'type' = 'top'),
		('women-bottom', top.name = 'women' AND product->>'type' = 'bottom')
	) AS listing (name, holds)
	WHERE own.id = product->>'category_id' AND product->>'published_status' = 'published' AND listing.holds
$$;
--> statement-breakpoint
-- The categories whose products it is among, its own and the one above. None while it is a draft.
CREATE FUNCTION category_keys(product jsonb) RETURNS SETOF text LANGUAGE sql STABLE AS $$
	SELECT 'category:' || unnest(array_remove(ARRAY[own.id, own.parent_id], NULL))
	FROM categories AS own
	WHERE own.id = product->>'category_id' AND product->>'published_status' = 'published'
$$;
--> statement-breakpoint
-- What the change of a product drops. Whatever column is added counts as shown, and as one that a listing reads.
CREATE FUNCTION product_change_keys(was jsonb, now jsonb) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
DECLARE
	hidden CONSTANT text[] := '{cost_cents,version}';
	beside_listings CONSTANT text[] := hidden || '{description,materials,details,care,fit,images,sku,weight_grams,size_chart,style_with,style_with_products,review_count,star_sum,best_seller,kind_for_tax}';
	beside_categories CONSTANT text[] := beside_listings || '{price_cents,sale_price_cents}';
BEGIN
	IF 'published' NOT IN (coalesce(was->>'published_status', ''), coalesce(now->>'published_status', ''))
		OR was - hidden IS NOT DISTINCT FROM now - hidden THEN RETURN; END IF;
	RETURN NEXT 'product:' || coalesce(now->>'id', was->>'id');
	IF was - beside_listings IS NOT DISTINCT FROM now - beside_listings THEN RETURN; END IF;
	RETURN NEXT 'search';
	RETURN QUERY SELECT listing_keys(was) UNION SELECT listing_keys(now);
	IF was - beside_categories IS NOT DISTINCT FROM now - beside_categories THEN RETURN; END IF;
	RETURN QUERY SELECT category_keys(was) UNION SELECT category_keys(now);
END;
$$;
--> statement-breakpoint
-- What products drop when something beside their row changes that listings read: prices of pairs, sizes, colors.
CREATE FUNCTION parts_of_product_keys(ids text[]) RETURNS SETOF text LANGUAGE sql STABLE AS $$
	SELECT unnest(ARRAY['search', 'product:' || id]) FROM products WHERE id = ANY (ids) AND published_status = 'published'
	UNION
	SELECT listing_keys(to_jsonb(products)) FROM products WHERE id = ANY (ids)
$$;
--> statement-breakpoint
-- Documents show how many are left only up to the low mark; above it a sale changes none of them.
CREATE FUNCTION shown_stock(stock integer) RETURNS integer LANGUAGE sql STABLE AS $$
	SELECT least(stock, 1 + coalesce((
		SELECT CASE WHEN jsonb_typeof(value) = 'number' THEN
			CASE WHEN value::numeric = trunc(value::numeric) AND value::numeric BETWEEN 0 AND 2147483646
				THEN value::integer END END
		FROM settings WHERE name = 'lowStock'), 4))
	WHERE stock IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION notify_products() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	keys text[];
BEGIN
	IF TG_OP = 'INSERT' THEN
		IF (SELECT count(*) FROM (SELECT FROM now_rows LIMIT 101) AS few) > 100 THEN keys := '{*}';
		ELSE SELECT array_agg(key) INTO keys FROM now_rows, product_change_keys(NULL, to_jsonb(now_rows)) AS key; END IF;
	ELSIF TG_OP = 'DELETE' THEN
		IF (SELECT count(*) FROM (SELECT FROM old_rows LIMIT 101) AS few) > 100 THEN keys := '{*}';
		ELSE SELECT array_agg(key) INTO keys FROM old_rows, product_change_keys(to_jsonb(old_rows), NULL) AS key; END IF;
	ELSE
		IF (SELECT count(*) FROM (SELECT FROM now_rows LIMIT 101) AS few) > 100 THEN keys := '{*}';
		ELSE SELECT array_agg(key) INTO keys FROM old_rows FULL JOIN now_rows USING (id),
			product_change_keys(to_jsonb(old_rows), to_jsonb(now_rows)) AS key; END IF;
	END IF;
	IF keys IS NOT NULL THEN PERFORM notify_keys(array_prepend('table:products'::text, keys)); END IF;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
-- Each pair's exact stock has a key of its own, for answers that show it.
CREATE FUNCTION notify_variants() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	keys text[];
	hidden CONSTANT text[] := '{stock,version}';
BEGIN
	IF TG_OP = 'INSERT' THEN
		IF (SELECT count(*) FROM (SELECT FROM now_rows LIMIT 101) AS few) > 100 THEN keys := '{*}';
		ELSE SELECT array_agg(key) INTO keys FROM parts_of_product_keys(ARRAY(SELECT product_id FROM now_rows)) AS key; END IF;
	ELSIF TG_OP = 'DELETE' THEN
		IF (SELECT count(*) FROM (SELECT FROM old_rows LIMIT 101) AS few) > 100 THEN keys := '{*}';
		ELSE SELECT array_agg(key) INTO keys FROM parts_of_product_keys(ARRAY(SELECT product_id FROM old_rows)) AS key; END IF;
	ELSIF (SELECT count(*) FROM (SELECT FROM now_rows LIMIT 101) AS few) > 100 THEN keys := '{*}';
	ELSE
		SELECT array_agg(key) INTO keys FROM (
			SELECT unnest(ARRAY['stock:' || now_rows.product_id] || CASE
				WHEN shown_stock(old_rows.stock) IS DISTINCT FROM shown_stock(now_rows.stock)
				THEN 'product:' || now_rows.product_id END) AS key
			FROM old_rows JOIN now_rows USING (id) WHERE old_rows.stock IS DISTINCT FROM now_rows.stock
			UNION
			SELECT parts_of_product_keys(ARRAY[old_rows.product_id, now_rows.product_id])
			FROM old_rows FULL JOIN now_rows USING (id)
			WHERE to_jsonb(old_rows) - hidden IS DISTINCT FROM to_jsonb(now_rows) - hidden
		) AS changed;
	END IF;
	IF keys IS NOT NULL THEN PERFORM notify_keys(array_prepend('table:variants'::text, keys)); END IF;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION notify_product_colors() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	ids text[];
BEGIN
	IF TG_OP = 'INSERT' THEN ids := ARRAY(SELECT DISTINCT product_id FROM now_rows LIMIT 101);
	ELSIF TG_OP = 'DELETE' THEN ids := ARRAY(SELECT DISTINCT product_id FROM old_rows LIMIT 101);
	ELSE ids := ARRAY(SELECT product_id FROM old_rows UNION SELECT product_id FROM now_rows LIMIT 101);
	END IF;
	IF cardinality(ids) > 100 THEN PERFORM notify_keys('{*}');
	ELSIF cardinality(ids) > 0 THEN
		PERFORM notify_keys(array_prepend('table:product_colors'::text, ARRAY(SELECT parts_of_product_keys(ids))));
	END IF;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
-- For tables of which each row has a key: what its name begins with, the column that names the row, and optionally the state in
-- which alone it is shown.
CREATE FUNCTION notify_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed text;
	keys text[];
BEGIN
	changed := CASE TG_OP
		WHEN 'INSERT' THEN 'SELECT to_jsonb(now_rows) AS line FROM now_rows'
		WHEN 'DELETE' THEN 'SELECT to_jsonb(old_rows) AS line FROM old_rows'
		ELSE 'SELECT to_jsonb(old_rows) AS line FROM old_rows UNION ALL SELECT to_jsonb(now_rows) FROM now_rows' END;
	EXECUTE format(
		'SELECT array_agg(DISTINCT key) FROM (SELECT %L || (line->>%L) AS key FROM (%s) AS changed
			WHERE %L IS NULL OR line->>''state'' = %L LIMIT 1000) AS keys', TG_ARGV[0], TG_ARGV[1], changed, TG_ARGV[2], TG_ARGV[2])
		INTO keys;
	IF keys IS NOT NULL THEN PERFORM notify_keys(array_prepend('table:' || TG_TABLE_NAME::text, keys)); END IF;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
DO $$
DECLARE
	each_table record;
BEGIN
	FOR each_table IN SELECT * FROM (VALUES
		('settings', 'frame'), ('menu_links', 'frame'), ('banners', 'frame'), ('categories', '*'),
		('faq_categories', NULL), ('faqs', NULL), ('blog_categories', NULL), ('posts', NULL),
		('videos', NULL), ('social_posts', NULL), ('states', NULL), ('chapters', NULL), ('events', NULL),
		('review_summaries', NULL)
	) AS known (name, key) LOOP
		EXECUTE format(
			'CREATE TRIGGER notify_keys AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
				FOR EACH STATEMENT EXECUTE FUNCTION notify_table(%s)', each_table.name, coalesce(quote_literal(each_table.key), ''));
	END LOOP;
	FOR each_table IN SELECT * FROM (VALUES
		('products', 'notify_products()'),
		('variants', 'notify_variants()'),
		('product_colors', 'notify_product_colors()'),
		('pages', 'notify_rows(''text:'', ''key'')'),
		('media_uses', 'notify_rows(''picture:'', ''path'')'),
		('comments', 'notify_rows(''comments:'', ''post_id'', ''approved'')'),
		('reviews', 'notify_rows(''product:'', ''product_id'', ''approved'')'),
		('questions', 'notify_rows(''product:'', ''product_id'', ''approved'')')
	) AS known (name, call) LOOP
		EXECUTE format(
			'CREATE TRIGGER notify_inserted AFTER INSERT ON %I REFERENCING NEW TABLE AS now_rows
				FOR EACH STATEMENT EXECUTE FUNCTION %s', each_table.name, each_table.call);
		EXECUTE format(
			'CREATE TRIGGER notify_updated AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS now_rows
				FOR EACH STATEMENT EXECUTE FUNCTION %s', each_table.name, each_table.call);
		EXECUTE format(
			'CREATE TRIGGER notify_deleted AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows
				FOR EACH STATEMENT EXECUTE FUNCTION %s', each_table.name, each_table.call);
		EXECUTE format(
			'CREATE TRIGGER notify_emptied AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION notify_table(''*'')',
			each_table.name);
	END LOOP;
END;
$$;
