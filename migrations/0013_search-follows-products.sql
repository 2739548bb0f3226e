CREATE FUNCTION note_search_words(names text[]) RETURNS void LANGUAGE sql AS $$
	INSERT INTO search_words (word, slips)
	SELECT word, search_slips(word, CASE WHEN length(word) >= 6 THEN 2 WHEN length(word) >= 3 THEN 1 ELSE 0 END)
	FROM (SELECT DISTINCT regexp_split_to_table(name, '[^[:alnum:]]+') COLLATE "C" AS word FROM unnest(names) AS name) AS words
	WHERE word <> '' AND NOT EXISTS (SELECT FROM search_words known WHERE known.word = words.word)
	ORDER BY word
	ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
CREATE FUNCTION note_new_search_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO search_names (product_id, name, position)
		SELECT id, lower(name), position FROM added WHERE published_status = 'published';
	PERFORM note_search_words(array(SELECT lower(name) FROM added WHERE published_status = 'published'));
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION note_changed_search_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.published_status = 'published' THEN
		INSERT INTO search_names (product_id, name, position) VALUES (NEW.id, lower(NEW.name), NEW.position)
			ON CONFLICT (product_id) DO UPDATE SET name = excluded.name, position = excluded.position;
		PERFORM note_search_words(ARRAY[lower(NEW.name)]);
	ELSE
		DELETE FROM search_names WHERE product_id = NEW.id;
	END IF;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER note_new_search_names AFTER INSERT ON products REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION note_new_search_names();
--> statement-breakpoint
CREATE TRIGGER note_changed_search_name AFTER UPDATE OF name, position, published_status ON products
	FOR EACH ROW WHEN ((OLD.name, OLD.position, OLD.published_status) IS DISTINCT FROM (NEW.name, NEW.position, NEW.published_status))
	EXECUTE FUNCTION note_changed_search_name();
--> statement-breakpoint
INSERT INTO search_names (product_id, name, position)
	SELECT id, lower(name), position FROM products WHERE published_status = 'published' ORDER BY position, id;
--> statement-breakpoint
SELECT note_search_words(array(SELECT name FROM search_names));
