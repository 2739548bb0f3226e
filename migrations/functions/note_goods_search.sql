-- All that members find these products by, as it is compared, each on a line of its own, so that no search finds the end of one and the beginning of the next;
-- and whether they lack something.
CREATE OR REPLACE FUNCTION note_goods_search(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	-- Locked before it is read: of two who change one product at the same moment none writes what the other had not yet changed.
	PERFORM lock_products(ids);
	INSERT INTO goods_search AS known (product_id, text, is_incomplete)
	SELECT id, search_form(concat_ws(E'\n', name, nullif(sku, ''), handle, color.words, pair.words)), is_incomplete(id)
	FROM products
	CROSS JOIN LATERAL (SELECT string_agg(product_colors.name, E'\n' ORDER BY position, product_colors.name) AS words
		FROM product_colors WHERE product_id = products.id) AS color
	CROSS JOIN LATERAL (
		SELECT string_agg(word, E'\n' ORDER BY word) AS words FROM (
			SELECT DISTINCT unnest(ARRAY[color, size, sku, barcode]) AS word FROM variants WHERE product_id = products.id
		) AS own WHERE word <> '') AS pair
	WHERE id = ANY (ids) ORDER BY id
	ON CONFLICT (product_id) DO UPDATE SET text = excluded.text, is_incomplete = excluded.is_incomplete
		WHERE (known.text, known.is_incomplete) IS DISTINCT FROM (excluded.text, excluded.is_incomplete);
END;
$$;
