-- What products drop when something beside their row changes that listings read: prices of pairs, sizes, colors.
CREATE OR REPLACE FUNCTION parts_of_product_keys(ids text[]) RETURNS SETOF text LANGUAGE sql STABLE AS $$
	SELECT unnest(ARRAY['search', 'product:' || id]) FROM products WHERE id = ANY (ids) AND published_status = 'published'
	UNION
	SELECT listing_keys(to_jsonb(products)) FROM products WHERE id = ANY (ids)
$$;
