-- Levels and prices change far more often than words: those changes end here. What may complete a product counts: that it has a price, a
-- picture, a category or a tax kind, not which.
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
