--> steps
UPDATE size_guides SET name = normalize(name, NFC), words = normalize(words, NFC), "table" = normalize("table"::text, NFC)::jsonb WHERE id IN (
	SELECT id FROM size_guides WHERE octet_length(name || words || "table"::text) <> length(name || words || "table"::text)
		AND (name || words || "table"::text) IS NOT NFC NORMALIZED
	ORDER BY id LIMIT 500)
--> statement-breakpoint
--> steps
UPDATE products SET sku = normalize(sku, NFC) WHERE id IN (
	SELECT id FROM products WHERE octet_length(sku) <> length(sku) AND sku IS NOT NFC NORMALIZED ORDER BY id LIMIT 500)
--> statement-breakpoint
--> steps
UPDATE variants SET sku = normalize(sku, NFC) WHERE id IN (
	SELECT id FROM variants WHERE octet_length(sku) <> length(sku) AND sku IS NOT NFC NORMALIZED ORDER BY id LIMIT 500)
