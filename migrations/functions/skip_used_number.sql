-- A number that a cleared order had is as good as taken: whoever draws it draws again.
CREATE OR REPLACE FUNCTION skip_used_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM used_numbers WHERE number = NEW.number) THEN
		RETURN NULL;
	END IF;
	RETURN NEW;
END;
$$;
