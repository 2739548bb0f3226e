-- Ends the links in all letters about an order whose e-mail address becomes another one: their signatures name an earlier round.
CREATE OR REPLACE FUNCTION raise_link_round() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.link_round := OLD.link_round + 1;
	RETURN NEW;
END;
$$;
