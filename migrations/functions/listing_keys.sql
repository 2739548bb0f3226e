-- The listings that hold a product: its collections, by the same rule as `list_products`. None while it is a draft.
CREATE OR REPLACE FUNCTION listing_keys(product jsonb) RETURNS SETOF text LANGUAGE sql STABLE AS $$
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
