--> steps
SELECT describe_products(ids) FROM (
	SELECT array_agg(id) AS ids FROM (
		SELECT id FROM products
		WHERE published_status = 'published' AND NOT EXISTS (SELECT FROM search_documents WHERE product_id = id)
		ORDER BY position, id LIMIT 5000) AS missing
) AS step WHERE cardinality(ids) > 0
