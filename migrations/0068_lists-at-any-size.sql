ALTER TABLE "goods_search" ADD COLUMN "is_incomplete" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "products_by_low_mark" ON "products" USING btree ("low_mark") WHERE "products"."low_mark" is not null;--> statement-breakpoint
CREATE INDEX "variants_by_stock" ON "variants" USING btree (coalesce("stock", 2147483647),"id");--> statement-breakpoint
CREATE INDEX "incomplete_goods" ON "goods_search" USING btree ("product_id") WHERE "goods_search"."is_incomplete";--> statement-breakpoint
CREATE INDEX "orders_name_trigrams" ON "orders" USING gin ("name" gin_trgm_ops) WITH (gin_pending_list_limit=1024);--> statement-breakpoint
CREATE INDEX "payments_received_at_index" ON "payments" USING btree ("received_at") WHERE "payments"."received_at" is not null;--> statement-breakpoint
CREATE INDEX "returns_waiting" ON "returns" USING btree ("started_at","number") WHERE "returns"."state" in ('started', 'received');--> statement-breakpoint
-- Whether a product lacks something that one on the shop has: a name, a price, a picture, a category or a tax kind.
CREATE FUNCTION is_incomplete(product text) RETURNS boolean LANGUAGE sql STABLE STRICT AS $$
	SELECT btrim(p.name) = '' OR p.category_id IS NULL OR p.kind_for_tax IS NULL
		OR NOT (p.price_cents IS NOT NULL OR coalesce((SELECT bool_and(v.price_cents IS NOT NULL) FROM variants v
			WHERE v.product_id = p.id AND v.retired_at IS NULL), false))
		OR NOT (jsonb_array_length(p.images) > 0
			OR EXISTS (SELECT FROM product_colors c WHERE c.product_id = p.id AND c.retired_at IS NULL AND jsonb_array_length(c.images) > 0)
			OR EXISTS (SELECT FROM variants v WHERE v.product_id = p.id AND v.retired_at IS NULL AND v.image IS NOT NULL))
	FROM products p WHERE p.id = product
$$;
--> statement-breakpoint
-- As before, and whether it lacks something.
CREATE OR REPLACE FUNCTION note_goods_search(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	-- Locked before it is read: of two who change one product at the same moment none writes what the other had not yet changed.
	PERFORM FROM products WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
	INSERT INTO goods_search AS known (product_id, text, is_incomplete)
	SELECT id, concat_ws(E'\n', name, nullif(sku, ''), handle, color.words, pair.words), is_incomplete(id)
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
--> statement-breakpoint
-- As before, and what may complete a product: that it has a price, a picture, a category or a tax kind, not which.
CREATE OR REPLACE FUNCTION note_changed_goods_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed text[];
BEGIN
	IF TG_TABLE_NAME = 'products' AND TG_OP = 'INSERT' THEN
		changed := array(SELECT id FROM came);
	ELSIF TG_TABLE_NAME = 'products' THEN
		changed := array(SELECT id FROM came JOIN gone USING (id)
			WHERE (came.name, came.sku, came.handle, came.price_cents IS NULL, came.images = '[]', came.category_id IS NULL, came.kind_for_tax IS NULL)
				IS DISTINCT FROM (gone.name, gone.sku, gone.handle, gone.price_cents IS NULL, gone.images = '[]', gone.category_id IS NULL, gone.kind_for_tax IS NULL));
	ELSIF TG_OP = 'INSERT' THEN
		changed := array(SELECT DISTINCT product_id FROM came);
	ELSIF TG_OP = 'DELETE' THEN
		changed := array(SELECT DISTINCT product_id FROM gone);
	ELSIF TG_TABLE_NAME = 'variants' THEN
		changed := array(SELECT DISTINCT unnest(ARRAY[came.product_id, gone.product_id]) FROM came JOIN gone USING (id)
			WHERE (came.product_id, came.color, came.size, came.sku, came.barcode, came.price_cents IS NULL, came.image IS NULL, came.retired_at IS NULL)
				IS DISTINCT FROM (gone.product_id, gone.color, gone.size, gone.sku, gone.barcode, gone.price_cents IS NULL, gone.image IS NULL, gone.retired_at IS NULL));
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
UPDATE goods_search SET is_incomplete = true WHERE is_incomplete(product_id);
