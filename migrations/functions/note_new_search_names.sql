-- Counts the names that new products bring to search. Words are noted elsewhere, all of a product in one place and in one order, so that no two
-- changes wait for each other in turn.
CREATE OR REPLACE FUNCTION note_new_search_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO search_names (product_id, name, position)
		SELECT id, search_form(name), position FROM added WHERE published_status = 'published';
	RETURN NULL;
END;
$$;
