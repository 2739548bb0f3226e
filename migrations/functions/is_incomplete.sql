-- Whether a product lacks something that one on the shop has: a name, a price, a picture, a category or a tax kind. A gift card has the last three not.
CREATE OR REPLACE FUNCTION is_incomplete(product text) RETURNS boolean LANGUAGE sql STABLE STRICT AS $$
	SELECT btrim(p.name) = '' OR p.kind <> 'gift-card' AND (p.category_id IS NULL OR p.kind_for_tax IS NULL)
		OR NOT (p.price_cents IS NOT NULL OR coalesce((SELECT bool_and(v.price_cents IS NOT NULL) FROM variants v
			WHERE v.product_id = p.id AND v.retired_at IS NULL), false))
		OR p.kind <> 'gift-card' AND NOT (jsonb_array_length(p.images) > 0
			OR EXISTS (SELECT FROM product_colors c WHERE c.product_id = p.id AND c.retired_at IS NULL AND jsonb_array_length(c.images) > 0)
			OR EXISTS (SELECT FROM variants v WHERE v.product_id = p.id AND v.retired_at IS NULL AND v.image IS NOT NULL))
	FROM products p WHERE p.id = product
$$;
