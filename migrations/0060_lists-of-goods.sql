CREATE TABLE "goods_search" (
	"product_id" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "goods_search" ADD CONSTRAINT "goods_search_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "goods_search_trigrams" ON "goods_search" USING gin ("text" gin_trgm_ops) WITH (gin_pending_list_limit=1024);--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "products_by_name_in_status" ON "products" USING btree ("published_status",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "products_by_age" ON "products" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "sample_products" ON "products" USING btree ("id") WHERE "products"."sample";--> statement-breakpoint
CREATE INDEX "variants_by_shelf" ON "variants" USING btree ("shelf") WHERE "variants"."shelf" <> '';--> statement-breakpoint
CREATE INDEX "sample_orders" ON "orders" USING btree ("number") WHERE "orders"."sample";--> statement-breakpoint
CREATE INDEX "sample_reviews" ON "reviews" USING btree ("id") WHERE "reviews"."sample";--> statement-breakpoint
-- All that members find these products by, each on a line of its own, so that no search finds the end of one and the beginning of the next.
CREATE FUNCTION note_goods_search(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	-- Locked before it is read: of two who change one product at the same moment none writes what the other had not yet changed.
	PERFORM FROM products WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
	INSERT INTO goods_search AS known (product_id, text)
	SELECT id, concat_ws(E'\n', name, nullif(sku, ''), handle, color.words, pair.words)
	FROM products
	CROSS JOIN LATERAL (SELECT string_agg(product_colors.name, E'\n' ORDER BY position, product_colors.name) AS words
		FROM product_colors WHERE product_id = products.id) AS color
	CROSS JOIN LATERAL (
		SELECT string_agg(word, E'\n' ORDER BY word) AS words FROM (
			SELECT DISTINCT unnest(ARRAY[color, size, sku, barcode]) AS word FROM variants WHERE product_id = products.id
		) AS own WHERE word <> '') AS pair
	WHERE id = ANY (ids) ORDER BY id
	ON CONFLICT (product_id) DO UPDATE SET text = excluded.text WHERE known.text <> excluded.text;
END;
$$;
--> statement-breakpoint
-- Levels and prices change far more often than words: those changes end here.
CREATE FUNCTION note_changed_goods_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed text[];
BEGIN
	IF TG_TABLE_NAME = 'products' AND TG_OP = 'INSERT' THEN
		changed := array(SELECT id FROM came);
	ELSIF TG_TABLE_NAME = 'products' THEN
		changed := array(SELECT id FROM came JOIN gone USING (id)
			WHERE (came.name, came.sku, came.handle) IS DISTINCT FROM (gone.name, gone.sku, gone.handle));
	ELSIF TG_OP = 'INSERT' THEN
		changed := array(SELECT DISTINCT product_id FROM came);
	ELSIF TG_OP = 'DELETE' THEN
		changed := array(SELECT DISTINCT product_id FROM gone);
	ELSIF TG_TABLE_NAME = 'variants' THEN
		changed := array(SELECT DISTINCT unnest(ARRAY[came.product_id, gone.product_id]) FROM came JOIN gone USING (id)
			WHERE (came.product_id, came.color, came.size, came.sku, came.barcode)
				IS DISTINCT FROM (gone.product_id, gone.color, gone.size, gone.sku, gone.barcode));
	ELSE
		changed := array(SELECT product_id FROM came UNION SELECT product_id FROM gone);
	END IF;
	IF cardinality(changed) > 0 THEN
		PERFORM note_goods_search(changed);
	END IF;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER note_new_goods_search AFTER INSERT ON products REFERENCING NEW TABLE AS came
	FOR EACH STATEMENT EXECUTE FUNCTION note_changed_goods_search();--> statement-breakpoint
CREATE TRIGGER note_goods_search AFTER UPDATE ON products REFERENCING OLD TABLE AS gone NEW TABLE AS came
	FOR EACH STATEMENT EXECUTE FUNCTION note_changed_goods_search();--> statement-breakpoint
CREATE TRIGGER note_new_goods_search AFTER INSERT ON product_colors REFERENCING NEW TABLE AS came
	FOR EACH STATEMENT EXECUTE FUNCTION note_changed_goods_search();--> statement-breakpoint
CREATE TRIGGER note_goods_search AFTER UPDATE ON product_colors REFERENCING OLD TABLE AS gone NEW TABLE AS came
	FOR EACH STATEMENT EXECUTE FUNCTION note_changed_goods_search();--> statement-breakpoint
CREATE TRIGGER note_left_goods_search AFTER DELETE ON product_colors REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_changed_goods_search();--> statement-breakpoint
CREATE TRIGGER note_new_goods_search AFTER INSERT ON variants REFERENCING NEW TABLE AS came
	FOR EACH STATEMENT EXECUTE FUNCTION note_changed_goods_search();--> statement-breakpoint
CREATE TRIGGER note_goods_search AFTER UPDATE ON variants REFERENCING OLD TABLE AS gone NEW TABLE AS came
	FOR EACH STATEMENT EXECUTE FUNCTION note_changed_goods_search();--> statement-breakpoint
CREATE TRIGGER note_left_goods_search AFTER DELETE ON variants REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION note_changed_goods_search();--> statement-breakpoint
-- As before, and what members find goods by.
CREATE OR REPLACE FUNCTION cleared_at_start() RETURNS TABLE (place integer, name text, condition text) LANGUAGE sql IMMUTABLE AS $$
	VALUES
		(1, 'pgboss.job', 'state <> ''active'' AND (data ->> ''number'' = ANY ($1 || $2) OR data ->> ''orderNumber'' = ANY ($1) OR data ->> ''refundId'' IN (SELECT id::text FROM refunds WHERE payment_id = ANY ($3)) OR data ->> ''requestId'' IN (SELECT gateway_id FROM payments WHERE id = ANY ($3)) OR data ->> ''parcelId'' IN (SELECT id::text FROM parcels WHERE order_number = ANY ($1)) OR data ->> ''letterId'' IN (SELECT id::text FROM letters WHERE order_number = ANY ($1)))'),
		(2, 'beyond_half_holds', 'order_number = ANY ($1)'),
		(3, 'return_settled_lines', 'return_number = ANY ($2)'),
		(4, 'return_pieces', 'return_number = ANY ($2)'),
		(5, 'return_lines', 'return_number = ANY ($2)'),
		(6, 'order_replacements', 'order_number = ANY ($1)'),
		(7, 'lost_pieces', 'order_number = ANY ($1)'),
		(8, 'return_labels', 'return_number = ANY ($2)'),
		(9, 'returns', 'order_number = ANY ($1)'),
		(10, 'refund_extras', 'order_number = ANY ($1)'),
		(11, 'refund_lines', 'order_number = ANY ($1)'),
		(12, 'refunds', 'payment_id = ANY ($3)'),
		(13, 'sandbox_requests', 'id IN (SELECT gateway_id FROM payments WHERE id = ANY ($3) AND gateway = ''sandbox'')'),
		(14, 'payments', 'id = ANY ($3)'),
		(15, 'parcel_lines', 'order_number = ANY ($1)'),
		(16, 'parcels', 'order_number = ANY ($1)'),
		(17, 'discount_uses', 'order_number = ANY ($1)'),
		(18, 'letters', 'order_number = ANY ($1)'),
		(19, 'order_notes', 'order_number = ANY ($1)'),
		(20, 'order_events', 'order_number = ANY ($1)'),
		(21, 'order_lines', 'order_number = ANY ($1)'),
		(22, 'order_facts', 'number = ANY ($1)'),
		(23, 'order_search', 'number = ANY ($1)'),
		(24, 'order_name_words', 'number = ANY ($1)'),
		(25, 'orders', 'number = ANY ($1)'),
		(26, 'stock_movements', 'is_of_cleared_order(reference, cause, $1 || $2) OR variant_id IN (SELECT id FROM variants WHERE product_id = ANY ($4))'),
		(27, 'message_answers', 'message_id IN (SELECT id FROM messages WHERE sample OR order_number = ANY ($1))'),
		(27, 'message_mails', 'message_id IN (SELECT id FROM messages WHERE sample OR order_number = ANY ($1))'),
		(28, 'messages', 'sample OR order_number = ANY ($1)'),
		(29, 'community_signups', 'sample'),
		(30, 'comments', 'sample'),
		(31, 'reviews', 'sample OR product_id = ANY ($4)'),
		(32, 'questions', 'sample OR product_id = ANY ($4)'),
		(33, 'review_summaries', '$5'),
		(34, 'social_posts', '$5'),
		(35, 'videos', 'product_id = ANY ($4) OR ($5 AND product_id IS NULL)'),
		(36, 'price_plan_pairs', 'variant_id IN (SELECT id FROM variants WHERE product_id = ANY ($4))'),
		(37, 'stock_take_lines', 'variant_id IN (SELECT id FROM variants WHERE product_id = ANY ($4))'),
		(38, 'stock_requests', 'variant_id IN (SELECT id FROM variants WHERE product_id = ANY ($4))'),
		(39, 'picture_lists', 'product_id = ANY ($4)'),
		(40, 'search_names', 'product_id = ANY ($4)'),
		(41, 'search_documents', 'product_id = ANY ($4)'),
		(41, 'goods_search', 'product_id = ANY ($4)'),
		(42, 'listed_products', 'product_id = ANY ($4)'),
		(43, 'variants', 'product_id = ANY ($4)'),
		(44, 'product_colors', 'product_id = ANY ($4)'),
		(45, 'products', 'id = ANY ($4)')
$$;
--> statement-breakpoint
-- More than most shops have; what a bigger one has beyond is noted in steps, by migrations/long.
SELECT note_goods_search(array(SELECT id FROM products ORDER BY position, id LIMIT 20000));
