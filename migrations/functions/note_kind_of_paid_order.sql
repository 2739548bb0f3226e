CREATE OR REPLACE FUNCTION note_kind_of_paid_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE order_facts SET kind = kind_of_order(number) WHERE number = NEW.order_number AND kind <> kind_of_order(number);
	RETURN NULL;
END;
$$;
