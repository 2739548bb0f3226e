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
