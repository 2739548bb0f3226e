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
