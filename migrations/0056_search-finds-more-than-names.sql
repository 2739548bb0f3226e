CREATE TABLE "search_documents" (
	"product_id" text PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"terms" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_documents_position_product_id_index" ON "search_documents" USING btree ("position","product_id");--> statement-breakpoint
CREATE INDEX "search_documents_terms" ON "search_documents" USING gin ("terms") WITH (gin_pending_list_limit=1024);--> statement-breakpoint
-- The words of a text in small letters, without the endings of owners: women's is women. Each has the same weight.
CREATE FUNCTION search_terms(words text, weight "char") RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT setweight(to_tsvector('pg_catalog.simple', regexp_replace(
		regexp_replace(lower(words), '[''’]s\M', '', 'g'), '[^[:alnum:]]+', ' ', 'g')), weight)
$$;
--> statement-breakpoint
-- The words of these products as search knows them: what is published is brought up to date, what is not is taken out.
CREATE FUNCTION describe_products(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	found_words text[];
BEGIN
	PERFORM FROM products WHERE id = ANY(ids) ORDER BY id FOR NO KEY UPDATE;
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
-- As before, without noting words: all words of a product are noted in one place and in one order, so that no two changes wait for each
-- other in turn.
CREATE OR REPLACE FUNCTION note_new_search_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO search_names (product_id, name, position)
		SELECT id, lower(name), position FROM added WHERE published_status = 'published';
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_changed_search_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.published_status = 'published' THEN
		INSERT INTO search_names (product_id, name, position) VALUES (NEW.id, lower(NEW.name), NEW.position)
			ON CONFLICT (product_id) DO UPDATE SET name = excluded.name, position = excluded.position;
	ELSE
		DELETE FROM search_names WHERE product_id = NEW.id;
	END IF;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
-- As before, and what a search finds a product by: most changes of products, pairs and categories are none that either shows.
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
				came.published_status, came.position) IS DISTINCT FROM
			(gone.name, gone.materials, gone.details, gone.category_id, gone.headwear, gone.final_sale, gone.new_arrivals,
				gone.published_status, gone.position));
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
-- As before; materials and details drop searches, too, which read them now.
CREATE OR REPLACE FUNCTION product_change_keys(was jsonb, now jsonb) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
DECLARE
	hidden CONSTANT text[] := '{cost_cents,version}';
	beside_search CONSTANT text[] := hidden || '{description,care,fit,images,sku,weight_grams,size_chart,style_with,style_with_products,review_count,star_sum,best_seller,kind_for_tax}';
	beside_listings CONSTANT text[] := beside_search || '{materials,details}';
	beside_categories CONSTANT text[] := beside_listings || '{price_cents,sale_price_cents}';
BEGIN
	IF 'published' NOT IN (coalesce(was->>'published_status', ''), coalesce(now->>'published_status', ''))
		OR was - hidden IS NOT DISTINCT FROM now - hidden THEN RETURN; END IF;
	RETURN NEXT 'product:' || coalesce(now->>'id', was->>'id');
	IF was - beside_search IS NOT DISTINCT FROM now - beside_search THEN RETURN; END IF;
	RETURN NEXT 'search';
	IF was - beside_listings IS NOT DISTINCT FROM now - beside_listings THEN RETURN; END IF;
	RETURN QUERY SELECT listing_keys(was) UNION SELECT listing_keys(now);
	IF was - beside_categories IS NOT DISTINCT FROM now - beside_categories THEN RETURN; END IF;
	RETURN QUERY SELECT category_keys(was) UNION SELECT category_keys(now);
END;
$$;
--> statement-breakpoint
-- As before, and what products are found by.
CREATE OR REPLACE FUNCTION cleared_at_start() RETURNS TABLE (place integer, name text, condition text) LANGUAGE sql IMMUTABLE AS $$
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
		(40, 'search_documents', 'product_id = ANY ($4)'),
		(41, 'listed_products', 'product_id = ANY ($4)'),
		(42, 'variants', 'product_id = ANY ($4)'),
		(43, 'product_colors', 'product_id = ANY ($4)'),
		(44, 'products', 'id = ANY ($4)')
$$;
--> statement-breakpoint
-- More than any shop had so far; what a bigger one has beyond is described in steps, by migrations/long.
SELECT describe_products(array(SELECT id FROM products WHERE published_status = 'published' ORDER BY position, id LIMIT 20000));
