--> steps
SELECT note_goods_search(ids) FROM (
	SELECT array_agg(id) AS ids FROM (
		SELECT id FROM products WHERE NOT EXISTS (SELECT FROM goods_search WHERE product_id = id)
		ORDER BY id LIMIT 5000) AS missing
) AS step WHERE cardinality(ids) > 0
