CREATE INDEX CONCURRENTLY "order_search_name_trigrams" ON "order_search" USING gin ("name" gin_trgm_ops) WITH (gin_pending_list_limit=1024);
--> statement-breakpoint
--> steps
UPDATE products SET name = normalize(name, NFC), description = normalize(description, NFC), materials = normalize(materials, NFC), care = normalize(care, NFC), fit = normalize(fit, NFC), search_title = normalize(search_title, NFC), search_words = normalize(search_words, NFC) WHERE id IN (
	SELECT id FROM products WHERE (octet_length(name) <> length(name) AND name IS NOT NFC NORMALIZED OR octet_length(description) <> length(description) AND description IS NOT NFC NORMALIZED OR octet_length(materials) <> length(materials) AND materials IS NOT NFC NORMALIZED OR octet_length(care) <> length(care) AND care IS NOT NFC NORMALIZED OR octet_length(fit) <> length(fit) AND fit IS NOT NFC NORMALIZED OR octet_length(search_title) <> length(search_title) AND search_title IS NOT NFC NORMALIZED OR octet_length(search_words) <> length(search_words) AND search_words IS NOT NFC NORMALIZED)
	ORDER BY id LIMIT 500)
--> statement-breakpoint
--> steps
UPDATE products SET details = normalize(details::text, NFC)::jsonb WHERE id IN (
	SELECT id FROM products WHERE octet_length(details::text) <> length(details::text) AND details::text IS NOT NFC NORMALIZED
	ORDER BY id LIMIT 500)
--> statement-breakpoint
--> steps
UPDATE product_colors SET name = normalize(name, NFC) WHERE (product_id, name) IN (
	SELECT product_id, name FROM product_colors color WHERE octet_length(name) <> length(name) AND name IS NOT NFC NORMALIZED
		AND NOT EXISTS (SELECT FROM product_colors other WHERE other.product_id = color.product_id AND other.name = normalize(color.name, NFC))
	ORDER BY product_id, name LIMIT 500)
--> statement-breakpoint
--> steps
UPDATE variants SET size = normalize(size, NFC), color = normalize(color, NFC) WHERE id IN (
	SELECT id FROM variants pair WHERE octet_length(size || color) <> length(size || color) AND (size || color) IS NOT NFC NORMALIZED
		AND NOT EXISTS (SELECT FROM variants other WHERE other.product_id = pair.product_id AND other.id <> pair.id
			AND normalize(other.size, NFC) = normalize(pair.size, NFC) AND normalize(other.color, NFC) = normalize(pair.color, NFC))
	ORDER BY id LIMIT 500)
--> statement-breakpoint
--> steps
UPDATE categories SET name = normalize(name, NFC) WHERE id IN (
	SELECT id FROM categories WHERE (octet_length(name) <> length(name) AND name IS NOT NFC NORMALIZED)
	ORDER BY id LIMIT 500)
--> statement-breakpoint
--> steps
UPDATE posts SET title = normalize(title, NFC), slug = normalize(slug, NFC) WHERE id IN (
	SELECT id FROM posts post WHERE octet_length(slug || title) <> length(slug || title) AND (slug || title) IS NOT NFC NORMALIZED
		AND NOT EXISTS (SELECT FROM posts other WHERE other.id <> post.id AND normalize(other.slug, NFC) = normalize(post.slug, NFC))
	ORDER BY id LIMIT 500)
--> statement-breakpoint
--> steps
UPDATE search_names SET name = search_form(name) WHERE product_id IN (
	SELECT product_id FROM search_names WHERE octet_length(name) <> length(name) AND name <> search_form(name)
	ORDER BY product_id LIMIT 1000)
--> statement-breakpoint
--> steps
SELECT describe_products(ids) FROM (
	SELECT array_agg(id) AS ids FROM (
		SELECT products.id FROM search_documents JOIN products ON products.id = product_id JOIN categories ON categories.id = category_id
		WHERE published_status = 'published' AND EXISTS (SELECT FROM unnest(tsvector_to_array(terms)) AS word
			WHERE octet_length(word) <> length(word) AND word <> search_form(word))
		ORDER BY products.id LIMIT 500) AS odd
) AS step WHERE cardinality(ids) > 0
--> statement-breakpoint
--> steps
UPDATE goods_search SET text = search_form(text) WHERE product_id IN (
	SELECT product_id FROM goods_search WHERE octet_length(text) <> length(text) AND text <> search_form(text)
	ORDER BY product_id LIMIT 1000)
--> statement-breakpoint
--> steps
UPDATE order_search SET name = search_form(orders.name), text = search_form(text), email = search_form(order_search.email)
FROM orders WHERE orders.number = order_search.number AND orders.number IN (
	SELECT number FROM order_search WHERE name IS NULL ORDER BY number LIMIT 2000)
