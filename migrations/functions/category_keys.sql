-- The categories whose products it is among, its own and the one above. None while it is a draft.
CREATE OR REPLACE FUNCTION category_keys(product jsonb) RETURNS SETOF text LANGUAGE sql STABLE AS $$
	SELECT 'category:' || unnest(array_remove(ARRAY[own.id, own.parent_id], NULL))
	FROM categories AS own
	WHERE own.id = product->>'category_id' AND product->>'published_status' = 'published'
$$;
