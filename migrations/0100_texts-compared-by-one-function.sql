ALTER TABLE "import_rows" ADD COLUMN "own_cells" integer;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "own_columns" integer;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "point_prices" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "other_money" text;--> statement-breakpoint
ALTER TABLE "order_search" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "import_has_one_decimal" CHECK (not ("imports"."comma_prices" and "imports"."point_prices"));--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "other_money_is_known" CHECK ("imports"."other_money" in ('dollars', 'left-out'));
--> statement-breakpoint
-- The form in which texts are compared, as in folded-text.ts: small letters without accents, with the letters and signs that people type.
CREATE OR REPLACE FUNCTION search_form(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT CASE WHEN octet_length(words) = length(words) THEN lower(words) ELSE
		replace(replace(replace(replace(translate(lower(regexp_replace(normalize(words, NFKD), '[\u0300-\u036f]', '', 'g')),
			'đðłħıŧøς‘’ʼʹ′“”„‟–—―‐‒−⁄',
			'ddlhitoσ''''''''''""""------/'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_changed_search_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.published_status = 'published' THEN
		INSERT INTO search_names (product_id, name, position) VALUES (NEW.id, search_form(NEW.name), NEW.position)
			ON CONFLICT (product_id) DO UPDATE SET name = excluded.name, position = excluded.position;
	ELSE
		DELETE FROM search_names WHERE product_id = NEW.id;
	END IF;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
-- All that members find these products by, as it is compared, each on a line of its own, so that no search finds the end of one and the beginning of the next;
-- and whether they lack something.
CREATE OR REPLACE FUNCTION note_goods_search(ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	-- Locked before it is read: of two who change one product at the same moment none writes what the other had not yet changed.
	PERFORM FROM products WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
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
--> statement-breakpoint
-- Counts the names that new products bring to search. Words are noted elsewhere, all of a product in one place and in one order, so that no two
-- changes wait for each other in turn.
CREATE OR REPLACE FUNCTION note_new_search_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO search_names (product_id, name, position)
		SELECT id, search_form(name), position FROM added WHERE published_status = 'published';
	RETURN NULL;
END;
$$;
--> statement-breakpoint
-- The words by which members find orders: name, parcels, where the order goes, telephone, and the lines that stand. Each line stands behind a
-- line break, so that two words about goods can be asked of one line. Of an array of orders the planner expects ten, and would plan anew
-- each time.
CREATE OR REPLACE FUNCTION note_search_of(changed text[]) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
	PERFORM FROM order_search WHERE number = ANY (changed) ORDER BY number FOR UPDATE;
	INSERT INTO order_search AS known (number, name, text, email, phone)
	SELECT number, search_form(name), search_form(translate(concat_ws(' ', number, name, parcel.words,
			nullif(translate(concat_ws(' ', address, city, postal_code, region), ',.', '  '), '')), chr(10), ' ') || chr(10) || coalesce(line.words, '')),
		search_form(email), regexp_replace(regexp_replace(phone, '^\+1', ''), '\D', '', 'g')
	FROM orders
	CROSS JOIN LATERAL (
		SELECT string_agg(DISTINCT translate(concat_ws(' ', line.name, nullif(color, ''), nullif(size, ''), nullif(sku, '')), chr(10), ' '),
			chr(10)) AS words
		FROM standing_lines line WHERE order_number = orders.number) line
	CROSS JOIN LATERAL (
		SELECT string_agg(DISTINCT regexp_replace(tracking_number, '\s', '', 'g'), ' ') AS words
		FROM parcels WHERE order_number = orders.number) parcel
	WHERE number = ANY (changed) ORDER BY number
	ON CONFLICT (number) DO UPDATE SET name = excluded.name, text = excluded.text, email = excluded.email, phone = excluded.phone
		WHERE (known.name, known.text, known.email, known.phone) IS DISTINCT FROM (excluded.name, excluded.text, excluded.email, excluded.phone);
END;
$$;
--> statement-breakpoint
-- The words of a text as they are compared, without the endings of owners: women's is women. Each has the same weight.
CREATE OR REPLACE FUNCTION search_terms(words text, weight "char") RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT setweight(to_tsvector('pg_catalog.simple', regexp_replace(
		regexp_replace(search_form(words), '''s\M', '', 'g'), '[^[:alnum:]]+', ' ', 'g')), weight)
$$;
