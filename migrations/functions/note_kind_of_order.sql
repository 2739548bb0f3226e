-- Whoever writes the facts of an order writes its kind, whichever function they are.
CREATE OR REPLACE FUNCTION note_kind_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.kind := kind_of_order(NEW.number);
	RETURN NEW;
END;
$$;
