-- Keeps the day by which an order has to leave when it becomes paid: what was promised stays, whatever the settings are later.
CREATE OR REPLACE FUNCTION promise_ship_by() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' OR OLD.paid_at IS NULL THEN
		NEW.ship_by := ship_by_of(NEW.paid_at);
	END IF;
	RETURN NEW;
END;
$$;
